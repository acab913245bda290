// Core's queries for a month's billing snapshot, on a distributed database: each query can be planned there, and goes only to the
// organization's node. The engine itself refuses to query several.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { visibilityOf } from '@kvartplata/platform/identity/memberships.ts';
import * as snapshot from '../services/core/src/exchange/billing-snapshot/billing-snapshot.repository.ts';
import { listHeatVolumes } from '../services/core/src/exchange/billing-snapshot/heat-volumes.repository.ts';
import * as rare from '../services/core/src/exchange/billing-snapshot/rare-facts.repository.ts';
import * as facts from '../services/core/src/exchange/closing-facts/closing-facts.repository.ts';
import type { Tables, Trx } from '../services/core/src/tables.ts';
import { openAskedOfOneNode, type AskedOfOneNode } from './asked-of-one-node.ts';

const organizationId = 7;
const houses = { organizationId, houseIds: [1, 2] };
const month = {
  first: '2026-03-01',
  last: '2026-03-31',
  firstOfPrevious: '2026-02-01',
};
const accounts = {
  houses,
  first: { houseId: 1, personalAccountId: 1 },
  last: { houseId: 2, personalAccountId: 9 },
};
const meter = { houseId: 1, meterId: 1 };
const ofMonth = { organizationId, ...month };
const page = { after: undefined, limit: 10 };

const QUESTIONS: Readonly<Record<string, (trx: Trx) => Promise<unknown>>> = {
  houses: (trx) => snapshot.listHouses(trx, houses, month),
  'the versions of houses': (trx) => snapshot.listVersions(trx, houses, month),
  services: (trx) => snapshot.listServices(trx, houses, month),
  tariffs: (trx) => snapshot.listDatedValues(trx, 'serviceTariffs', houses, month),
  norms: (trx) => snapshot.listDatedValues(trx, 'serviceNorms', houses, month),
  accounts: (trx) =>
    snapshot.listAccounts(trx, houses, month, { after: accounts.first, limit: 10 }),
  'registered persons': (trx) => snapshot.listRegisteredPersons(trx, accounts, month),
  'what differs for accounts': (trx) => snapshot.listAccountServices(trx, accounts, month),
  'meters of accounts': (trx) => snapshot.listAccountMeters(trx, accounts, month),
  'meters of houses': (trx) => snapshot.listHouseMeters(trx, houses, month),
  'meters of rooms': (trx) => snapshot.listRoomMeters(trx, houses, month),
  'accounts of the same rooms': (trx) => snapshot.listRoommates(trx, houses, [1]),
  'volumes of a year': (trx) =>
    listHeatVolumes(trx, { organizationId, houseServiceIds: [1], years: [2025, 2026] }),
  absences: (trx) => rare.listAbsences(trx, houses, month),
  benefits: (trx) => rare.listBenefits(trx, houses, month),
  'acts on services': (trx) => rare.listServiceActs(trx, houses, month),
  'acts on meters': (trx) => rare.listActs(trx, houses, month),
  verifications: (trx) => rare.listVerifiedSince(trx, houses, month),
  'earlier verifications': (trx) => rare.listVerifiedUntilThen(trx, houses, [1], month),
  'what meters counted before': (trx) =>
    rare.listHistories(trx, organizationId, [{ ...meter, before: month.first }], month),
  'meters that failed': (trx) =>
    rare.listFailedAfterReading(trx, organizationId, [
      { ...meter, readOn: month.firstOfPrevious, monthEnd: '2026-02-28' },
    ]),
  'open houses': (trx) => facts.listOpenHouses(trx, ofMonth),
  'meters past their verification': (trx) => facts.findUnverifiedMeters(trx, ofMonth, page),
  'days without a tariff': (trx) => facts.findTariffGaps(trx, ofMonth, page),
};

void describe('a query for a billing snapshot, on a database that spans nodes', () => {
  let asked: AskedOfOneNode<Tables>;

  before(async () => {
    asked = await openAskedOfOneNode('core');
  });
  after(async () => asked?.drop());

  for (const [about, ask] of Object.entries(QUESTIONS))
    test(`about ${about} is answered`, async () => {
      const db = asked.database.seeing(() => visibilityOf('all'));
      await inTransaction(db, async (trx) => assert.doesNotReject(ask(trx)));
    });

  test('that names no organization is refused, since several nodes would answer', async () => {
    const db = asked.database.seeing(() => visibilityOf('all'));
    await assert.rejects(snapshot.findOrganization(db, 1), /multi-task/);
  });
});
