// Benefits over HTTP: entered in core, deducted by billing as a separate line. Figures are calculated by hand, for the previous
// month, which is over.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { listChargeOutliers } from '@kvartplata/contracts/billing/charge-outliers.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { explainCharge, listJobCharges } from '@kvartplata/contracts/billing/charges.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { exportBenefits } from '@kvartplata/contracts/billing/exports.ts';
import { createCorrection } from '@kvartplata/contracts/billing/corrections.ts';
import { getPaymentImport, importPayments } from '@kvartplata/contracts/billing/payment-imports.ts';
import { listPayments } from '@kvartplata/contracts/billing/payments.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { createBenefit, deleteBenefit } from '@kvartplata/contracts/core/benefits.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { listPersonalAccounts } from '@kvartplata/contracts/core/personal-accounts.ts';
import type { BenefitCategory } from '@kvartplata/domain/regulation/benefit/categories.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { computeMonth } from './testing/computed-month.ts';
import { makeServedHouse, type ServedHouse } from './testing/served-house.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

const MONTH = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth().subtract({ months: 1 });
const PERIOD = MONTH.toString();
const NEXT = MONTH.add({ months: 1 }).toString();

let services: ThreeServices;
let client: Client;
let call: Client['call'];
let organizationId: number;

before(async () => {
  services = await startThreeServices();
  client = clientOf(services, await signUp(services, 'owner'));
  ({ call } = client);
  ({ id: organizationId } = await call(createOrganization, { body: { name: 'Льготы' } }));
});
after(async () => services.stop());

const makeHouse = async (of = organizationId): Promise<ServedHouse> =>
  makeServedHouse(client, of, 'cold-water', MONTH);

/** Half of the part of one of the two persons of the house's first account: 1000.00 × 1/2 × 0.5. */
async function addBenefit(
  { houseId, houseServiceId }: ServedHouse,
  category: BenefitCategory = 'labour-veteran',
) {
  const { items } = await call(listPersonalAccounts, { query: { houseId } });
  const body = {
    category,
    share: '0.5',
    persons: 1,
    limit: 'norm',
    services: [houseServiceId],
    validFrom: `${PERIOD}-01`,
    basis: 'Удостоверение № 17',
  } as const;
  const params = { personalAccountId: items[0]?.id ?? 0 };
  return call(createBenefit, { params, body });
}

test('a benefit is a separate negative line that says whose it is and who pays', async () => {
  const house = await makeHouse();
  await addBenefit(house);
  const job = await computeMonth(client, { houseId: house.houseId }, PERIOD);
  const { items } = await call(listJobCharges, { params: { jobId: job.id } });
  assert.deepEqual(
    items.map(({ rateType, consumption, amount }) => [rateType, consumption, amount]),
    [
      ['norm', '10.000000', '1000.00'],
      ['benefit', '0.000000', '-250.00'],
      ['norm', '10.000000', '1000.00'],
    ],
  );
  const line = items[1];
  assert.ok(line);
  assert.equal(line.explanation.formula, '1000.00 × 1/2 × 0.5 taken off = -250.00');
  assert.equal(line.explanation.benefits?.benefits[0]?.category, 'labour-veteran');
  const { steps, agrees } = await call(explainCharge, { params: { chargeId: line.id } });
  assert.ok(agrees);
  assert.ok(steps.some(({ ru }) => ru.includes('Ветеран труда') && ru.includes('бюджет региона')));
});

test('the books have the remaining amount, and a benefit is not reported as an outlier', async () => {
  const { id } = await call(createOrganization, { body: { name: 'Льготы в книгах' } });
  const house = await makeHouse(id);
  const { houseId } = house;
  await addBenefit(house);
  const { billingCycleId } = await computeMonth(client, { houseId }, PERIOD);
  await call(applyCycle, { params: { cycleId: billingCycleId } });
  const query = { houseId, periodFrom: PERIOD, periodTo: PERIOD };
  const { accounts } = await call(getTurnoverBalance, { query });
  assert.deepEqual(
    accounts.map(({ charged, recalculated, closing }) => [
      charged,
      recalculated,
      closing.principal,
    ]),
    [
      ['750.00', '0.00', '750.00'],
      ['1000.00', '0.00', '1000.00'],
    ],
  );
  const odd = await call(listChargeOutliers, { query: { houseId, period: PERIOD } });
  assert.deepEqual(odd.items, []);
  await call(closeCycle, { params: { cycleId: billingCycleId } });
  const [header, ...rows] = await exportedRows({ houseId, period: PERIOD });
  assert.deepEqual(header?.slice(-3), ['Единица', 'Начислено', 'Льгота']);
  assert.deepEqual(
    rows.map((row) => [row[0], row[5], row[6], row[11], row[13], row[14]]),
    [[PERIOD, 'Бюджет региона', 'Ветеран труда', '10,000000', '1000,00', '250,00']],
  );
  const short = await exportedRows({ organizationId: id, period: PERIOD, profile: 'short' });
  assert.deepEqual(short[0]?.slice(0, 3), ['Лицевой счёт', 'Единый лицевой счёт', 'Категория']);
});

