// What somebody calls themselves, or an organization of theirs, as it stands in a letter: to whom it goes, nobody has proved yet,
// so it is no place for a text of one's own to a stranger.

const MAX_NAME_LENGTH = 100;

/** Mail programs make links of what looks like one. */
const LINK = /\S*(?:\/\/|www\.|\.\p{L}{2,}\/)\S*/giu;
/** Behind it stands the end of a domain's name, of which they make one too; in an e-mail address it may. */
const DOMAIN_DOT = /(?<!@\S*)\.(?=(?:[a-z]{2,}|рф|рус)(?!\p{L}))(?!\S*@)/giu;

export function nameInLetter(name: string): string {
  const plain = name.replaceAll(LINK, '…').replaceAll(DOMAIN_DOT, '. ');
  const letters = Array.from(plain);
  return letters.length <= MAX_NAME_LENGTH
    ? plain
    : `${letters.slice(0, MAX_NAME_LENGTH).join('')}…`;
}
