// The claim letter goes to where the payer lives, and names the proceeding that follows, which the law decides by the sum or the
// case has chosen.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { CONTRACTOR } from '../testing/contractor.ts';
import { textOfPages } from '../testing/pdf-pages.ts';
import type { DebtPapers } from './claim-words.ts';
import { drawClaimLetter } from './draw-claim-letter.ts';
import { openFlow } from './paper-flow.ts';

const { bankDetails, ...contractor } = CONTRACTOR;

type Papers = Pick<DebtPapers, 'total' | 'proceeding'> &
  Partial<Pick<DebtPapers, 'principal' | 'penalty'>> & {
    readonly inn?: string | null;
    readonly payerAddress?: string | null;
  };

async function letterOf({ inn = null, payerAddress = null, ...papers }: Papers): Promise<string> {
  const flow = openFlow('Претензия', new Date('2026-06-10T09:00:00Z'), 'Претензия');
  drawClaimLetter(flow, {
    accountNumber: 'LS01',
    address: 'ул. Садовая, д. 12',
    asOf: '2026-06-10',
    principal: papers.total,
    penalty: '0.00',
    penaltyKinds: [],
    claim: {
      creditor: { ...contractor, ...bankDetails },
      debtor: { payer: 'Соколова Анна Викторовна', payerAddress, inn, closedOn: null },
      months: [{ period: '2026-02', dueDate: '2026-03-16', amount: papers.total }],
      advance: '0.00',
    },
    ...papers,
  });
  return textOfPages(await buffer(flow.end()))
    .join(' ')
    .replaceAll(/\s+/g, ' ');
}

for (const { why, papers, words } of [
  {
    why: 'an order up to 500,000.00',
    papers: { total: '500000.00' },
    words: /обратимся в суд с заявлением о вынесении судебного приказа;/,
  },
  {
    why: 'a claim above that',
    papers: { total: '500000.01' },
    words: /обратимся в суд с исковым заявлением;/,
  },
  {
    why: 'a claim of any sum if the case is one',
    papers: { total: '100.00', proceeding: 'claim' },
    words: /обратимся в суд с исковым заявлением;/,
  },
  {
    why: 'an order also to a person whose INN is known',
    papers: { total: '100.00', inn: '500100732259' },
    words: /обратимся в суд с заявлением о вынесении судебного приказа;/,
  },
  {
    why: 'an arbitration court to an organization',
    papers: { total: '100.00', inn: '7707083893' },
    words: /обратимся в арбитражный суд;/,
  },
] as const)
  test(`a claim letter announces ${why}`, { skip: missing('pdftoppm') }, async () =>
    assert.match(await letterOf(papers), words),
  );

test(
  'a claim letter goes to the payer’s address, and then its text names the room',
  { skip: missing('pdftoppm') },
  async () => {
    const total = '100.00';
    const toRoom = await letterOf({ total });
    assert.match(toRoom, /Соколова Анна Викторовна ул\. Садовая, д\. 12 лицевой счёт № LS01/);
    assert.match(toRoom, /по лицевому счёту № LS01 не оплачено 100,00 ₽/);
    const elsewhere = await letterOf({ total, payerAddress: 'г. Тула, ул. Мира, д. 3, кв. 8' });
    assert.match(
      elsewhere,
      /Соколова Анна Викторовна г\. Тула, ул\. Мира, д\. 3, кв\. 8 лицевой счёт № LS01/,
    );
    assert.match(
      elsewhere,
      /по лицевому счёту № LS01 \(помещение по адресу: ул\. Садовая, д\. 12\) не оплачено 100,00 ₽/,
    );
  },
);

test('names no principal where penalties alone are owed', async () => {
  const sums = { principal: '0.00', penalty: '100.00', total: '100.00' };
  const text = await letterOf(sums);
  assert.match(text, /не оплачено 100,00\s₽: пени – 100,00/);
});
