// A request that names something of one's own company together with something of another's: full rights in the one give no access
// to the other, and nothing changes, whichever comes first.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getReceiptProof } from '@kvartplata/contracts/billing/seals.ts';
import { fingerprintOf } from './testing/fingerprint.ts';
import { listOperations, placeNamesOf, requestOf, type Operation } from './testing/operations.ts';
import type { Place } from './testing/place.ts';
import { askAt } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';
import { makeTwoCompanies, type TwoCompanies } from './testing/two-companies.ts';

/** They take either a house or an organization. */
const TAKE_ONE = [
  'POST /api/billing/calculation-jobs',
  'POST /api/billing/deliveries',
  'POST /api/billing/penalties/accruals',
  'POST /api/billing/penalty-rules',
];

let services: ThreeServices;
let companies: TwoCompanies;
let operations: readonly Operation[];

before(async () => {
  services = await startThreeServices();
  companies = await makeTwoCompanies(services);
  const all = await listOperations(services);
  operations = all.filter(({ access }) => ['viewer', 'accountant', 'owner'].includes(access));
});
after(async () => services.stop());

async function fingerprints(): Promise<object> {
  const { core, billing } = services.owners;
  return { core: await fingerprintOf(core), billing: await fingerprintOf(billing) };
}

describe('a request that names two places', () => {
  test('is refused when one of them belongs to others, as if it did not exist', async () => {
    const { own, foreign, people } = companies;
    const standing = await fingerprints();
    let count = 0;
    for (const operation of operations) {
      // Somebody invited by name may belong to any company.
      const names = placeNamesOf(operation, own).filter((name) => name !== 'username');
      const told = `${operation.method} ${operation.path}`;
      const statusOf = async (place: Place): Promise<number> => {
        const { method, url, body } = requestOf(operation, place, names.length);
        const address = services.urls[operation.service] + url;
        return (await askAt(people.owner.authorization, method, address, body)).status;
      };
      if (names.length < 2) continue;
      for (const name of names) {
        const status = await statusOf({ ...own, [name]: foreign[name] });
        assert.equal(status, TAKE_ONE.includes(told) ? 400 : 404, `${told} with another's ${name}`);
        count += 1;
      }
      const found = operation.id === getReceiptProof.id ? 404 : 200;
      if (operation.method === 'GET') assert.equal(await statusOf(own), found, told);
    }
    assert.ok(count > 15, `${count} requests`);
    assert.deepEqual(await fingerprints(), standing);
  });
});
