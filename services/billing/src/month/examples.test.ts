// Produces the OpenAPI document's examples of a month, from its calculation to its seal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import {
  cancelCalculationJob,
  createCalculationJob,
  getCalculationJob,
  listCalculationJobs,
  getAccountSkips,
  listSkippedAccounts,
  watchCalculationJob,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { BILLING } from '@kvartplata/contracts/billing/catalogue.ts';
import { listChargeOutliers } from '@kvartplata/contracts/billing/charge-outliers.ts';
import {
  explainCharge,
  listCharges,
  listHouseCharges,
  listJobCharges,
} from '@kvartplata/contracts/billing/charges.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import {
  acceptCheck,
  acceptRemarks,
  exportRemarks,
  listCheckRows,
  listClosingChecks,
  listRemarks,
} from '@kvartplata/contracts/billing/closing-checks.ts';
import {
  createCorrection,
  getCorrection,
  listCorrections,
} from '@kvartplata/contracts/billing/corrections.ts';
import {
  getCheckpoint,
  getMonthSeal,
  getReceiptProof,
  getSealsKey,
} from '@kvartplata/contracts/billing/seals.ts';
import {
  correctCommonNeedsYear,
  correctHeatingYear,
  getYearCorrection,
  listYearCorrections,
} from '@kvartplata/contracts/billing/year-corrections.ts';
import { replaceHouse } from '@kvartplata/contracts/core/houses.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import {
  openExampleBook,
  operationsAbout,
  type ExampleBook,
} from '@kvartplata/platform/testing/example-book.ts';
import { startOwnStand, type BillingStand } from '../testing/billing-stand.ts';
import { putTariff } from '../testing/core-facts.ts';
import { makeMeteredHouse, type MeteredHouse } from '../testing/metered-house.ts';
import { calculate, inBilling } from '../testing/test-user.ts';

const EXAMPLES = new URL('../../../../contracts/billing/examples/month.json', import.meta.url);
const TAGS = ['calculation-jobs', 'charges', 'corrections', 'closing-checks', 'seals'];

test('the service answers as the documented examples of a month', async (t) => {
  const today = parseDay('2026-01-15');
  const stand = await startOwnStand({ works: false, today: () => today });
  t.after(async () => stand.stop());
  const { app, coreUrl } = stand;
  const book = openExampleBook(app, operationsAbout(BILLING, TAGS), EXAMPLES);
  const user = await stand.newUser();
  const house = await makeMeteredHouse(stand, user);
  await house.addService('upkeep', 'area');
  const water = await house.addService('cold-water', 'meter', '3.1');
  const meterId = await house.addMeter(water, 'cold-water');
  await house.read(meterId, { '2025-01': '4', '2025-02': '44' });
  const { houseId, accountId: personalAccountId } = house;
  const { call, callFile } = inBilling(app, user);

  const asked = { houseId, year: 2025, month: 1 };
  const waiting = await call(createCalculationJob, { body: asked });
  assert.ok('id' in waiting);
  await call(cancelCalculationJob, { params: { jobId: waiting.id } });
  const worker = await stand.startWorker();
  const january = await book.aside(async () => calculate(app, user, { houseId }, '2025-01'));
  const ofJanuary = { params: { cycleId: january.billingCycleId } };
  await call(applyCycle, ofJanuary);
  await call(closeCycle, ofJanuary);
  await call(getMonthSeal, ofJanuary);
  await call(getSealsKey);
  await call(getCheckpoint, { query: { since: 0 } });
  await call(getReceiptProof, { ...ofJanuary, query: { personalAccountId } });

  await heat(house);
  const february = await book.aside(async () => calculate(app, user, { houseId }, '2025-02'));
  const ofJob = { params: { jobId: february.id } };
  await call(getCalculationJob, ofJob);
  await call(listCalculationJobs, { query: { organizationId: house.organizationId, limit: 2 } });
  await call(listSkippedAccounts, ofJob);
  await call(getAccountSkips, {
    params: { personalAccountId: february.skipped[0]?.personalAccountId ?? 0 },
  });
  await (await callFile(watchCalculationJob, ofJob)).text();

  const period = '2025-02';
  const { items } = await call(listCharges, { query: { personalAccountId, period } });
  await call(listHouseCharges, { params: { houseId }, query: { period, limit: 1 } });
  await call(listJobCharges, { ...ofJob, query: { limit: 1 } });
  await call(explainCharge, { params: { chargeId: items[0]?.id ?? 0 } });
  await call(listChargeOutliers, { query: { houseId, period } });

  const cycleId = february.billingCycleId;
  await call(listClosingChecks, { params: { cycleId } });
  const outliers = { params: { cycleId, check: 'outliers' } } as const;
  await call(listCheckRows, outliers);
  const note = 'Прорвало трубу, акт от 3 марта';
  await call(acceptCheck, { ...outliers, body: { note }, idempotencyKey: 'february-outliers' });
  await call(acceptRemarks, {
    params: { cycleId },
    body: { houseId, note },
    idempotencyKey: 'february-house',
  });
  await call(listRemarks, { params: { cycleId }, query: { houseId, isOpen: false } });
  await (
    await callFile(exportRemarks, { params: { cycleId }, query: { format: 'xlsx' } })
  ).arrayBuffer();

  await putTariff(coreUrl, user, { houseId, code: 'upkeep', value: '101.5' });
  const correction = await call(createCorrection, {
    body: { houseId, periodFrom: '2025-01', periodTo: '2025-01', reason: 'Тариф исправлен' },
    idempotencyKey: 'upkeep-of-january',
  });
  await call(listCorrections, { query: { houseId } });
  await call(getCorrection, { params: { correctionId: correction.id ?? 0 } });
  await recalculateYear(stand, book);

  assert.equal(await worker.stop(), 0);
  book.close();
});

