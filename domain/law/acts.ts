// The acts that a house's charges are based on, and those of their paragraphs that affect money, in the order of the act.
import type { Words } from '../text/words.ts';

export type ActName = 'decree-354' | 'rules-491' | 'housing-code' | 'tax-code';

export type Act = {
  readonly name: Words;
  /** The name of one of its parts, before the number. */
  readonly part: Words;
  /** Numbered as in the act. */
  readonly paragraphs: readonly string[];
};

const PARAGRAPH: Words = { ru: 'п.', en: 'p.' };

export const ACTS: Readonly<Record<ActName, Act>> = {
  'decree-354': {
    name: {
      ru: 'Правила предоставления коммунальных услуг, постановление Правительства № 354 от 06.05.2011',
      en: 'Rules of utility services, Government Decree 354 of 2011-05-06',
    },
    part: PARAGRAPH,
    paragraphs: [
      ...listed('5, 29, 30'),
      ...from(36, 42),
      ...listed('42(1), 42(2)'),
      ...from(43, 56),
      ...listed('56(1), 56(2), 57, 58, 59, 59(1), 59(2), 60, 60(1), 60(2)'),
      ...from(61, 80),
      ...listed('80(1), 81, 81(11), 81(12), 81(13)'),
      ...from(82, 85),
      ...listed('85(1), 85(2), 85(3)'),
      ...from(86, 148),
      ...within(148, 22, 54),
      ...from(149, 160),
      ...sections('app. 1 p.', 1, 17),
      ...listed('app. 2 f. 1, app. 2 f. 2, app. 2 f. 2(1)'),
      ...formulas(2, 2, 4),
      'app. 2 f. 3',
      ...formulas(3, 1, 8),
      ...listed('app. 2 f. 4, app. 2 f. 4(1), app. 2 f. 5, app. 2 f. 6'),
      ...listed('app. 2 f. 7, app. 2 f. 7(1), app. 2 f. 8, app. 2 f. 9'),
      ...formulas(9, 1, 4),
      ...sections('app. 2 f.', 10, 18),
      'app. 2 f. 18(1)',
      ...listed('app. 2 f. 19, app. 2 f. 20, app. 2 f. 20(1), app. 2 f. 21, app. 2 f. 22'),
      ...listed('app. 2 f. 23, app. 2 f. 23(1), app. 2 f. 24, app. 2 f. 25, app. 2 f. 26'),
    ],
  },
  'rules-491': {
    name: {
      ru: 'Правила содержания общего имущества, постановление Правительства № 491 от 13.08.2006',
      en: 'Rules of the upkeep of common property, Government Decree 491 of 2006-08-13',
    },
    part: PARAGRAPH,
    paragraphs: [...listed('28, 29, 29(1), 29(2), 29(3)'), ...from(30, 39)],
  },
  'housing-code': {
    name: { ru: 'Жилищный кодекс', en: 'Housing Code' },
    part: { ru: 'ст.', en: 'art.' },
    paragraphs: [
      ...listed('153 p. 1, 153 p. 2, 153 p. 3'),
      ...parts('154', 5),
      ...listed('155 p. 1, 155 p. 2, 155 p. 2.1, 155 p. 3, 155 p. 4, 155 p. 5, 155 p. 6'),
      ...listed('155 p. 6.1, 155 p. 7, 155 p. 7.1, 155 p. 8, 155 p. 9, 155 p. 9.1, 155 p. 10'),
      ...listed('155 p. 11, 155 p. 12, 155 p. 13, 155 p. 14, 155 p. 14.1, 155 p. 15, 155 p. 16'),
      ...listed('155 p. 17, 155 p. 18'),
      ...listed('156 p. 1, 156 p. 2, 156 p. 3, 156 p. 4, 156 p. 5, 156 p. 6, 156 p. 7, 156 p. 8'),
      ...listed('156 p. 8.1, 156 p. 9, 156 p. 9.1, 156 p. 9.2, 156 p. 9.3, 156 p. 10, 156.1'),
      ...listed('157 p. 1, 157 p. 2, 157 p. 3, 157 p. 4, 157 p. 5, 157 p. 6, 157.1, 157.2'),
      ...listed('158 p. 1, 158 p. 2, 158 p. 2.1, 158 p. 3, 158 p. 4, 158 p. 4.1, 159, 160'),
      '171',
    ],
  },
  'tax-code': {
    name: { ru: 'Налоговый кодекс', en: 'Tax Code' },
    part: { ru: 'ст.', en: 'art.' },
    paragraphs: ['333.19 p. 1'],
  },
};

/** Listed one by one, separated by commas. */
function listed(paragraphs: string): readonly string[] {
  return paragraphs.split(', ');
}

function from(first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
}

/** Paragraphs inserted after another one: 148(22) to 148(54). */
function within(paragraph: number, first: number, last: number): readonly string[] {
  return from(first, last).map((inserted) => `${paragraph}(${inserted})`);
}

function sections(appendix: string, first: number, last: number): readonly string[] {
  return from(first, last).map((section) => `${appendix} ${section}`);
}

function formulas(formula: number, first: number, last: number): readonly string[] {
  return within(formula, first, last).map((inserted) => `app. 2 f. ${inserted}`);
}

function parts(article: string, last: number): readonly string[] {
  return from(1, last).map((part) => `${article} p. ${part}`);
}
