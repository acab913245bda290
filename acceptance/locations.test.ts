// The Location of something new can be read by its creator.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listOperations, requestOf } from './testing/operations.ts';
import { askAt } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';
import { makeTwoCompanies, type TwoCompanies } from './testing/two-companies.ts';

let services: ThreeServices;
let companies: TwoCompanies;
before(async () => {
  services = await startThreeServices();
  companies = await makeTwoCompanies(services);
});
after(async () => services.stop());

test('every Location of something new can be read by its creator', async () => {
  const operations = (await listOperations(services)).filter(
    ({ service, answers }) => service !== 'auth' && ('201' in answers || '202' in answers),
  );
  const followed = new Set<string>();
  for (const operation of operations) {
    const { authorization } = companies.people[operation.access === 'admin' ? 'admin' : 'owner'];
    const url = services.urls[operation.service];
    await companies.restore();
    const request = requestOf(operation, {
      ...companies.own,
      username: companies.people.newcomer.username,
    });
    const made = await askAt(authorization, request.method, url + request.url, request.body);
    if (made.status !== 201 && made.status !== 202) continue;
    const location = made.headers.get('location');
    assert.ok(location, `${operation.path} names no place`);
    const { status } = await askAt(authorization, 'GET', url + location);
    assert.equal(status, 200, `${operation.path} names ${location}`);
    followed.add(operation.path);
  }
  assert.ok(followed.size > 15, [...followed].join(', '));
});
