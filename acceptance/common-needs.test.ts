// Common-house needs by Rules 491, p. 29(2)–29(3), over HTTP: the four methods, and a year recalculated to the house-wide meter.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { createCalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { explainCharge, listHouseCharges } from '@kvartplata/contracts/billing/charges.ts';
import { createCorrection, getCorrection } from '@kvartplata/contracts/billing/corrections.ts';
import {
  correctCommonNeedsYear,
  getYearCorrection,
  listYearCorrections,
  type YearTrial,
} from '@kvartplata/contracts/billing/year-corrections.ts';
import { createAccountTransfer } from '@kvartplata/contracts/core/account-transfers.ts';
import { getHouseService, replaceHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { getHouse, replaceHouse } from '@kvartplata/contracts/core/houses.ts';
import { listReadings, replaceReading } from '@kvartplata/contracts/core/readings.ts';
import type { CommonNeedsMethod } from '@kvartplata/domain/charging/house-facts.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { computeMonth } from './testing/computed-month.ts';
import {
  billMonths,
  makeMeteredHouse,
  readCommon,
  type MeteredHouse,
} from './testing/metered-house.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

let services: ThreeServices;
let client: Client;

before(async () => {
  services = await startThreeServices();
  client = clientOf(services, await signUp(services, 'owner'));
});
after(async () => services.stop());

const tenEach = Array.from({ length: 12 }, () => 10);

/** The month's charges for common-house needs by account, without corrections. */
async function needsOf({ houseId, commonService }: MeteredHouse, period: string) {
  const { items } = await client.call(listHouseCharges, {
    params: { houseId },
    query: { period, limit: 200 },
  });
  return items
    .filter((one) => one.houseServiceId === commonService && one.correctionId === null)
    .map(({ amount }) => amount);
}

async function computed(house: MeteredHouse, period: string) {
  const { houseId } = house;
  const job = await computeMonth(client, { houseId }, period);
  return { job, needs: await needsOf(house, period) };
}

async function tryYear({ houseId }: MeteredHouse, year: number): Promise<YearTrial> {
  const tried = await client.call(correctCommonNeedsYear, {
    body: { houseId, year, dryRun: true },
  });
  assert.ok('lines' in tried);
  return tried;
}

const amountsOf = ({ lines }: YearTrial) =>
  lines.map(({ personalAccountId, amount }) => [personalAccountId, amount]);

async function settle({ houseId }: MeteredHouse, commonNeedsMethod: CommonNeedsMethod) {
  const { address, commonArea } = await client.call(getHouse, { params: { houseId } });
  const body = { address, commonArea, commonNeedsMethod };
  return client.call(replaceHouse, { params: { houseId }, body });
}

/** The common consumption of a year that was billed elsewhere. */
async function stateYear(
  { commonService: houseServiceId }: MeteredHouse,
  stated: { readonly year: number; readonly volume: string },
): Promise<void> {
  const params = { houseServiceId };
  const { utilityServiceId, method, validFrom } = await client.call(getHouseService, { params });
  const body = { utilityServiceId, method, validFrom, yearVolumes: [stated] };
  await client.call(replaceHouseService, { params, body });
}

async function refusalOf(asked: Promise<unknown>): Promise<string> {
  const refused = await asked.then(
    () => assert.fail('it is not refused'),
    (error: unknown) => error,
  );
  return (refused as { readonly problem: { readonly code: string } }).problem.code;
}

describe('a year charged by the norm, with 120 m³ by the meter', () => {
  let house: MeteredHouse;
  let large: number;
  let small: number;

  before(async () => {
    house = await makeMeteredHouse(client, 'Годовая', 'norm-yearly');
    [large, small] = house.accounts;
    await readCommon(client, house, '2025-01', tenEach);
    await billMonths(client, house, '2025-01', 12);
  });

  test('is 180.00 and 120.00 a month', async () => {
    for (const period of ['2025-01', '2025-12'])
      assert.deepEqual(await needsOf(house, period), ['180.00', '120.00']);
  });

  test('is corrected by 1440.00 and 960.00, offered in instalments, each line with its reason', async () => {
    const tried = await tryYear(house, 2025);
    assert.deepEqual(amountsOf(tried), [
      [large, '1440.00'],
      [small, '960.00'],
    ]);
    assert.deepEqual(
      [tried.amount, tried.period, tried.kind],
      ['2400.00', '2026-01', 'common-needs'],
    );
    const [line] = tried.lines;
    assert.deepEqual(
      [line?.charged, line?.due, line?.consumption, line?.instalmentOffered],
      ['2160.00', '3600.00', '28.800000', true],
    );
    assert.equal(line?.reason, 'Перерасчёт общедомовых нужд за 2025 год по показаниям прибора');
  });

  test('is booked once, as lines of the next month with explanations', async () => {
    const { houseId } = house;
    const body = { houseId, year: 2025, dryRun: false };
    const asked = { body, idempotencyKey: 'year-1' };
    const { status, answer, headers } = await client.callWhole(correctCommonNeedsYear, asked);
    assert.ok('id' in answer);
    assert.deepEqual([status, answer.status, answer.amount], [202, 'COMPLETED', '2400.00']);
    assert.deepEqual([answer.startedAt, answer.finishedAt], [answer.createdAt, answer.createdAt]);
    const again = await client.callWhole(correctCommonNeedsYear, asked);
    assert.deepEqual([again.status, again.answer], [202, answer]);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    const yearCorrectionId = answer.id;
    assert.ok(headers.get('location')?.endsWith(`/corrections/years/${yearCorrectionId}`));
    assert.deepEqual(
      await client.call(getYearCorrection, { params: { yearCorrectionId } }),
      answer,
    );
    const { items } = await client.call(listYearCorrections, { query: { houseId } });
    assert.deepEqual(items, [answer]);
    const correction = await client.call(getCorrection, {
      params: { correctionId: answer.correctionId ?? 0 },
    });
    const amounts = correction.lines.map(({ amount, stood }) => [amount, stood.length]);
    assert.deepEqual(amounts, [
      ['1440.00', 12],
      ['960.00', 12],
    ]);
    const chargeId = correction.lines[0]?.chargeId ?? 0;
    const explained = await client.call(explainCharge, { params: { chargeId } });
    assert.deepEqual(
      [explained.rateType, explained.explanation.rule, explained.agrees],
      ['recalculation', 'common-needs-year', true],
    );
    assert.match(explained.steps[0]?.article?.ru ?? '', /Правила № 491, п. 29\(2\), 29\(3\)/);
    assert.equal(explained.steps.at(-1)?.en, '3600.00 − 2160.00 = 1440.00 ₽.');
    for (const dryRun of [true, false])
      assert.equal(
        await refusalOf(client.call(correctCommonNeedsYear, { body: { ...body, dryRun } })),
        'year-corrected',
      );
  });

  test('leaves nothing of its months for another correction', async () => {
    const { houseId } = house;
    await settle(house, 'actual');
    const asked = { houseId, periodFrom: '2025-02', periodTo: '2025-03', reason: 'Проверка' };
    const tried = await client.call(createCorrection, { body: { ...asked, dryRun: true } });
    assert.deepEqual(
      [tried.lineCount, tried.skipped.map(({ reason }) => reason)],
      [0, Array.from({ length: 4 }, () => 'year-settled')],
    );
  });

  test('gives the mean month of the next one: 10 m³', async () => {
    await settle(house, 'average-yearly');
    assert.deepEqual((await computed(house, '2026-01')).needs, ['300.00', '200.00']);
    await readCommon(client, house, '2026-01', [30], 340);
    const { houseId } = house;
    const tryMethod = async (commonNeedsMethod: CommonNeedsMethod) => {
      const tried = await client.call(createCalculationJob, {
        query: { dryRun: true },
        body: { houseId, year: 2026, month: 1, overrides: { commonNeedsMethod } },
      });
      assert.ok('totals' in tried);
      return tried.totals.after;
    };
    // 500.00 of the rooms, and 300.00, 500.00, 1500.00 or 300.00 in common.
    assert.deepEqual(
      [
        await tryMethod('norm-yearly'),
        await tryMethod('average-yearly'),
        await tryMethod('actual'),
        await tryMethod('capped'),
      ],
      ['800.00', '1000.00', '2000.00', '800.00'],
    );
  });
});

test('a year with 40 m³ by the meter is refunded by months of ownership, whenever the water was used', async () => {
  const house = await makeMeteredHouse(client, 'Переданная', 'norm-yearly');
  const [large, small] = house.accounts;
  await readCommon(client, house, '2025-01', [...Array.from({ length: 11 }, () => 0), 40]);
  const { id: next } = await client.call(createAccountTransfer, {
    params: { personalAccountId: large },
    body: { on: '2025-04-01', payer: 'Сидорова А. А.', registeredPersons: 1 },
  });
  await billMonths(client, house, '2025-01', 12);
  assert.deepEqual(amountsOf(await tryYear(house, 2025)), [
    [large, '-240.00'],
    [small, '-640.00'],
    [next, '-720.00'],
  ]);
});

test('by the meter: −10, then +30 are 0.00, then 600.00 and 400.00, and corrections use the carried volume', async () => {
  const house = await makeMeteredHouse(client, 'Отрицательная', 'actual');
  const { houseId, meterId } = house;
  await readCommon(client, house, '2025-01', [-10, 30]);
  await billMonths(client, house, '2025-01', 2);
  assert.deepEqual(await needsOf(house, '2025-01'), ['0.00', '0.00']);
  assert.deepEqual(await needsOf(house, '2025-02'), ['600.00', '400.00']);
  const { items } = await client.call(listReadings, { params: { meterId }, query: { limit: 200 } });
  const read = async (period: string, value: string) => {
    const found = items.find((one) => one.period === period);
    assert.ok(found);
    const { takenOn, source } = found;
    const body = { period, takenOn, source, value };
    await client.call(replaceReading, { params: { readingId: found.id }, body });
  };
  const correct = async (periodFrom: string) => {
    const body = { houseId, periodFrom, periodTo: '2025-02', reason: 'Показание исправлено' };
    return (await client.call(createCorrection, { body })).lines.map(({ amount }) => amount);
  };
  // Consumption moved to the first month is missing in the second: the carried volume makes up for it.
  await read('2025-01', '104');
  assert.deepEqual(await correct('2025-01'), []);
  // 6 of the first month are carried, as stored: 10 m³ more are 300.00 and 200.00.
  await read('2025-02', '150');
  assert.deepEqual(await correct('2025-02'), ['300.00', '200.00']);
  assert.deepEqual(await correct('2025-01'), []);
});

test('the mean month of an unknown year is refused, and so is a year that cannot be recalculated', async () => {
  const house = await makeMeteredHouse(client, 'Новая', 'norm-yearly');
  const { houseId } = house;
  const ask = async (year: number) =>
    refusalOf(client.call(correctCommonNeedsYear, { body: { houseId, year, dryRun: true } }));
  assert.equal(await ask(2025), 'months-missing');
  assert.equal(await ask(new Date().getFullYear()), 'year-not-over');
  await readCommon(client, house, '2025-01', [10, 10, 10]);
  await billMonths(client, house, '2025-01', 1);
  assert.equal(await ask(2025), 'months-missing');
  await settle(house, 'actual');
  await billMonths(client, house, '2025-02', 1);
  assert.equal(await ask(2025), 'method-changed');
  await settle(house, 'average-yearly');
  const { job, needs } = await computed(house, '2025-03');
  assert.deepEqual(needs, []);
  assert.deepEqual(
    job.skipped.map(({ reason, facts }) => [reason, facts.year]),
    [
      ['year-before-missing', 2024],
      ['year-before-missing', 2024],
    ],
  );
  await stateYear(house, { year: 2024, volume: '96' });
  assert.deepEqual((await computed(house, '2025-03')).needs, ['240.00', '160.00']);
  const capped = await makeMeteredHouse(client, 'Ограниченная', 'capped');
  await readCommon(client, capped, '2025-01', [10]);
  await billMonths(client, capped, '2025-01', 1);
  const body = { houseId: capped.houseId, year: 2025, dryRun: true };
  assert.equal(await refusalOf(client.call(correctCommonNeedsYear, { body })), 'method-not-yearly');
});
