// A user's or an organization's name as shown in a letter. The recipient's address may be unverified, so a name must not carry a
// text to a stranger.

const MAX_NAME_LENGTH = 100;

/** Mail programs turn whatever looks like a link into one. */
const LINK = /\S*(?:\/\/|www\.|\.\p{L}{2,}\/)\S*/giu;
/** A dot before the end of a domain name, which mail programs turn into a link too. */
const DOMAIN_DOT = /\.(?=(?:[a-z]{2,}|рф|рус)(?!\p{L}))/giu;
/** Somebody's account at a provider may be called so; an @ alone does not make a word one. */
const EMAIL = /^\p{P}*[\p{L}\p{N}._+-]+@[\p{L}\p{N}.-]+\p{P}*$/u;
const WORD = /\S+/gu;

export function nameInLetter(name: string): string {
  const plain = name
    .replaceAll(LINK, '…')
    .replaceAll(WORD, (word) => (EMAIL.test(word) ? word : word.replaceAll(DOMAIN_DOT, '. ')));
  const letters = Array.from(plain);
  return letters.length <= MAX_NAME_LENGTH
    ? plain
    : `${letters.slice(0, MAX_NAME_LENGTH).join('')}…`;
}
