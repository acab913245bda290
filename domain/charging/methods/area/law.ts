// The paragraphs of the law behind a charge by the area.
import { computedIn, type LawRow } from '../../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
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
