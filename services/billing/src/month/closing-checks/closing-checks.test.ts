// The closing checks: a house without remarks, and then each remark by itself.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { acceptCheck, type CheckRow } from '@kvartplata/contracts/billing/closing-checks.ts';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import {
  closeUnidentifiedPayment,
  listUnidentifiedPayments,
} from '@kvartplata/contracts/billing/unidentified-payments.ts';
import {
  createHouseService,
  listHouseServices,
} from '@kvartplata/contracts/core/house-services.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { createMeter } from '@kvartplata/contracts/core/meters.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import type pg from 'pg';
import { makeAccruingHouse, type AccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { checksOf, writeCharge } from '../../testing/checked-month.ts';
import { importRegistry } from '../../testing/registry-files.ts';
import { inCore, readAll } from '../../testing/test-user.ts';

const MONTH = '2026-03';
const MISSING = { serialNumber: 'ХВ-7', because: 'reading-missing', period: 1 };
const UNREAD = { unread: [MISSING] };
const AVERAGE = { months: 6, volume: '12.000', days: 31 };
/** Ids that core gives to no service, however many tests share it. */
const [WATER, COMMON, HEAT] = [900_071, 900_072, 900_075];
const UNKNOWN = 900_990;

let stand: BillingStand;
let owner: pg.Pool;
let house: AccruingHouse;
let january: number;
let march: number;

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
  house = await makeAccruingHouse(stand);
  ({ cycleId: january } = await house.charge('2026-01', [[account(0), '100.00']]));
  ({ cycleId: march } = await house.draft(MONTH, [[account(0), '100.00']]));
});
after(async () => stand.stop());

function account(nth: number): number {
  return house.accounts[nth] ?? 0;
}

const checks = async (cycleId = march) => checksOf(stand, house.user, cycleId);

const core = (): Client => inCore(stand, house.user);

test('an applied month without anything remarkable is in order', async () => {
  const found = Object.values(await checks(january));
  assert.deepEqual(
    found.map(({ code, state, count, rows, accepted }) => [code, state, count, rows, accepted]),
    found.map(({ code }) => [code, 'OK', 0, [], null]),
  );
  assert.ok(found.every(({ title }) => title.ru !== '' && title.en !== ''));
});

describe('missing readings are reported', () => {
  test('for meters of accounts, charged by an estimate instead', async () => {
    const common = { cycleId: march, period: MONTH, service: WATER, rateType: 'meter' } as const;
    const basis = { rule: 'average-reading-missing', unread: [{ ...MISSING, average: AVERAGE }] };
    await writeCharge(owner, house, { ...common, account: account(1), basis });
    await writeCharge(owner, house, {
      ...common,
      account: account(2),
      basis: {
        rule: 'norm-meter-faulty',
        unread: [{ serialNumber: 'ХВ-8', because: 'meter-faulty', period: 4 }],
      },
    });
    const { count, state, rows } = (await checks())['readings-missing'];
    assert.deepEqual([count, state], [1, 'REMARKS']);
    const { chargeId, key, serviceName: _name, ...row } = rows[0] as CheckRow;
    assert.ok(chargeId !== undefined && key !== '');
    assert.deepEqual(row, {
      ru: `LS-${account(1)}: прибор ХВ-7, Услуга ${WATER}: начислено по среднему`,
      en: `LS-${account(1)}: meter ХВ-7, Услуга ${WATER}: charged by the average`,
      houseId: house.houseId,
      personalAccountId: account(1),
      accountNumber: `LS-${account(1)}`,
      houseServiceId: WATER,
      serviceCode: `service-${WATER}`,
    });
  });

  test('for the house-wide meter, once and not for each account', async () => {
    for (const nth of [1, 2])
      await writeCharge(owner, house, {
        cycleId: march,
        period: MONTH,
        account: account(nth),
        service: COMMON,
        rateType: 'odn',
        basis: { rule: 'odn-norm', ...UNREAD },
      });
    const { count, rows } = (await checks())['readings-missing'];
    assert.equal(count, 2);
    assert.deepEqual(
      [rows[0]?.en, rows[0]?.personalAccountId],
      [`house-wide meter ХВ-7, Услуга ${COMMON}: charged by the norm`, undefined],
    );
  });

  test('for heat meters of rooms by account, beside those of the house, reported once', async () => {
    const ofHouse = { ...MISSING, serialNumber: 'Т-1', average: AVERAGE };
    const averaged = { ...MISSING, ofRoom: true, serialNumber: 'ТК-1', average: AVERAGE };
    const alone = { ...MISSING, ofRoom: true, serialNumber: 'ТК-2' };
    const rule = 'heating-without-room-meter';
    for (const [nth, basis] of [
      [1, { rule: 'heating-room-meter', unread: [ofHouse, averaged] }],
      [2, { rule, unread: [ofHouse, alone] }],
      [3, { rule, unread: [ofHouse] }],
    ] as const)
      await writeCharge(owner, house, {
        cycleId: march,
        period: MONTH,
        account: account(nth),
        service: HEAT,
        rateType: 'heating',
        basis,
      });
    const { rows } = (await checks())['readings-missing'];
    assert.deepEqual(
      rows
        .filter(({ houseServiceId }) => houseServiceId === HEAT)
        .map(({ en, personalAccountId }) => [personalAccountId, en]),
      [
        [undefined, `house-wide meter Т-1, Услуга ${HEAT}: charged by the average`],
        [account(1), `LS-${account(1)}: meter ТК-1, Услуга ${HEAT}: charged by the average`],
        [account(2), `LS-${account(2)}: meter ТК-2, Услуга ${HEAT}: charged by the area`],
      ],
    );
  });

  test('for accounts that could not be charged at all', async () => {
    await skip(account(3), 1, 'reading-missing');
    await skip(account(4), 1, 'persons-missing');
    const { count, rows } = (await checks())['readings-missing'];
    assert.equal(count, 6);
    assert.equal(
      rows.find(({ personalAccountId }) => personalAccountId === account(3))?.en,
      'Not charged: no reading, and neither an average nor a norm: Холодная вода, meter ХВ-7',
    );
  });
});