/**
 * A second house, whose common needs were charged by the norm: its meter has counted 10 m³ a month in common. Its heating was
 * charged evenly by the year before.
 */
async function recalculateYear(stand: BillingStand, book: ExampleBook): Promise<void> {
  const { app } = stand;
  const user = await stand.newUser();
  const house = await makeMeteredHouse(stand, user);
  const { houseId } = house;
  const { call } = inBilling(app, user);
  await house.call(replaceHouse, {
    params: { houseId },
    body: { address: 'ул. Мира, 2', commonArea: '300', commonNeedsMethod: 'norm-yearly' },
  });
  await house.addService('cold-water', 'norm', '5');
  const common = await house.addService('cold-water-odn', 'odn', '0.02');
  const meterId = await house.addMeter(common, 'cold-water-house');
  await heatEvenly(house);
  for (let month = 1; month <= 12; month++) {
    const period = `2025-${String(month).padStart(2, '0')}`;
    await house.read(meterId, { [period]: String(20 * month) });
    await book.aside(async () => {
      const { billingCycleId: cycleId } = await calculate(app, user, { houseId }, period);
      await call(applyCycle, { params: { cycleId } });
    });
  }
  const body = { houseId, year: 2025 };
  const booked = await call(correctCommonNeedsYear, { body, idempotencyKey: 'needs-of-2025' });
  await call(listYearCorrections, { query: { houseId } });
  const yearCorrectionId = 'id' in booked ? booked.id : 0;
  await call(getYearCorrection, { params: { yearCorrectionId } });
  await call(correctHeatingYear, { body: { houseId, year: 2025, dryRun: true } });
}

async function heatEvenly({ call, houseId }: MeteredHouse): Promise<void> {
  const { items } = await call(listUtilityServices, { query: { limit: 200 } });
  const { id: houseServiceId } = await call(createHouseService, {
    params: { houseId },
    body: {
      utilityServiceId: items.find(({ code }) => code === 'heating')?.id ?? 0,
      method: 'heating',
      heatingMode: 'even-by-meter',
      yearVolumes: [
        { year: 2024, volume: '11.4' },
        { year: 2025, volume: '12' },
      ],
      validFrom: '2025-01-01',
    },
  });
  const tariff = { value: '2000', validFrom: '2025-01-01', basis: 'Приказ № 7' };
  await call(createTariff, { params: { houseServiceId }, body: tariff });
}

/** From February on, with unknown months of the season. */
async function heat({ call, houseId }: MeteredHouse): Promise<void> {
  const { items } = await call(listUtilityServices, { query: { limit: 200 } });
  const utilityServiceId = items.find(({ code }) => code === 'heating')?.id ?? 0;
  const body = { utilityServiceId, method: 'heating', validFrom: '2025-02-01' } as const;
  await call(createHouseService, { params: { houseId }, body });
}
