// Whether a permanent refusal is about the address, so that nothing will ever arrive there.

/**
 * Enhanced status codes (RFC 3463) that are not about the address: a full mailbox, too large a letter, policies such as spam
 * rules.
 */
const OF_OTHER_THINGS = /^5\.(?:2\.[23]|3\.\d+|6\.\d+|7\.\d+)$/;
/** The same without an enhanced code: no space is left, or the server does not relay our mail. */
const OF_SERVER = /\b552\b|\brelay/i;
const STATUS = /(?:^|\b5\d\d[ -])(5\.\d{1,3}\.\d{1,3})(?!\.?\d)/;

/** @param said the reply to a recipient, `550 5.1.1 no such mailbox`, or a status code alone */
export function isAddressWrong(said: string): boolean {
  const [, status] = STATUS.exec(said) ?? [];
  return status === undefined ? !OF_SERVER.test(said) : !OF_OTHER_THINGS.test(status);
}
