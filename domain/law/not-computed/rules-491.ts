// The paragraphs of Rules 491 that affect money and that no rule here computes.
import type { LawRow } from '../law-row.ts';
import { notOurs } from './not-computed.ts';

export const RULES_491: readonly LawRow[] = [
  ...notOurs('rules-491', [
    [
      '30–37',
      {
        ru: 'как собственники и органы власти устанавливают размер платы за содержание',
        en: 'how owners and authorities set what upkeep costs',
      },
      {
        ru: 'размер – тариф, введённый с решением, которое его установило',
        en: 'the size is a tariff, entered with the decision that has set it',
      },
    ],
    [
      '38–39',
      { ru: 'контроль за содержанием', en: 'supervision of upkeep' },
      { ru: 'суммы отсюда не следуют', en: 'no sum follows' },
    ],
  ]),
];
