// The paragraphs of the law behind a receipt.
import { computedIn, type LawRow } from '../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/receipts', 'decree-354', [
    [
      '67–71',
      {
        ru: 'платёжный документ: что в нём стоит и к какому дню',
        en: 'the payment document: what stands in it, and by when',
      },
      { rule: 'receipt.ts', test: 'receipt.test.ts', figure: 'an advance that is not enough' },
    ],
  ]),
  ...computedIn('domain/receipts', 'housing-code', [
    [
      '155 p. 2.1',
      { ru: 'плата вносится по платёжным документам', en: 'payment is made by payment documents' },
      { rule: 'receipt.ts', test: 'receipt.test.ts', figure: 'an advance that is not enough' },
    ],
  ]),
];
