// Parses a mail server's bounce report (RFC 3464): which letter it may be about, and what happened to it.
import type { Bounce } from '@kvartplata/contracts/billing/bounces.ts';
import { isAddressWrong } from '@kvartplata/platform/mail/address-wrong.ts';
import type { Email } from 'postal-mime';

export type BounceReport = {
  /** Possible identifiers of the letter: from the address to which the report was sent, and from the id of the letter in it. */
  readonly tokens: readonly string[];
  readonly failure: Bounce['failure'];
  /** The server's diagnostic message. */
  readonly said: string;
};

const DELIVERY_STATUS = 'message/delivery-status';
const RETURNED = new Set(['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers']);
/** Headers with the address at which a message arrived. */
const CAME_TO = new Set(['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to']);
const IN_ADDRESS = /\+([0-9a-z.]{20,60})@/gi;
const IN_MESSAGE_ID = /^message-id:\s*<([0-9a-z.]{20,60})@/gim;
const MOST_TOKENS = 10;
const MOST_SAID = 500;
const MAX_NESTING = 20;
const MAX_HEADERS_BYTES = 262_144;

/** Undefined for a file that is not a bounce report. */
export async function readBounce(file: Uint8Array): Promise<BounceReport | undefined> {
  // Loaded with the first report, so as not to slow down the start.
  const { default: PostalMime } = await import('postal-mime');
  const email = await PostalMime.parse(file, {
    attachmentEncoding: 'utf8',
    forceRfc822Attachments: true,
    maxNestingDepth: MAX_NESTING,
    maxHeadersSize: MAX_HEADERS_BYTES,
  }).catch(() => undefined);
  if (email === undefined) return undefined;
  const fields = fieldsOf(partOf(email, (type) => type === DELIVERY_STATUS) ?? '');
  if (!fields.has('action')) return undefined;
  const returned = partOf(email, (type) => RETURNED.has(type)) ?? '';
  const cameTo = email.headers.filter(({ key }) => CAME_TO.has(key)).map(({ value }) => value);
  const named = [
    ...cameTo.join('\n').matchAll(IN_ADDRESS),
    ...headOf(returned).matchAll(IN_MESSAGE_ID),
  ];
  const status = fields.get('status') ?? '';
  const said = fields.get('diagnostic-code') ?? status;
  return {
    tokens: named.slice(0, MOST_TOKENS).map(([, token = '']) => token.toLowerCase()),
    failure: failureOf(fields.get('action'), status),
    said: said
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, ' ')
      .slice(0, MOST_SAID),
  };
}

function partOf({ attachments }: Email, isMeant: (type: string) => boolean): string | undefined {
  const content = attachments.find(({ mimeType }) => isMeant(mimeType))?.content;
  return typeof content === 'string' ? content : undefined;
}

function headOf(message: string): string {
  return message.split(/\r?\n\r?\n/, 1)[0] ?? '';
}

/** For the first recipient: a letter has only one. */
function fieldsOf(report: string): ReadonlyMap<string, string> {
  const groups = report.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n\r?\n/);
  const group = groups.find((one) => /^action:/im.test(one)) ?? '';
  return new Map(
    group.split(/\r?\n/).flatMap((line) => {
      const [, name, value = ''] = /^([A-Za-z-]+):(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), value.trim()] as const];
    }),
  );
}

function failureOf(action: string | undefined, status: string): Bounce['failure'] {
  if (action?.toLowerCase() !== 'failed') return 'none';
  if (status.startsWith('4')) return 'expired';
  return isAddressWrong(status) ? 'address' : 'refused';
}
