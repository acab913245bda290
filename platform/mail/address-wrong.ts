// Whether a refusal for good is about the address: nothing will ever arrive there.

/** Enhanced status codes (RFC 3463) that say nothing against it: a full mailbox, a letter too long, rules such as those against spam. */
const OF_OTHER_THINGS = /^5\.(?:2\.[23]|3\.\d+|6\.\d+|7\.\d+)$/;
/** The same without such a code: no room is left, or the server takes no letters of ours for others. */
const OF_SERVER = /\b552\b|\brelay/i;
const STATUS = /(?:^|\b5\d\d[ -])(5\.\d{1,3}\.\d{1,3})(?!\.?\d)/;

/** @param said a reply to a recipient, `550 5.1.1 no such mailbox`, or a status code alone */
export function isAddressWrong(said: string): boolean {
  const [, status] = STATUS.exec(said) ?? [];
  return status === undefined ? !OF_SERVER.test(said) : !OF_OTHER_THINGS.test(status);
}
