// Odd readings among the remarks of a month: shown as core marks them, confirmed with a reason, and open again once they change.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import {
  acceptRemarks,
  listRemarks,
  type Remark,
} from '@kvartplata/contracts/billing/closing-checks.ts';
import { listHouseServices } from '@kvartplata/contracts/core/house-services.ts';
import { createMeter } from '@kvartplata/contracts/core/meters.ts';
import { storeReadingSheet } from '@kvartplata/contracts/core/readings.ts';
import type { Answered } from '@kvartplata/platform/testing/answered.ts';
import { startOwnStand, type OwnStand } from '../../testing/billing-stand.ts';
import { checksOf } from '../../testing/checked-month.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { addMember, ask, inCore, type TestUser } from '../../testing/test-user.ts';

const MONTH = '2026-03';
const CHECK = 'odd-readings';
const NOTE = 'Квартира пустует';

let stand: OwnStand;
let house: PayingHouse;
let cycleId: number;
let meterIds: readonly number[];

before(async () => {
  stand = await startOwnStand();
  house = await makePayingHouse(stand);
  ({ cycleId } = await house.draft(MONTH, [[house.accounts[0] ?? 0, '100.00']]));
  const { call } = inCore(stand, house.user);
  const { items } = await call(listHouseServices, { params: { houseId: house.houseId } });
  const service = items.find(({ method }) => method === 'meter');
  const ids = [];
  for (const nth of [0, 1]) {
    const { id } = await call(createMeter, {
      body: {
        houseServiceId: service?.id ?? 0,
        ownerType: 'account',
        personalAccountId: house.accounts[nth] ?? 0,
        meterTypeId: 1,
        serialNumber: `ХВ-${nth}`,
        digits: 5,
        installedOn: '2026-01-01',
        initialReading: '10',
      },
    });
    ids.push(id);
  }
  meterIds = ids;
});
after(async () => stand.stop());

async function read(period: string, values: readonly string[]): Promise<void> {
  const body = values.map((value, nth) => ({
    meterId: meterIds[nth] ?? 0,
    value,
    takenOn: `${period}-25`,
  }));
  const params = { houseId: house.houseId, period };
  await inCore(stand, house.user).call(storeReadingSheet, { params, body });
}

async function list(): Promise<readonly Remark[]> {
  const query = { check: CHECK, houseId: house.houseId };
  return (await house.ask(listRemarks, { params: { cycleId }, query })).body.items;
}

async function confirm(
  key: string,
  user: TestUser = house.user,
): Promise<Answered<typeof acceptRemarks>> {
  const body = { note: NOTE, remarks: [{ check: CHECK, key }] };
  return ask(stand.app, user, acceptRemarks, { params: { cycleId }, body });
}

test('they are listed with their figures, and are remarks of the check', async () => {
  await read(MONTH, ['10', '12']);
  assert.deepEqual(
    (await list()).map(({ ru, en, meterId, accepted }) => [ru, en, meterId, accepted]),
    [
      [
        `LS01: прибор ХВ-0, Холодное водоснабжение: показание 10,000 от 25.03.2026, расхода нет`,
        `LS01: meter ХВ-0, Холодное водоснабжение: reading 10,000 of 25.03.2026, nothing was used`,
        meterIds[0],
        null,
      ],
    ],
  );
  const { state, count, open } = (await checksOf(stand, house.user, cycleId))[CHECK];
  assert.deepEqual([state, count, open], ['REMARKS', 1, 1]);
});

test('a viewer can confirm none, and a reading that is not odd cannot be confirmed', async () => {
  const viewer = await stand.newUser();
  await addMember(stand.coreUrl, house, viewer, 'viewer');
  const key = String(meterIds[0]);
  assert.equal((await confirm(key, viewer)).status, 403);
  const { status, problem } = await confirm(String(meterIds[1]));
  assert.deepEqual([status, problem.code], [409, 'check-in-order']);
  const empty = { remarks: [{ check: CHECK, key }], note: '' };
  const refused = await house.ask(acceptRemarks, { params: { cycleId }, body: empty });
  assert.deepEqual([refused.status, refused.problem.code], [400, 'validation-failed']);
});

test('a confirmed one shows by whom, when and why, also in the audit log, as long as it stays the same', async () => {
  assert.deepEqual((await confirm(String(meterIds[0]))).body, { accepted: 1 });
  await read(MONTH, ['10', '13']);
  const [confirmed] = await list();
  assert.equal(confirmed?.accepted?.note, NOTE);
  assert.ok(confirmed?.accepted?.by !== undefined && confirmed.accepted.at !== '');
  const { state, open } = (await checksOf(stand, house.user, cycleId))[CHECK];
  assert.deepEqual([state, open], ['ACCEPTED', 0]);
  const query = { object: `cycle:${cycleId}` };
  const { items } = (await house.ask(listBillingChanges, { query })).body;
  const entry = items.find(({ action }) => action === 'cycle.remarks-accepted');
  assert.deepEqual(entry?.after, { check: null, houseId: null, count: 1, note: NOTE });
});

test('it is open again once taken on another day, and gone once there is consumption', async () => {
  const body = [{ meterId: meterIds[0] ?? 0, value: '10', takenOn: `${MONTH}-26` }];
  const params = { houseId: house.houseId, period: MONTH };
  await inCore(stand, house.user).call(storeReadingSheet, { params, body });
  assert.deepEqual(
    (await list()).map(({ accepted }) => accepted),
    [null],
  );
  await read(MONTH, ['11', '13']);
  assert.deepEqual(await list(), []);
});
