// Interruptions and bad quality over HTTP: entered in core, recalculated by billing. Figures are calculated by hand, for the
// previous month, which is over.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { explainCharge, listJobCharges } from '@kvartplata/contracts/billing/charges.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { createCorrection } from '@kvartplata/contracts/billing/corrections.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { createServiceAct, deleteServiceAct } from '@kvartplata/contracts/core/service-acts.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { computeMonth } from './testing/computed-month.ts';
import { makeServedHouse, type Code, type ServedHouse } from './testing/served-house.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

const MONTH = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth().subtract({ months: 1 });
type Act = {
  readonly kind?: 'interruption' | 'temperature' | 'pressure' | 'quality';
  /** Day and hour in Moscow. */
  readonly from: readonly [day: number, hour: number];
  readonly hours: number;
  readonly measured?: number;
  readonly required?: number;
};

let services: ThreeServices;
let client: Client;
let call: Client['call'];
let organizationId: number;

before(async () => {
  services = await startThreeServices();
  client = clientOf(services, await signUp(services, 'owner'));
  ({ call } = client);
  ({ id: organizationId } = await call(createOrganization, { body: { name: 'Перерывы' } }));
});
after(async () => services.stop());

const makeHouse = async (code: Code, of = organizationId): Promise<ServedHouse> =>
  makeServedHouse(client, of, code, MONTH);

async function addAct(
  { houseId, houseServiceId }: ServedHouse,
  { kind = 'interruption', from: [day, hour], hours, ...measures }: Act,
  more: { readonly roomIds?: number[] } = {},
) {
  const begins = MONTH.toPlainDate({ day }).toZonedDateTime({
    timeZone: 'Europe/Moscow',
    plainTime: { hour },
  });
  const body = {
    houseServiceId,
    kind,
    from: begins.toInstant().toString(),
    to: begins.add({ hours }).toInstant().toString(),
    basis: 'Акт',
    ...measures,
    ...more,
  };
  return call(createServiceAct, { params: { houseId }, body });
}

/** The charges of the first account, and of the second. */
async function charged({ houseId }: ServedHouse): Promise<readonly string[]> {
  const { id } = await computeMonth(client, { houseId }, MONTH.toString());
  const { items } = await call(listJobCharges, { params: { jobId: id }, query: { limit: 200 } });
  const byAccount = Map.groupBy(items, ({ accountNumber }) => accountNumber);
  return [...byAccount.values()].map((lines) => lines.map(({ amount }) => amount).join(' '));
}

describe('a worked figure', () => {
  const cases: readonly (readonly [
    why: string,
    code: Code,
    acts: readonly Act[],
    charged: string,
  ])[] = [
    [
      'heating: three breaks of 10 h at 12 °C, 30 − 24 = 6 h',
      'heating',
      [5, 8, 11].map((day) => ({ from: [day, 8] as const, hours: 10, measured: 12 })),
      '3000.00 -27.00',
    ],
    [
      'heating: 17 °C where 18 had to be, for 48 h',
      'heating',
      [{ kind: 'temperature', from: [10, 0], hours: 48, measured: 17, required: 18 }],
      '3000.00 -216.00',
    ],
    [
      'cold water: 15 h in short breaks, 15 − 8 = 7 h',
      'cold-water',
      [5, 7, 9, 11, 13].map((day) => ({ from: [day, 8] as const, hours: 3 })),
      '1000.00 -10.50',
    ],
    [
      'hot water: 52 °C by day for 100 h, 57 allowed',
      'hot-water',
      Array.from({ length: 10 }, (_, index) => ({
        kind: 'temperature' as const,
        from: [index + 5, 8] as const,
        hours: 10,
        measured: 52,
      })),
      '2000.00 -200.00',
    ],
  ];
  for (const [why, code, acts, expected] of cases)
    test(why, async () => {
      const house = await makeHouse(code);
      for (const act of acts) await addAct(house, act);
      assert.deepEqual(await charged(house), [expected, expected]);
    });
});

test('an act for some rooms deducts from their accounts alone, and its line says why', async () => {
  const house = await makeHouse('cold-water');
  const [first = 0] = house.roomIds;
  await addAct(house, { from: [6, 8], hours: 10 }, { roomIds: [first] });
  assert.deepEqual(await charged(house), ['1000.00 -9.00', '1000.00']);
  const { id } = await computeMonth(client, { houseId: house.houseId }, MONTH.toString());
  const { items } = await call(listJobCharges, { params: { jobId: id }, query: { limit: 200 } });
  const line = items.find(({ amount }) => amount === '-9.00');
  assert.equal(line?.rateType, 'recalculation');
  assert.match(line.explanation.source, /Decree 354, p\. 98, 101, 150, appendix 1/);
  assert.equal(line.explanation.formula, '0.9 % of 1000.00 taken back = -9.00');
  assert.equal(line.explanation.acts?.acts.length, 1);
  const { steps, replayedAmount } = await call(explainCharge, { params: { chargeId: line.id } });
  assert.equal(replayedAmount, '-9.00');
  assert.ok(steps.some(({ ru }) => ru.endsWith(': 6 × 0,15 % = 0,9 %.')));
  assert.ok(steps.some(({ en }) => en.endsWith(': 6 × 0.15 % = 0.9 %.')));
  assert.ok(steps.some(({ article }) => article?.ru === 'Правила № 354, приложение № 1, п. 1'));
});

for (const isClosed of [false, true])
  test(`a late act names its ${isClosed ? 'closed' : 'applied'} month, and a correction charges the difference`, async () => {
    const body = { name: `Опоздавшие ${isClosed ? 1 : 2}` };
    const { id } = await call(createOrganization, { body });
    const house = await makeHouse('cold-water', id);
    const { houseId } = house;
    const period = MONTH.toString();
    const { billingCycleId } = await computeMonth(client, { houseId }, period);
    const params = { cycleId: billingCycleId };
    await call(applyCycle, { params });
    if (isClosed) await call(closeCycle, { params });
    const act = await addAct(house, { from: [6, 8], hours: 10 });
    assert.deepEqual(act.appliedMonths, [period]);
    const reason = 'Акт о перерыве';
    const correction = { houseId, periodFrom: period, periodTo: period, reason, dryRun: false };
    const outcome = await call(createCorrection, { body: correction });
    assert.deepEqual(
      [outcome.amount, outcome.lineCount, outcome.period],
      ['-18.00', 2, MONTH.add({ months: 1 }).toString()],
    );
    assert.deepEqual(
      outcome.lines.map(({ booked, replayed, amount }) => [booked, replayed, amount]),
      Array.from({ length: 2 }, () => ['0.00', '-9.00', '-9.00']),
    );
    assert.equal((await call(createCorrection, { body: correction })).id, null);
    await call(deleteServiceAct, { params: { serviceActId: act.id } });
    assert.equal((await call(createCorrection, { body: correction })).amount, '18.00');
  });
