// The paragraph of the law behind the state duty.
import { computedIn, type LawRow } from '../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/regulation/state-duty', 'tax-code', [
    [
      '333.19 p. 1',
      {
        ru: 'государственная пошлина по иску и, вполовину, по заявлению о судебном приказе',
        en: 'the state duty of a claim and, half of it, of an application for a court order',
      },
      { rule: 'state-duty.ts', test: 'state-duty.test.ts', figure: '4000 + 3 % of 50,000' },
    ],
  ]),
];
