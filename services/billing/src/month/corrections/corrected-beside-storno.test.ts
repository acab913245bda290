// A charge is reversed while a correction that has read it as standing is about to be booked.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { listHouseCharges } from '@kvartplata/contracts/billing/charges.ts';
import { createCorrection } from '@kvartplata/contracts/billing/corrections.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { sql } from 'kysely';
import { holdHouses } from '../../books/cycles/cycles.service.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { putTariff } from '../../testing/core-facts.ts';
import { ask, calculate, readAll, seedHouse } from '../../testing/test-user.ts';

let stand: BillingStand;
before(async () => {
  stand = await startBillingStand();
});
after(async () => stand.stop());

/** How many transactions wait for a house. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_locks
    where locktype = 'advisory' and classid = hashtext('charged-houses')::oid and not granted
      and database = (select oid from pg_database where datname = current_database())
  `.execute(stand.db);
  return rows[0]?.count ?? 0;
}

test('the correction is computed again, and charges in full what was reversed', async () => {
  const owner = await stand.newUser();
  const { houseId, months } = await seedHouse(stand.coreUrl, owner);
  const period = months[1] ?? '';
  const { billingCycleId } = await calculate(stand.app, owner, { houseId }, period);
  await ask(stand.app, owner, applyCycle, { params: { cycleId: billingCycleId } });
  const charges = await readAll(stand.app, owner, listHouseCharges, {
    params: { houseId },
    query: { period, limit: 200 },
  });
  const reversed = charges.find(
    ({ serviceCode, accountNumber }) => serviceCode === 'upkeep' && accountNumber === 'LS01',
  );
  await putTariff(stand.coreUrl, owner, { houseId, code: 'upkeep', value: '40.00' });
  const [stornoed, corrected] = await stand.db.transaction().execute(async (trx) => {
    await holdHouses(trx, [houseId]);
    const storno = ask(stand.app, owner, reverseCharge, {
      params: { chargeId: reversed?.id },
      body: { reason: 'по ошибке' },
    });
    await until('the storno waits for the house', async () => (await waiting()) === 1);
    const correction = ask(stand.app, owner, createCorrection, {
      body: { houseId, periodFrom: period, periodTo: period, reason: 'Тариф' },
    });
    await until('the correction waits too', async () => (await waiting()) === 2);
    return [storno, correction] as const;
  });
  assert.equal((await stornoed).status, 200);
  const { status, body } = await corrected;
  assert.equal(status, 201);
  const line = body.lines.find(({ accountNumber }) => accountNumber === 'LS01');
  assert.deepEqual([line?.booked, line?.amount], ['0.00', line?.replayed]);
});