async function skip(personalAccountId: number, line: number, reason: string): Promise<void> {
  await owner.query(
    `insert into skipped_accounts (house_id, period, personal_account_id, line, organization_id, calculation_job_id, reason, facts)
     values ($1, $2, $3, $4, $5, 1, $6, '{"services": ["Холодная вода"], "meter": "ХВ-7"}')`,
    [house.houseId, `${MONTH}-01`, personalAccountId, line, house.organizationId, reason],
  );
}

test('meters past their verification are reported, whatever they were charged by', async () => {
  const { call } = core();
  const { items } = await call(listHouseServices, { params: { houseId: house.houseId } });
  const service = items.find(({ method }) => method === 'meter');
  const { id: meterId } = await call(createMeter, {
    body: {
      houseServiceId: service?.id ?? 0,
      ownerType: 'account',
      personalAccountId: account(0),
      meterTypeId: 1,
      serialNumber: 'expired',
      digits: 5,
      installedOn: '2020-01-01',
      initialReading: '0',
      verifiedUntil: '2026-03-15',
    },
  });
  const { count, state, rows } = (await checks())['unverified-meters'];
  assert.deepEqual([count, state, rows[0]?.meterId], [1, 'REMARKS', meterId]);
  assert.match(rows[0]?.ru ?? '', /прибор expired, .*: поверен до 15\.03\.2026$/);
  assert.equal((await checks(january))['unverified-meters'].state, 'OK');
});

test('a service without a tariff is reported with the days', async () => {
  const { call } = core();
  const { items: known } = await call(listUtilityServices, { query: { limit: 200 } });
  const waste = known.find(({ code }) => code === 'waste');
  const [method] = waste?.methods ?? [];
  assert.ok(waste && method);
  await call(createHouseService, {
    params: { houseId: house.houseId },
    body: { utilityServiceId: waste.id, method, validFrom: '2026-03-30' },
  });
  const { count, rows } = (await checks())['tariff-gaps'];
  assert.deepEqual(
    [count, rows[0]?.serviceCode, rows[0]?.en],
    [
      1,
      'waste',
      `${rows[0]?.en.split(':', 1)[0]}: no tariff on 2 days from 30.03.2026 to 31.03.2026`,
    ],
  );
  assert.equal((await checks(january))['tariff-gaps'].state, 'OK');
});

