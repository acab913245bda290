// What a user or an organization has written, as shown in a letter: a name, an address, a number. The recipient's address may be
// unverified, so it must not carry a text to a stranger.

const MAX_NAME_LENGTH = 100;

/** Mail programs turn whatever looks like a link into one. */
const LINK = /\S*(?:\/\/|www\.|\.\p{L}{2,}\/)\S*/giu;
/** A dot before the end of a domain name, which mail programs turn into a link too. */
const DOMAIN_DOT = /\.(?=(?:[a-z]{2,}|рф|рус)(?!\p{L}))/giu;
/** Somebody's account at a provider may be called so; an @ alone does not make a word one. */
const EMAIL = /^\p{P}*[\p{L}\p{N}._+-]+@[\p{L}\p{N}.-]+\p{P}*$/u;
const WORD = /\S+/gu;

/** @param mostLetters a longer one is cut */
export function nameInLetter(name: string, mostLetters = MAX_NAME_LENGTH): string {
  const plain = name
    .replaceAll(LINK, '…')
    .replaceAll(WORD, (word) => (EMAIL.test(word) ? word : word.replaceAll(DOMAIN_DOT, '. ')));
  const letters = Array.from(plain);
  return letters.length <= mostLetters ? plain : `${letters.slice(0, mostLetters).join('')}…`;
}
