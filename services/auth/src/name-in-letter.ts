// A user's or an organization's name as shown in a letter. The recipient's address may be unverified, so a name must not carry a
// text to a stranger.

const MAX_NAME_LENGTH = 100;

/** Mail programs turn whatever looks like a link into one. */
const LINK = /\S*(?:\/\/|www\.|\.\p{L}{2,}\/)\S*/giu;
/** A dot before the end of a domain name, which mail programs turn into a link too; e-mail addresses may have it. */
const DOMAIN_DOT = /(?<!@\S*)\.(?=(?:[a-z]{2,}|рф|рус)(?!\p{L}))(?!\S*@)/giu;

export function nameInLetter(name: string): string {
  const plain = name.replaceAll(LINK, '…').replaceAll(DOMAIN_DOT, '. ');
  const letters = Array.from(plain);
  return letters.length <= MAX_NAME_LENGTH
    ? plain
    : `${letters.slice(0, MAX_NAME_LENGTH).join('')}…`;
}
