// A letter as mail servers pass it on (RFC 5322).
import { addressIn } from './mail-address.ts';
import type { Letter } from './sender.ts';

/** @param from `Name <address>`, or an address alone */
export async function mimeOf(letter: Letter, from: string): Promise<Buffer> {
  const { senderName, replyTo, headers, attachments = [] } = letter;
  // With the first letter: a service that starts need not wait for what writes them.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    from: senderName === undefined ? from : { name: senderName, address: addressIn(from) },
    ...(replyTo === undefined ? {} : { replyTo }),
    to: letter.recipient,
    subject: letter.subject,
    text: letter.text,
    messageId: letter.messageId,
    date: letter.writtenAt,
    // Nobody answers it by a machine, such as a note of absence (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    attachments: attachments.map(({ name, mediaType, content }) => ({
      filename: name,
      contentType: mediaType,
      content,
    })),
    // Texts of callers are never taken for places to read from.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
