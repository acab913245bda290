// How the paragraphs of a row of the law are written.
import type { Language } from '../lib/in-both.ts';

/** `153 p. 1–153 p. 3` is `ст. 153 ч. 1–3`. @param part what the act calls its parts */
export function sayParagraphs(part: string, paragraphs: string, language: Language): string {
  const short = withoutRepeats(paragraphs);
  const said = language === 'ru' ? inRussian(short) : short;
  // An appendix is none of these parts.
  return short.startsWith('app.') ? said : `${part} ${said}`;
}

/** What all of them begin with is said once; before a number of its own, another paragraph would be read as a part of the same. */
function withoutRepeats(paragraphs: string): string {
  const heads = paragraphs.split(/, |–/).map((one) => /^.* [pf]\. /.exec(one)?.[0] ?? '');
  const [head = '', ...others] = heads;
  const rest = others.every((other) => other === head)
    ? head + paragraphs.replaceAll(head, '')
    : paragraphs;
  return rest.replaceAll(/app\. (\d+) (?=[pf]\.)/g, 'app. $1, ');
}

/** Names of parts of articles, appendices and formulas in Russian. */
function inRussian(paragraphs: string): string {
  return paragraphs
    .replaceAll('app.', 'прил.')
    .replaceAll(' p. ', ' ч. ')
    .replaceAll(' f. ', ' ф. ');
}
