// How a charge by area found its volume.
import type { VolumeRule } from '../../explanation/volume-rule.ts';
import { areaOf, ofDays } from '../../explanation/volumes.ts';
import { computedIn, type LawRow } from '../../../law/law-row.ts';

export const AREA_RULES = {
  area: {
    what: {
      ru: 'Плата определена по площади помещения.',
      en: 'The charge is by the area of the room.',
    },
    article: {
      ru: 'Жилищный кодекс, ст. 154, 156: по площади',
      en: 'Housing Code, art. 154, 156: by area',
    },
    replay: (grounds) => ofDays(grounds, areaOf(grounds)),
  },
} as const satisfies Readonly<Record<string, VolumeRule>>;

/** The paragraphs of the law behind a charge by the area. */
export const AREA_LAW: readonly LawRow[] = [
  ...computedIn('domain/charging/methods/area', 'housing-code', [
    [
      '154 p. 2',
      {
        ru: 'плата собственника: содержание, взнос на капитальный ремонт, коммунальные услуги',
        en: 'what an owner pays: upkeep, contributions for major repairs, utilities',
      },
      {
        rule: 'area.ts',
        test: 'area.test.ts',
        figure: 'major repairs are charged by the square metre: 50 × 12.5',
      },
    ],
    [
      '158 p. 1',
      {
        ru: 'расходы на содержание общего имущества соразмерно доле',
        en: 'the costs of common property by the share in it',
      },
      {
        rule: 'area.ts',
        test: 'area.test.ts',
        figure: 'an account is charged for its share of the room: 54.32 × 1/3 × 12.5',
      },
    ],
  ]),
  ...computedIn('domain/charging/methods/area', 'rules-491', [
    [
      '28',
      {
        ru: 'собственники несут расходы соразмерно доле',
        en: 'owners bear the costs by their shares',
      },
      {
        rule: 'area.ts',
        test: 'area.test.ts',
        figure: 'an account is charged for its share of the room: 54.32 × 1/3 × 12.5',
      },
    ],
  ]),
];
