// The application as a court reads it: the grammatical case of the parties' names, the part of the law by the kind of debt, a
// signature that never stands alone.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import type { AccruedDebt } from '@kvartplata/contracts/billing/penalty-accruals.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { CONTRACTOR } from '../../testing/contractor.ts';
import { textOfPages } from '../../testing/pdf-pages.ts';
import type { CasePapers } from '../claim-words.ts';
import { openFlow } from '../paper-flow.ts';
import { drawApplication } from './draw-application.ts';

const { bankDetails, ...contractor } = CONTRACTOR;

function debtOf(kind: AccruedDebt['kind']): AccruedDebt {
  const line = { from: '2026-04-11', to: '2026-05-31', days: 51, debtAmount: '10000.00' };
  const basis = { ru: 'Меньшая из ставок', en: 'The lesser rate' };
  return {
    period: '2026-02',
    kind,
    method: 'day-by-day' as AccruedDebt['method'],
    dueDate: '2026-03-16',
    debtAmount: '10000.00',
    penalty: '161.50',
    amount: '161.50',
    lines: [{ ...line, rate: '9.5000', fraction: '1/300', amount: '161.5', basis }],
  };
}

function papersOf(kinds: readonly AccruedDebt['kind'][], address: string): CasePapers {
  return {
    id: 1,
    proceeding: 'order',
    court: null,
    accountNumber: 'LS01',
    address,
    asOf: '2026-06-10',
    principal: '10000.00',
    penalty: '161.50',
    total: '10161.50',
    stateDuty: '2000.00',
    claim: {
      creditor: { ...contractor, ...bankDetails },
      debtor: {
        payer: 'Соколова Анна Викторовна',
        payerAddress: null,
        inn: null,
        facts: null,
        address,
        roomNumber: '1',
        roomKind: 'residential',
        area: '54.30',
        closedOn: null,
      },
      months: [],
      advance: '0.00',
      courtFees: '0.00',
      timeBarred: '0.00',
      payments: [],
      penalties: {
        countedTo: '2026-05-31',
        debts: kinds.map(debtOf),
        booked: '161.50',
        brought: '0.00',
        paid: '0.00',
        writtenOff: '0.00',
        remarks: [],
      },
    },
  };
}

async function drawn(papers: CasePapers): Promise<readonly string[]> {
  const flow = openFlow('Заявление', new Date('2026-06-10T09:00:00Z'), 'Дело № 1');
  drawApplication(flow, papers);
  return textOfPages(await buffer(flow.end())).map((text) => text.replaceAll(/\s+/g, ' '));
}

describe('the application', { skip: missing('pdftoppm') }, () => {
  test('names the parties in brackets, so that no name has to be declined', async () => {
    const text = (await drawn(papersOf(['utilities'], 'ул. Садовая, д. 12'))).join(' ');
    assert.match(text, /с должника \(Соколова Анна Викторовна\) в пользу взыскателя \(ООО /);
  });

  for (const [kinds, parts] of [
    [['utilities'], 'ч. 14 ст. 155'],
    [['major-repairs'], 'ч. 14.1 ст. 155'],
    [['utilities', 'major-repairs'], 'ч. 14, 14.1 ст. 155'],
  ] as const)
    test(`bases the penalties on ${kinds.join(' and ')} on ${parts}`, async () => {
      const text = (await drawn(papersOf(kinds, 'ул. Садовая, д. 12'))).join(' ');
      assert.ok(text.includes(`начислены пени по ${parts} Жилищного`), text);
    });

  describe('with penalties that were brought along', () => {
    const papers = papersOf(['utilities'], 'ул. Садовая, д. 12');
    const drawnWith = async (penalties: Partial<CasePapers['claim']['penalties']>) => {
      const claim = { ...papers.claim, penalties: { ...papers.claim.penalties, ...penalties } };
      return (await drawn({ ...papers, penalty: '411.50', claim })).join(' ');
    };

    test('says of which the days and rates are in the calculation', async () => {
      const text = await drawnWith({ brought: '250.00' });
      assert.match(text, /по ч. 14 ст. 155 .* по 31.05.2026 включительно; за более ранние дни/);
      assert.match(
        text,
        /пени в сумме 250,00 ₽ перенесены из прежнего учёта; всего не уплачено 411/,
      );
      assert.match(text, /ставок начисленных пеней показаны в расчёте/);
      assert.match(text, /2. Расчёт пеней, перенесённых из прежнего учёта/);
    });

    test('says that all of them are, and mentions no calculation of its own', async () => {
      const none = { countedTo: null, debts: [], booked: '0.00', brought: '411.50' };
      const text = await drawnWith(none);
      assert.match(text, /начислены пени по ст. 155 .*, которые перенесены .* в сумме 411,50 ₽/);
      assert.match(text, /не уплачено 411,50 ₽. Их расчёт прилагается отдельно/);
      assert.doesNotMatch(text, /ставок/);
    });

    test('encloses none where they are not claimed', async () => {
      const text = (await drawn(papers)).join(' ');
      assert.doesNotMatch(text, /перенес/);
    });
  });

  test('asks for no principal where penalties alone are claimed', async () => {
    const papers = papersOf(['utilities'], 'ул. Садовая, д. 12');
    const text = (await drawn({ ...papers, principal: '0.00', total: '161.50' })).join(' ');
    assert.doesNotMatch(text, / 0,00|основной долг –/);
    assert.match(text, /основной долг на 10 июня 2026 г. погашен, пени не уплачены/);
    assert.match(text, /пени по 31.05.2026 – 161,50/);
  });

  for (const [total, isNamed] of [
    ['500000.00', true],
    ['500000.01', false],
  ] as const)
    test(`as a claim of ${total} ${isNamed ? 'may enclose' : 'has no'} order set aside`, async () => {
      const papers = papersOf(['utilities'], 'ул. Садовая, д. 12');
      const claim = { ...papers, proceeding: 'claim', principal: total, total } as const;
      const text = (await drawn(claim)).join(' ');
      assert.equal(text.includes('об отмене судебного приказа (если приказ выдавался)'), isNamed);
      assert.equal(text.includes('отмене судебного приказа'), isNamed);
      assert.match(text, /Документ о направлении копий ответчику/);
    });

  test('has no page with the signature alone, however long it is', async () => {
    for (let words = 0; words < 60; words += 4) {
      const pages = await drawn(papersOf(['utilities'], `ул. ${'Садовая '.repeat(words)}, д. 12`));
      const signed = pages.find((page) => page.includes('Представитель взыскателя')) ?? '';
      assert.match(signed, /полномочия представителя/, `${words} words`);
    }
  });
});