/** Corrects the month, and applies the next one, whose rows are returned. */
async function rowsOfCorrection(houseId: number): Promise<readonly (readonly string[])[]> {
  const correction = { houseId, periodFrom: PERIOD, periodTo: PERIOD, reason: 'Льгота' };
  await call(createCorrection, { body: { ...correction, dryRun: false } });
  const second = await computeMonth(client, { houseId }, NEXT);
  await call(applyCycle, { params: { cycleId: second.billingCycleId } });
  const [, ...rows] = await exportedRows({ houseId, period: NEXT });
  return rows;
}

async function exportedRows(query: {
  readonly houseId?: number;
  readonly organizationId?: number;
  readonly period: string;
  readonly profile?: 'short';
}): Promise<readonly (readonly string[])[]> {
  const answer = await client.callFile(exportBenefits, { query });
  const text = (await answer.text()).replace(/^\uFEFF/, '');
  return text
    .trim()
    .split('\r\n')
    .map((row) => row.split(';'));
}

for (const isClosed of [false, true])
  test(`a late benefit names its ${isClosed ? 'closed' : 'applied'} month, and a correction deducts it`, async () => {
    const body = { name: `Поздние льготы ${isClosed ? 1 : 2}` };
    const { id } = await call(createOrganization, { body });
    const house = await makeHouse(id);
    const { houseId } = house;
    const { billingCycleId } = await computeMonth(client, { houseId }, PERIOD);
    const params = { cycleId: billingCycleId };
    await call(applyCycle, { params });
    if (isClosed) await call(closeCycle, { params });
    const benefit = await addBenefit(house);
    assert.deepEqual(benefit.appliedMonths, [PERIOD]);
    const reason = 'Документы о льготе';
    const correction = { houseId, periodFrom: PERIOD, periodTo: PERIOD, reason, dryRun: false };
    const outcome = await call(createCorrection, { body: correction });
    assert.deepEqual([outcome.amount, outcome.lineCount], ['-250.00', 1]);
    assert.equal((await call(createCorrection, { body: correction })).id, null);
    assert.equal((await exportedRows({ houseId, period: NEXT })).length, 1, 'not booked yet');
    await call(deleteBenefit, { params: { benefitId: benefit.id } });
    assert.equal((await call(createCorrection, { body: correction })).amount, '250.00');
  });

test('a correction is claimed in the month that books it, under the month that it is for', async () => {
  const { id } = await call(createOrganization, { body: { name: 'Льготы задним числом' } });
  const { houseId, ...house } = await makeHouse(id);
  const first = await computeMonth(client, { houseId }, PERIOD);
  await call(applyCycle, { params: { cycleId: first.billingCycleId } });
  await addBenefit({ houseId, ...house });
  const rows = await rowsOfCorrection(houseId);
  assert.deepEqual(
    rows.map((row) => [row[0], row[11], row[13], row[14]]),
    [
      [NEXT, '10,000000', '1000,00', '250,00'],
      [PERIOD, '', '1000,00', '250,00'],
    ],
  );
});

