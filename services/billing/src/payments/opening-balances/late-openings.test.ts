// Opening balances of a house that comes after months were closed: booked in the first open month, owed for their own.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getAccountStatement } from '@kvartplata/contracts/billing/account-reports.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { getCollection } from '@kvartplata/contracts/billing/collection.ts';
import { getDebtors } from '@kvartplata/contracts/billing/debtors.ts';
import { undoOpeningImport } from '@kvartplata/contracts/billing/opening-balances.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { moscowDayOf, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { debtsInWords, makeAccruingHouse, type AccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { HEADER, importOpening, toldOf, undoOpening } from '../../testing/opening-files.ts';
import { partsOf } from '../../testing/paying-house.ts';

let stand: BillingStand;
let today = moscowDayOf(new Date());

before(async () => {
  stand = await startBillingStand({ today: () => today });
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

const AS_OF = { asOf: '2026-03' };
const FILE = [
  HEADER,
  'LS01;2025-11;principal;;1234.56',
  'LS01;2025-11;penalty;;300.00',
  'LS02;2025-10;advance;;50.00',
  'LS02;2026-02;principal;;20.00',
].join('\n');

type Late = { readonly house: AccruingHouse; readonly january: number };

/** January is closed for the third account, before the file of the first two comes. */
async function makeLateHouse(): Promise<Late> {
  today = moscowDayOf(new Date());
  const house = await makeAccruingHouse(stand);
  today = parseDay('2026-02-20');
  const { cycleId } = await house.charge('2026-01', [[house.accounts[2] ?? 0, '10.00']]);
  assert.equal((await house.ask(closeCycle, { params: { cycleId } })).status, 200);
  return { house, january: cycleId };
}

async function totalsOf({ house }: Late, period: string) {
  const query = { houseId: house.houseId, period };
  const { body } = await house.ask(getTurnoverBalance, { query });
  const { opening, charged, penaltyAccrued, paid, closing } = body.totals;
  return [opening.principal, charged, penaltyAccrued, paid, closing.principal, closing.penalty];
}

test('they are booked in the first open month, and change no closed one', async () => {
  const late = await makeLateHouse();
  const { house } = late;
  const closed = await totalsOf(late, '2026-01');
  const told = await importOpening(stand.app, house.user, AS_OF, FILE);
  assert.equal(toldOf(told), 'COMPLETED 4 4 0 · 1254.56 300.00 50.00');
  const entries = [
    ...(await house.entries(house.account)),
    ...(await house.entries(house.accounts[1] ?? 0)),
  ];
  assert.deepEqual(
    entries.map(({ debtKind, debit, credit, period, effectiveOn }) =>
      [debtKind, debit, credit, period, effectiveOn].join(' '),
    ),
    [
      'principal 1234.56 0.00 2026-02 2026-02-01',
      'penalty 300.00 0.00 2026-02 2026-02-01',
      'principal 0.00 50.00 2026-02 2026-02-01',
      // Its month is open itself.
      'principal 20.00 0.00 2026-02 2026-02-28',
    ],
  );
  assert.deepEqual(await totalsOf(late, '2026-01'), closed);
  assert.deepEqual(await house.owed(house.account, '2026-01-31'), ['0.00', '0.00']);
  assert.deepEqual(await totalsOf(late, '2026-02'), [
    '10.00',
    '1254.56',
    '300.00',
    '50.00',
    '1214.56',
    '300.00',
  ]);
  const { body } = await house.ask(getAccountStatement, {
    query: { personalAccountId: house.account, period: '2026-02' },
  });
  assert.deepEqual(
    body.items.map(({ debit, concernedPeriod }) => [debit, concernedPeriod]),
    [
      ['1234.56', '2025-11'],
      ['300.00', '2025-11'],
    ],
  );
  const again = await importOpening(stand.app, house.user, AS_OF, FILE);
  assert.equal(again.repeats, told.id);
});

test('they are debts of their own months: for their age, for penalties, and for payments', async () => {
  const { house } = await makeLateHouse();
  await importOpening(stand.app, house.user, AS_OF, FILE);
  today = parseDay('2026-03-31');
  const { body } = await house.ask(getDebtors, { query: { houseId: house.houseId } });
  const row = body.items.find(({ personalAccountId }) => personalAccountId === house.account);
  assert.deepEqual([row?.oldestMonth, row?.days91to180], ['2025-11', '1234.56']);
  // Due on 2025-12-10. From 03-01 on: 10 days to the 90th at 1/300, 21 at 1/130: 1234.56 × 9.5 % × (10 / 300 + 21 / 130) = 22.86.
  await house.accrue('2026-03-31');
  assert.deepEqual((await house.accruals()).flatMap(debtsInWords), [
    '2025-11 utilities 22.86 of 22.86',
  ]);
  const payment = await house.pay({
    personalAccountId: house.account,
    amount: '1500.00',
    paidOn: '2026-03-31',
  });
  assert.deepEqual(partsOf(payment), ['2025-11 1234.56', 'penalty 2025-11 265.44']);
});

test('the collection rate counts them with their own months, not with the one that they are booked in', async () => {
  const { house } = await makeLateHouse();
  const { id } = await importOpening(stand.app, house.user, AS_OF, FILE);
  await house.pay({ personalAccountId: house.account, amount: '617.28', paidOn: '2026-02-20' });
  const collected = async () => {
    const query = { houseId: house.houseId, periodFrom: '2025-10', periodTo: '2026-02' };
    const { body } = await house.ask(getCollection, { query });
    return body.items.map(({ period, charged, debtOfMonth, paidOfMonth }) =>
      [period, charged, debtOfMonth, paidOfMonth].join(' '),
    );
  };
  // Of February there is the 20.00 alone.
  assert.deepEqual(await collected(), [
    '2025-11 0.00 1234.56 617.28',
    '2026-01 10.00 10.00 0.00',
    '2026-02 1254.56 20.00 0.00',
  ]);
  await undoOpening(stand.app, house.user, id);
  assert.deepEqual(await collected(), ['2026-01 10.00 10.00 0.00', '2026-02 0.00 0.00 0.00']);
});

test('they can be taken back until the month that they are booked in is closed', async () => {
  const late = await makeLateHouse();
  const { house } = late;
  const first = await importOpening(stand.app, house.user, AS_OF, FILE);
  assert.equal((await undoOpening(stand.app, house.user, first.id)).undo, 'UNDONE');
  await assertInOrder(stand.db);
  assert.deepEqual(await house.owed(house.account), ['0.00', '0.00']);
  assert.deepEqual(await totalsOf(late, '2026-02'), [
    '10.00',
    '0.00',
    '0.00',
    '0.00',
    '10.00',
    '0.00',
  ]);
  const { id } = await importOpening(stand.app, house.user, AS_OF, FILE);
  const { cycleId } = await house.charge('2026-02', [[house.accounts[2] ?? 0, '10.00']]);
  today = parseDay('2026-03-20');
  assert.equal((await house.ask(closeCycle, { params: { cycleId } })).status, 200);
  const refused = await house.ask(undoOpeningImport, { params: { openingImportId: id } });
  assert.deepEqual([refused.status, refused.problem.code], [409, 'month-closed']);
});
