// Receipts of a house with several payees: a section and a code for each, read back from the page; their amounts add up to the
// amount to pay.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { getHouseReceipts, getReceipt } from '@kvartplata/contracts/billing/receipts.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumOf } from '@kvartplata/domain/money/sums.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import * as fc from 'fast-check';
import type pg from 'pg';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';
import { writePayee } from '../../testing/paid-payees.ts';
import { makePayingHouse, untilAllocated, type PayingHouse } from '../../testing/paying-house.ts';
import { codesOfPages, codesOfPayees, textOfPages } from '../../testing/pdf-pages.ts';
import { bookRandomly, history, MONTHS } from '../../testing/random-books.ts';

let stand: BillingStand;
let owner: pg.Pool;
let house: PayingHouse;

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
});
beforeEach(async () => {
  house = await makeHouse();
});
after(async () => stand.stop());

async function makeHouse(): Promise<PayingHouse> {
  const made = await makePayingHouse(stand);
  await changeBankDetails(stand, made, CONTRACTOR);
  return made;
}

const FUND = { houseServiceId: 2, name: 'Фонд капитального ремонта' };

async function receiptOf(account: number, period: string): Promise<Buffer> {
  const asked = { params: { personalAccountId: account }, query: { period } };
  const { status, bytes } = await house.ask(getReceipt, asked);
  assert.equal(status, 200);
  return bytes;
}

/** Four charges for January, three of them with payees. */
async function chargeFour(account: number, make: PayingHouse['charge']): Promise<void> {
  for (const [houseServiceId, name] of [
    [2, 'Водоканал'],
    [3, 'Теплосеть'],
    [4, 'Фонд капремонта'],
  ] as const)
    await writePayee(owner, house, { houseServiceId, name });
  await make('2026-01', [
    [account, '1000.00', { houseServiceId: 1 }],
    [account, '500.00', { houseServiceId: 2 }],
    [account, '300.00', { houseServiceId: 3 }],
    [account, '200.00', { houseServiceId: 4 }],
  ]);
}

/** The payee and the kopecks in a code. */
function paidBy(code: string): string {
  const field = (name: string): string => new RegExp(`\\|${name}=([^|]*)`).exec(code)?.[1] ?? '';
  assert.match(code, /^ST00012\|/);
  assert.equal(field('PersAcc'), 'LS01');
  return `${field('Name')} ${field('PersonalAcc')} ${field('Sum')}`;
}

const EXPECTED = [
  `${CONTRACTOR.name} ${CONTRACTOR.bankDetails.settlementAccount}`,
  'Водоканал 40703810238000000001',
  'Теплосеть 40703810238000000001',
  'Фонд капремонта 40703810238000000001',
];

describe('receipts of several payees', { skip: missing('pdftoppm') }, () => {
  test('after 1500.00 is paid each code asks for what is left of its lines', async () => {
    const [account = 0] = house.accounts;
    await chargeFour(account, house.charge);
    await house.pay({ personalAccountId: account, amount: '1500.00', paidOn: '2026-01-20' });
    const pdf = await receiptOf(account, '2026-01');
    const sums = ['25000', '12500', '7500', '5000'];
    assert.deepEqual(
      codesOfPayees(pdf, 4).map(paidBy),
      EXPECTED.map((payee, nth) => `${payee} ${sums[nth]}`),
    );
    const [text = ''] = textOfPages(pdf);
    assert.match(text, /КОМУ ПЛАТИТЬ/);
    assert.match(text, /Строки: 04/);
    assert.match(text, /500,00 ₽/);
  });

  test('a draft asks for its lines too', async () => {
    const [account = 0] = house.accounts;
    await chargeFour(account, house.draft);
    const pdf = await receiptOf(account, '2026-01');
    const sums = ['100000', '50000', '30000', '20000'];
    assert.deepEqual(
      codesOfPayees(pdf, 4).map(paidBy),
      EXPECTED.map((payee, nth) => `${payee} ${sums[nth]}`),
    );
  });

  test('before a service has its own payee the receipt has one code for all', async () => {
    const [account = 0] = house.accounts;
    await house.charge('2026-01', [
      [account, '1000.00', { houseServiceId: 1 }],
      [account, '500.00', { houseServiceId: 2 }],
    ]);
    await writePayee(owner, house, { ...FUND, since: '2026-02-01' });
    const pdf = await receiptOf(account, '2026-01');
    const [code = ''] = codesOfPages(pdf);
    assert.equal(paidBy(code), `${EXPECTED[0]} 150000`);
    assert.doesNotMatch(textOfPages(pdf)[0] ?? '', /КОМУ ПЛАТИТЬ/);
  });

  test('payees without bank details are all reported by name at once', async () => {
    const [account = 0] = house.accounts;
    const fund = await writePayee(owner, house, { ...FUND, hasBank: false });
    const lift = await writePayee(owner, house, {
      ...FUND,
      houseServiceId: 3,
      name: 'Лифт',
      hasBank: false,
    });
    await house.charge('2026-01', [
      [account, '500.00', { houseServiceId: 2 }],
      [account, '100.00', { houseServiceId: 3 }],
    ]);
    const query = { period: '2026-01' };
    for (const refused of [
      await house.ask(getReceipt, { params: { personalAccountId: account }, query }),
      await house.ask(getHouseReceipts, { query: { ...query, houseId: house.houseId } }),
    ]) {
      assert.deepEqual([refused.status, refused.problem.code], [409, 'payee-details-missing']);
      assert.match(
        refused.problem.detail ?? '',
        /Фонд капитального ремонта has no bankName, bic.*Лифт has no bankName, bic/,
      );
      const paths = (refused.problem.errors ?? []).map(({ path }) => path);
      for (const id of [fund, lift]) assert.ok(paths.includes(`/payees/${id}/bankDetails/bic`));
    }
  });

  test('in random books the sections of a receipt add up to its sum to pay', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (books) => {
        house = await makeHouse();
        await writePayee(owner, house, { ...FUND, since: '2026-02-01' });
        await bookRandomly(house, stand, books);
        await untilAllocated(owner);
        for (const period of MONTHS.slice(1)) {
          const asked = { query: { houseId: house.houseId, period } };
          const { status, bytes } = await house.ask(getHouseReceipts, asked);
          if (status === 409) continue;
          assert.equal(status, 200);
          for (const page of textOfPages(bytes)) assertWhole(page);
        }
      }),
      { numRuns: 5 },
    );
  });
});

function assertWhole(page: string): void {
  const [above = '', below] = page.split('КОМУ ПЛАТИТЬ');
  if (below === undefined) return;
  const [sections = ''] = below.split(/НАЧИСЛЕНИЯ|ДОНАЧИСЛЕНИЯ|ничего не начислено/);
  const toPay = amountsIn(above).at(-1);
  assert.equal(sumOf(amountsIn(sections)), toPay, page);
}

function amountsIn(text: string): readonly bigint[] {
  return [...text.matchAll(/\d{1,3}(?: \d{3})*,\d\d(?= ₽)/g)].map(([amount]) =>
    parseKopecks(amount.replaceAll(' ', '').replace(',', '.')),
  );
}
