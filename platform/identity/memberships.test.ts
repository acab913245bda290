import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { Refusal } from '../http/refusal.ts';
import { ROLE_RULES, visibilityOf, type Memberships } from './memberships.ts';

const MINE: Memberships = [
  { organizationId: 1, role: 'owner' },
  { organizationId: 2, role: 'accountant' },
  { organizationId: 3, role: 'viewer' },
];

const cases: { organizationId: number; needed: OrganizationRole; gives: string; why: string }[] = [
  { organizationId: 1, needed: 'owner', gives: 'passes', why: 'an owner' },
  { organizationId: 1, needed: 'viewer', gives: 'passes', why: 'an owner may do what others may' },
  { organizationId: 2, needed: 'accountant', gives: 'passes', why: 'an accountant' },
  { organizationId: 2, needed: 'owner', gives: 'forbidden', why: 'an accountant is no owner' },
  { organizationId: 3, needed: 'viewer', gives: 'passes', why: 'a viewer' },
  { organizationId: 3, needed: 'accountant', gives: 'forbidden', why: 'a viewer only reads' },
  { organizationId: 4, needed: 'viewer', gives: 'not-found', why: 'a stranger finds nothing' },
  { organizationId: 0, needed: 'viewer', gives: 'not-found', why: 'no organization' },
];
for (const { organizationId, needed, gives, why } of cases) {
  test(`${needed} of organization ${organizationId}: ${gives}: ${why}`, () => {
    assert.equal(outcome(MINE, organizationId, needed), gives);
  });
}

test('a platform admin passes everywhere, a user without memberships nowhere', () => {
  for (const needed of ['viewer', 'accountant', 'owner'] as const) {
    assert.equal(outcome('all', 99, needed), 'passes');
    assert.equal(outcome([], 1, needed), 'not-found');
  }
});

test('a list covers the organizations in which the user has the role', () => {
  assert.deepEqual(ROLE_RULES.organizationsOf(MINE, 'viewer'), [1, 2, 3]);
  assert.deepEqual(ROLE_RULES.organizationsOf(MINE, 'accountant'), [1, 2]);
  assert.deepEqual(ROLE_RULES.organizationsOf(MINE, 'owner'), [1]);
  assert.equal(ROLE_RULES.organizationsOf('all', 'owner'), 'all');
});

test('the database gets the same memberships', () => {
  assert.deepEqual(visibilityOf(MINE), {
    'app.viewer_of': '{1,2,3}',
    'app.accountant_of': '{1,2}',
    'app.owner_of': '{1}',
  });
  assert.deepEqual(visibilityOf([])['app.viewer_of'], '{}');
  assert.deepEqual(visibilityOf('all'), { 'app.sees_all': 'on' });
});

function outcome(
  memberships: Memberships,
  organizationId: number,
  needed: OrganizationRole,
): string {
  try {
    ROLE_RULES.requireRole(memberships, organizationId, needed, 'the thing');
    return 'passes';
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.code;
  }
}
