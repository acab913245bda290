// Penalties on opening debts: on the principal alone, by the days of delay from the due day, from the opening on.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import { debtsInWords, makeAccruingHouse, type AccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { HEADER, importOpening, toldOf, undoOpening } from '../../testing/opening-files.ts';
import { inCore } from '../../testing/test-user.ts';

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

describe('debts of a month from several files', () => {
  const DEBTS = `${HEADER}\nLS01;2025-11;principal;;1000.00\n`;
  const REPAIRS = `${HEADER}\nLS01;2025-11;principal;major-repairs;900.00\n`;
  const MORE = `${HEADER}\nLS01;2025-11;principal;upkeep;50.00\n`;

  test('contributions for major repairs are counted from the month of their own file', async () => {
    const house = await makeAccruingHouse(stand);
    await addMajorRepairs(house);
    await importOpening(stand.app, house.user, { asOf: '2026-02' }, DEBTS);
    // February is 28 days at 1/300: 1000 × 9.5 % / 300 × 28 = 8.87.
    await house.accrue('2026-02-28');
    assert.deepEqual(await house.owed(house.account), ['1000.00', '8.87']);
    await importOpening(stand.app, house.user, { asOf: '2026-03' }, REPAIRS);
    // The 91st day is 2026-03-11: 1000 × 9.5 % × (38 / 300 + 21 / 130) = 27.38; 900 × 9.5 % / 300 × 31 = 8.84.
    await house.accrue('2026-03-31');
    assert.deepEqual((await house.accruals()).flatMap(debtsInWords).toSorted(), [
      '2025-11 major-repairs 8.84 of 8.84',
      '2025-11 utilities 18.51 of 27.38',
      '2025-11 utilities 8.87 of 8.87',
    ]);
    assert.deepEqual(await house.owed(house.account), ['1900.00', '36.22']);
  });

  test('those of one kind are counted from one month: a file that names another is refused', async () => {
    const house = await makeAccruingHouse(stand);
    await importOpening(stand.app, house.user, { asOf: '2026-02' }, DEBTS);
    const later = await importOpening(stand.app, house.user, { asOf: '2026-03' }, MORE);
    assert.equal(toldOf(later), 'FAILED 1 0 1 · 0.00 0.00 0.00 · counted-from-differs 1 from 2');
    const named = await importOpening(stand.app, house.user, { asOf: '2026-02' }, MORE);
    assert.equal(toldOf(named), 'COMPLETED 1 1 0 · 50.00 0.00 0.00');
    // Other kinds of sums bear no penalties, and an undone file counts nothing.
    const penalty = `${HEADER}\nLS01;2025-11;penalty;;7.00\nLS01;2025-11;advance;;8.00\n`;
    const beside = await importOpening(stand.app, house.user, { asOf: '2026-03' }, penalty);
    assert.equal(toldOf(beside), 'COMPLETED 2 2 0 · 0.00 7.00 8.00');
    const again = await makeAccruingHouse(stand);
    const { id } = await importOpening(stand.app, again.user, { asOf: '2026-02' }, DEBTS);
    await undoOpening(stand.app, again.user, id);
    const instead = await importOpening(stand.app, again.user, { asOf: '2026-03' }, MORE);
    assert.equal(toldOf(instead), 'COMPLETED 1 1 0 · 50.00 0.00 0.00');
  });
});

async function addMajorRepairs({ user, houseId }: AccruingHouse): Promise<void> {
  const { call } = inCore(stand, user);
  const { items } = await call(listUtilityServices, { query: { limit: 200 } });
  const service = items.find(({ code }) => code === 'major-repairs');
  assert.ok(service);
  await call(createHouseService, {
    params: { houseId },
    body: { utilityServiceId: service.id, method: 'area', validFrom: '2020-01-01' },
  });
}
