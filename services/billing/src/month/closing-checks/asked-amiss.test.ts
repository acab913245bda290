// Requests for the checks of another organization's month, and invalid requests.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listCheckRows, listClosingChecks } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { ask } from '../../testing/test-user.ts';

let stand: BillingStand;
let house: PayingHouse;
let january: number;

before(async () => {
  stand = await startBillingStand();
  house = await makePayingHouse(stand);
  ({ cycleId: january } = await house.charge('2026-01', [[house.accounts[0] ?? 0, '100.00']]));
});
after(async () => stand.stop());

describe('an invalid request', () => {
  const cursor = Buffer.from('[1,2,3]').toString('base64url');
  const ofNobody = Buffer.from('[1,0]').toString('base64url');
  const AMISS: readonly (readonly [why: string, check: string, query: Sent['query']])[] = [
    ['an unknown check', 'nothing', {}],
    ['a limit of 0', 'drift', { limit: 0 }],
    ['a cursor of another check', 'drift', { cursor }],
    ['a cursor that core would not know', 'tariff-gaps', { cursor }],
    ['a cursor with an id that core would refuse', 'tariff-gaps', { cursor: ofNobody }],
    ['a filter that is not there', 'drift', { houseId: 1 }],
  ];
  for (const [why, check, query] of AMISS)
    test(`gets a 400: ${why}`, async () => {
      const asked = { params: { cycleId: january, check }, query };
      const { status, problem } = await house.ask(listCheckRows, asked);
      assert.deepEqual([status, problem.code], [400, 'validation-failed']);
    });

  test('gets a 404 for what is another’s, or missing', async () => {
    const stranger = await stand.newUser();
    const params = { cycleId: january };
    assert.equal((await ask(stand.app, stranger, listClosingChecks, { params })).status, 404);
    for (const check of ['drift', 'tariff-gaps']) {
      const asked = { params: { ...params, check } };
      assert.equal((await ask(stand.app, stranger, listCheckRows, asked)).status, 404, check);
    }
    const nobody = { params: { cycleId: 987_654 } };
    assert.equal((await house.ask(listClosingChecks, nobody)).status, 404);
  });
});