test('common-house needs limited to their norm are reported once a house', async () => {
  assert.equal((await checks())['odn-over-norm'].state, 'OK');
  const capped = {
    rule: 'odn-capped',
    house: { volume: '120.000000', individualVolumes: '90.500000', limit: '20.000000' },
  };
  for (const nth of [3, 4])
    await writeCharge(owner, house, {
      cycleId: march,
      period: MONTH,
      account: account(nth),
      service: COMMON + 1,
      rateType: 'odn',
      basis: capped,
    });
  const { count, rows } = (await checks())['odn-over-norm'];
  assert.deepEqual(
    [count, rows[0]?.houseServiceId, rows[0]?.en],
    [
      1,
      COMMON + 1,
      `Услуга ${COMMON + 1}: 9,500000 м³ above the norm of 20,000000 м³, at the organization's cost`,
    ],
  );
});

test('skipped accounts are reported with the reason, and so are houses that were not computed', async () => {
  const { count, rows } = (await checks())['not-charged'];
  assert.deepEqual(
    [count, rows.map(({ personalAccountId }) => personalAccountId)],
    [2, [account(3), account(4)]],
  );
  assert.equal(
    rows[1]?.ru,
    `LS-${account(4)}: начислено не всё: неизвестно число проживающих: Холодная вода, прибор ХВ-7`,
  );
  const houseId = await addHouse();
  const later = (await checks())['not-charged'];
  assert.deepEqual(
    [later.count, later.rows.find((row) => row.houseId === houseId)?.en],
    [3, 'The house was not computed for the month'],
  );
});

/** A house of the same organization, with an account. */
async function addHouse(): Promise<number> {
  const { organizationId } = house;
  const place = { organizationId, address: 'г. Зареченск, ул. Новая, д. 1' };
  const { call } = core();
  const { id: houseId } = await call(createHouse, { body: place });
  const room = { number: '1', area: '40' };
  const { id: roomId } = await call(createRoom, { params: { houseId }, body: room });
  const of = { roomId, accountNumber: 'N-1', payer: 'Новиков', openedOn: '2026-03-31' };
  await call(createPersonalAccount, { params: { houseId }, body: of });
  return houseId;
}

test('unidentified payments are reported once they have come in', async () => {
  assert.equal((await checks())['unidentified-payments'].state, 'OK');
  await importRegistry(
    stand.app,
    house.user,
    { profile: 'csv' },
    'account;amount;date;reference;payer\nLS91;150,50;31.03.2026;П-1;Иванов\nLS92;20;01.04.2026;П-2;Петров',
  );
  const { count, rows } = (await checks())['unidentified-payments'];
  assert.deepEqual([count, rows[0]?.ru], [1, '150,50\u00a0₽ от 31.03.2026, Иванов']);
  const { body: waiting } = await house.ask(listUnidentifiedPayments);
  const { id } = waiting.items[0] ?? { id: 0 };
  assert.equal(rows[0]?.unidentifiedPaymentId, id);
  await house.ask(closeUnidentifiedPayment, {
    params: { unidentifiedPaymentId: id },
    body: { outcome: 'returned', reason: 'банку' },
  });
  assert.equal((await checks())['unidentified-payments'].state, 'OK');
});

test('charges far from last month’s are reported, for all houses', async () => {
  assert.equal((await checks())['outliers'].state, 'OK');
  const { cycleId: february } = await house.draft('2026-02', []);
  const common = { service: WATER + 9, rateType: 'area', basis: { rule: 'area' } } as const;
  const write = async (cycleId: number, period: string, nth: number, amount: string) =>
    writeCharge(owner, house, { ...common, cycleId, period, account: account(nth), amount });
  await write(february, '2026-02', 5, '100.00');
  await write(march, MONTH, 5, '900.00');
  await write(february, '2026-02', 6, '100.00');
  await write(march, MONTH, 6, '110.00');
  const { count, rows } = (await checks())['outliers'];
  assert.deepEqual(
    [count, rows[0]?.personalAccountId, rows[0]?.en],
    [1, account(5), `LS-${account(5)}, Услуга ${WATER + 9}: 100,00 before, 900,00 now`],
  );
});

