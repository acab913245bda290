// Writes the letters of a service whose messages name a template.
import type { Templates, WaitingMessage } from './mail-message.ts';
import type { Letter } from './sender.ts';

/** @param domain for message ids: the sender's */
export function writerOf(
  { service, templates }: { readonly service: string; readonly templates: Templates },
  domain: string,
): (message: WaitingMessage) => Promise<Letter> {
  return async ({ id, template, facts, language, recipient, createdAt }) => {
    const write = templates[template];
    if (write === undefined) throw new Error(`no template writes ${template}`);
    return {
      ...write(facts, language),
      messageId: `<${service}-${id}-${createdAt.getTime()}@${domain}>`,
      recipient,
      writtenAt: createdAt,
    };
  };
}