test('the same sum of another category moves to its budget once the line is reversed and the month corrected', async () => {
  const { id } = await call(createOrganization, { body: { name: 'Другой бюджет' } });
  const house = await makeHouse(id);
  const { houseId } = house;
  const { id: benefitId } = await addBenefit(house);
  const first = await computeMonth(client, { houseId }, PERIOD);
  const params = { cycleId: first.billingCycleId };
  await call(applyCycle, { params });
  await call(closeCycle, { params });
  await call(deleteBenefit, { params: { benefitId } });
  await addBenefit(house, 'disabled');
  const reason = 'Категория указана неверно';
  const correction = { houseId, periodFrom: PERIOD, periodTo: PERIOD, reason, dryRun: false };
  assert.equal((await call(createCorrection, { body: correction })).id, null);

  const { items } = await call(listJobCharges, { params: { jobId: first.id } });
  const chargeId = items.find(({ rateType }) => rateType === 'benefit')?.id ?? 0;
  await call(reverseCharge, { params: { chargeId }, body: { reason } });
  assert.equal((await call(createCorrection, { body: correction })).amount, '-250.00');
  const second = await computeMonth(client, { houseId }, NEXT);
  await call(applyCycle, { params: { cycleId: second.billingCycleId } });
  const [, ...rows] = await exportedRows({ houseId, period: NEXT });
  assert.deepEqual(
    rows.map((row) => [row[0], row[5], row[14]]),
    [
      [NEXT, 'Федеральный бюджет', '250,00'],
      [PERIOD, 'Федеральный бюджет', '250,00'],
      [PERIOD, 'Бюджет региона', '-250,00'],
    ],
  );
});

test('a reversed line of a closed month is returned in the month of its storno, and a correction claims it again', async () => {
  const { id } = await call(createOrganization, { body: { name: 'Сторно льготы' } });
  const { houseId, ...house } = await makeHouse(id);
  await addBenefit({ houseId, ...house });
  const first = await computeMonth(client, { houseId }, PERIOD);
  const params = { cycleId: first.billingCycleId };
  await call(applyCycle, { params });
  await call(closeCycle, { params });
  const sent = await exportedRows({ houseId, period: PERIOD });
  const { items } = await call(listJobCharges, { params: { jobId: first.id } });
  const chargeId = items.find(({ rateType }) => rateType === 'benefit')?.id ?? 0;
  await call(reverseCharge, { params: { chargeId }, body: { reason: 'Удостоверение не то' } });
  assert.deepEqual(await exportedRows({ houseId, period: PERIOD }), sent);

  const rows = await rowsOfCorrection(houseId);
  assert.deepEqual(
    rows.map((row) => [row[0], row[6], row[11], row[13], row[14]]),
    [
      [NEXT, 'Ветеран труда', '10,000000', '1000,00', '250,00'],
      [PERIOD, 'Ветеран труда', '', '1000,00', '250,00'],
      [PERIOD, 'Ветеран труда', '', '0,00', '-250,00'],
    ],
  );
});

test('an answer of social protection is booked as payments, and its refusals are listed with reasons', async () => {
  const { id } = await call(createOrganization, { body: { name: 'Субсидии' } });
  const { houseId } = await makeHouse(id);
  const { items } = await call(listPersonalAccounts, { query: { houseId } });
  const [granted, refused] = items.map(({ accountNumber }) => accountNumber);
  const content = [
    'Лицевой счёт;Месяц;Решение;Причина отказа;Сумма субсидии;Дата',
    `${granted};${PERIOD};Принято;;120,50;${PERIOD}-10`,
    `${refused};${PERIOD};Отказано;истекла справка;;`,
  ].join('\r\n');
  const send = async () => {
    const body = new FormData();
    body.append('file', new Blob([content]), 'subsidii.csv');
    const sent = await call(importPayments, {
      query: { profile: 'subsidy', organizationId: id },
      body,
    });
    let done = await call(getPaymentImport, { params: { paymentImportId: sent.id } });
    await until(`registry ${sent.id} is booked`, async () => {
      done = await call(getPaymentImport, { params: { paymentImportId: sent.id } });
      return done.status === 'COMPLETED';
    });
    return done;
  };
  const taken = await send();
  assert.deepEqual([taken.matched, taken.rejected, taken.matchedAmount], [1, 1, '120.50']);
  assert.equal(
    taken.reasons[0]?.messageRu,
    `соцзащита отказала по счёту ${refused}: истекла справка`,
  );
  const again = await send();
  assert.deepEqual([again.matched, again.rejected], [0, 2]);
  const { items: payments } = await call(listPayments, { query: { houseId } });
  assert.deepEqual(
    payments.map(({ source, amount }) => [source, amount]),
    [['subsidy', '120.50']],
  );
});
