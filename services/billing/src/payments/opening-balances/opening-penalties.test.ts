// Penalties on opening debts: on the principal alone, by the days of delay from the due day, from the opening on.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { debtsInWords, makeAccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { HEADER, importOpening, undoOpening } from '../../testing/opening-files.ts';

let stand: BillingStand;

before(async () => {
  stand = await startBillingStand();
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

const FILE = `${HEADER}\nLS01;2025-11;principal;;1234.56\nLS01;2025-11;penalty;;300.00\n`;

test('penalties count from the 31st day after the due day, on the principal only', async () => {
  const house = await makeAccruingHouse(stand);
  const { id } = await importOpening(stand.app, house.user, { asOf: '2026-01' }, FILE);
  await house.accrue('2026-01-09');
  assert.deepEqual(await house.accruals(), []);
  // 2026-01-10 to 2026-02-10 are 32 days: 1234.56 × 9.5 % / 300 × 32 = 12.51.
  await house.accrue('2026-02-10');
  const [accrual] = await house.accruals();
  assert.ok(accrual);
  assert.deepEqual(debtsInWords(accrual), ['2025-11 utilities 12.51 of 12.51']);
  assert.deepEqual(await house.owed(house.account), ['1234.56', '312.51']);
  await undoOpening(stand.app, house.user, id);
  assert.deepEqual(await house.owed(house.account), ['0.00', '12.51']);
  await house.accrue('2026-02-11');
  assert.deepEqual(await house.owed(house.account), ['0.00', '0.00']);
});

test('penalties count from the month of the opening if that is later: earlier ones are in the file', async () => {
  const house = await makeAccruingHouse(stand);
  await importOpening(stand.app, house.user, { asOf: '2026-04' }, FILE);
  await house.accrue('2026-03-31');
  assert.deepEqual(await house.accruals(), []);
  // The 91st day after 2025-12-10 is 2026-03-11: April is 30 days at 1/130, 1234.56 × 9.5 % / 130 × 30 = 27.07.
  await house.accrue('2026-04-30');
  const [accrual] = await house.accruals();
  assert.ok(accrual);
  assert.deepEqual(debtsInWords(accrual), ['2025-11 utilities 27.07 of 27.07']);
  assert.deepEqual(
    accrual.debts.map(({ dueDate, lines }) =>
      [dueDate, lines.map(({ from, to }) => `${from} ${to}`).join()].join(': '),
    ),
    ['2025-12-10: 2026-04-01 2026-04-30'],
  );
});