test('penalties not accrued are reported once a charge is two months old', async () => {
  assert.deepEqual(
    (await checks())['penalties-not-accrued'].rows.map(({ houseId, en }) => [houseId, en]),
    [[house.houseId, 'Penalties were never accrued']],
  );
  await house.accrue('2026-02-28');
  assert.deepEqual(
    (await checks())['penalties-not-accrued'].rows.map(({ en }) => en),
    ['Penalties are accrued to 28.02.2026'],
  );
  await house.accrue('2026-03-01');
  assert.equal((await checks())['penalties-not-accrued'].state, 'OK');
});

test('a month that is not over is reported with its last day, and cannot be accepted', async () => {
  const today = Temporal.Now.plainDateISO('Europe/Moscow');
  const other = await makeAccruingHouse(stand);
  // The month before, with which the house was created.
  const [lastMonth] = await readAll(stand.app, other.user, listCycles);
  assert.equal(
    (await checksOf(stand, other.user, lastMonth?.id ?? 0))['month-not-over'].state,
    'OK',
  );
  // The month after the current one, in case midnight comes before the request.
  const next = today.toPlainYearMonth().add({ months: 1 });
  const { cycleId } = await other.draft(next.toString(), [[other.account, '10.00']]);
  const { count, state, rows } = (await checksOf(stand, other.user, cycleId))['month-not-over'];
  assert.deepEqual([count, state], [1, 'BLOCKING']);
  const lastDay = next.toPlainDate({ day: next.daysInMonth });
  const [day, month] = [String(lastDay.day), String(lastDay.month).padStart(2, '0')];
  assert.deepEqual(rows, [
    {
      ru: `Последний день месяца – ${day}.${month}.${lastDay.year}`,
      en: `Its last day is ${day}.${month}.${lastDay.year}`,
      billingCycleId: cycleId,
      period: next.toString(),
      key: String(cycleId),
    },
  ]);
  const accepted = await other.ask(acceptCheck, {
    params: { cycleId, check: 'month-not-over' },
    body: { note: 'закрываем досрочно' },
  });
  assert.deepEqual([accepted.status, accepted.problem.code], [409, 'check-blocking']);
});

test('unapplied charges block, those of the month and of earlier months', async () => {
  await owner.query(`update house_months set charges = 2 where applied_at is null`);
  const { state, rows } = (await checks())['draft-charges'];
  assert.deepEqual(
    [state, rows.map(({ en }) => en).toSorted()],
    ['BLOCKING', ['February', 'March'].map((of) => `${of} 2026: 2 charges are not applied`)],
  );
  assert.equal((await checks(january))['draft-charges'].state, 'OK');
});

test('a service that charges nothing to anybody blocks, and cannot be accepted', async () => {
  assert.equal((await checks())['nothing-charged'].state, 'OK');
  const idle = 'update house_months set idle_services = $1 where house_id = $2 and period = $3';
  await owner.query(idle, [[WATER, UNKNOWN], house.houseId, `${MONTH}-01`]);
  const { state, rows } = (await checks())['nothing-charged'];
  assert.deepEqual(
    [state, rows.map(({ houseServiceId, en }) => [houseServiceId, en])],
    [
      'BLOCKING',
      [
        [WATER, `Услуга ${WATER}: nobody is charged anything for the month`],
        [UNKNOWN, `№ ${UNKNOWN}: nobody is charged anything for the month`],
      ],
    ],
  );
  const { status, problem } = await house.ask(acceptCheck, {
    params: { cycleId: march, check: 'nothing-charged' },
    body: { note: 'знаем' },
  });
  assert.deepEqual([status, problem.code], [409, 'check-blocking']);
  assert.equal((await checks(january))['nothing-charged'].state, 'OK');
});

test('a balance that is not the sum of its entries blocks, in this organization only', async () => {
  assert.equal((await checks())['drift'].state, 'OK');
  const other = await makeAccruingHouse(stand);
  const { cycleId } = await other.charge('2026-01', [[other.account, '10.00']]);
  await owner.query(
    'update merged_balances set principal_debt = principal_debt + 5 where house_id = $1',
    [house.houseId],
  );
  const { state, rows } = (await checks())['drift'];
  assert.deepEqual(
    [state, rows[0]?.personalAccountId, rows[0]?.en],
    ['BLOCKING', account(0), 'Off by 5,00 of the principal and 0,00 of penalties'],
  );
  assert.equal((await checksOf(stand, other.user, cycleId))['drift'].state, 'OK');
});
