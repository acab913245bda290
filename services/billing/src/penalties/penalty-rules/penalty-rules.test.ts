// Penalty rules over HTTP: what owners may set instead of the law, and who is warned that a rule ends.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import { addressOf } from '@kvartplata/contracts/address.ts';
import {
  createPenaltyRule,
  deletePenaltyRule,
  getPenaltyRule,
  listPenaltyRules,
  PenaltyRule,
  PenaltyRules,
  replacePenaltyRule,
} from '@kvartplata/contracts/billing/penalty-rules.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type { Answered, Sent } from '@kvartplata/platform/testing/answered.ts';
import { formatDay, moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import pg from 'pg';
import { Check } from 'typebox/value';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { createLog, createTestApp, type Logged } from '../../testing/test-app.ts';
import { ask, seedHouse, type SeededHouse, type TestUser } from '../../testing/test-user.ts';
import { warnOfEndingRules } from './warn-of-ending-rules.job.ts';

let stand: BillingStand;
let user: TestUser;
let stranger: TestUser;
let house: SeededHouse;

before(async () => {
  stand = await startBillingStand();
  user = await stand.newUser();
  stranger = await stand.newUser();
  house = await seedHouse(stand.coreUrl, user);
});
after(async () => stand.stop());

async function asUser<E extends Endpoint>(endpoint: E, sent?: Sent): Promise<Answered<E>> {
  return ask(stand.app, user, endpoint, sent);
}

async function create(body: object): Promise<PenaltyRule> {
  const { headers, body: rule } = await asUser(createPenaltyRule, { body });
  assert.ok(Check(PenaltyRule, rule));
  assert.equal(headers.get('location'), addressOf(getPenaltyRule, { params: named(rule) }));
  return rule;
}

async function list(query = {}): Promise<PenaltyRules> {
  const { body } = await asUser(listPenaltyRules, { query });
  assert.ok(Check(PenaltyRules, body));
  return body;
}

function named({ id }: { readonly id: number }): { readonly penaltyRuleId: number } {
  return { penaltyRuleId: id };
}

async function refused(body: object): Promise<string> {
  const { status, problem } = await asUser(createPenaltyRule, { body });
  return [status, problem.code, ...(problem.errors ?? []).map(({ path }) => path)].join(' ');
}

const MEETING = 'Протокол общего собрания № 3';
const cap = { kind: 'rate-cap', value: '5', basis: MEETING };

describe('a rule of a house or an organization', () => {
  test('is stored in one form, and listed beside the law', async () => {
    const { houseId, organizationId } = house;
    const ofHouse = { houseId, ...cap, validFrom: '2030-01-01', validTo: '2030-12-31' };
    const rule = await create(ofHouse);
    const ofAll = { dueFrom: null, dueTo: null };
    assert.deepEqual(rule, { id: rule.id, organizationId, ...ofHouse, ...ofAll, value: '5.0000' });
    const general = await create({ organizationId, ...cap, value: 7.5, validFrom: '2030-06-01' });
    assert.deepEqual([general.houseId, general.validTo, general.value], [null, null, '7.5000']);
    const { items, law } = await list({ houseId });
    assert.deepEqual(items.slice(0, 2), [general, rule]);
    assert.ok(law.some(({ description }) => description.includes('Decree 474')));
    const read = await asUser(getPenaltyRule, { params: named(rule) });
    assert.deepEqual(read.body, rule);
    assert.equal(read.headers.get('etag'), '"1"');
  });

  const values = [
    { kind: 'method', value: 'payment-day', stored: 'payment-day' },
    { kind: 'due-day', value: 25, stored: 25 },
    { kind: 'working-day', value: false, stored: false },
    { kind: 'limitation', value: false, stored: false },
    {
      kind: 'scale',
      value: [{ fromDay: 61, fraction: '1/300' }],
      stored: [{ fromDay: 61, fraction: '1/300' }],
    },
  ] as const;
  for (const { kind, value, stored } of values)
    test(`may be one of kind ${kind}`, async () => {
      const rule = await create({
        houseId: house.houseId,
        kind,
        value,
        validFrom: '2020-01-01',
        basis: MEETING,
      });
      assert.deepEqual([rule.kind, rule.value], [kind, stored]);
    });

  const wrong = [
    { kind: 'rate-cap', value: '100.0001', why: 'more than everything' },
    { kind: 'rate-cap', value: '-1', why: 'below nothing' },
    { kind: 'rate-cap', value: '1.23456', why: 'five places' },
    { kind: 'rate-cap', value: true, why: 'no rate' },
    { kind: 'method', value: 'weekly', why: 'no reading of the law' },
    { kind: 'due-day', value: 32, why: 'no day of any month' },
    { kind: 'due-day', value: 10.5, why: 'half a day' },
    { kind: 'due-day', value: '10', why: 'a text' },
    { kind: 'working-day', value: 'yes', why: 'neither true nor false' },
    { kind: 'limitation', value: 3, why: 'neither true nor false' },
    { kind: 'scale', value: 300, why: 'no steps' },
    { kind: 'scale', value: [{ fromDay: 30, fraction: '1/300' }], why: 'a day before the law' },
    { kind: 'scale', value: [{ fromDay: 31, fraction: '1/100' }], why: 'more than the law' },
    {
      kind: 'scale',
      value: [
        { fromDay: 91, fraction: '1/300' },
        { fromDay: 61, fraction: '0' },
      ],
      why: 'days in no order',
    },
  ];
  for (const { kind, value, why } of wrong)
    test(`of kind ${kind} cannot be ${JSON.stringify(value)}: ${why}`, async () => {
      const body = { houseId: house.houseId, kind, value, validFrom: '2040-01-01', basis: MEETING };
      const past = kind === 'due-day' ? { ...body, validFrom: '2024-01-01' } : body;
      assert.equal(await refused(past), '400 validation-failed /value');
    });

  const refusedBodies = [
    { more: { validFrom: '1999-12-31' }, path: '/validFrom', why: 'before anything is counted' },
    { more: { validTo: '2040-12-31' }, path: '/validTo', why: 'it ends before it begins' },
    { more: { organizationId: 1 }, path: '/houseId', why: 'two places' },
    { more: { houseId: undefined }, path: '/houseId', why: 'no place' },
    { more: { dueFrom: '1999-12-31' }, path: '/dueFrom', why: 'before anything is counted' },
    {
      more: { dueFrom: '2040-02-01', dueTo: '2040-01-31' },
      path: '/dueTo',
      why: 'its last due day is before its first',
    },
    {
      more: { kind: 'working-day', value: false, dueTo: '2040-01-31' },
      path: '/dueTo',
      why: 'the due day follows from it',
    },
    {
      more: { kind: 'limitation', value: false, dueFrom: '2040-01-31' },
      path: '/dueFrom',
      why: 'a limitation is of the money of its days',
    },
    {
      more: { kind: 'due-day', value: 20, validFrom: '2026-02-01' },
      path: '/validFrom',
      why: 'since 177-FZ no other day can be agreed',
    },
  ];
  for (const { more, path, why } of refusedBodies)
    test(`is refused at ${path}: ${why}`, async () => {
      const body = { houseId: house.houseId, ...cap, validFrom: '2041-01-01', ...more };
      assert.equal(await refused(body), `400 validation-failed ${path}`);
    });

  test('cannot share a day with another of its kind and place', async () => {
    const { houseId, organizationId } = house;
    const first = { houseId, ...cap, validFrom: '2050-01-01', validTo: '2050-06-30' };
    await create(first);
    const second = { ...first, validFrom: '2050-06-30', validTo: null };
    assert.equal(await refused(second), '409 period-overlap');
    await create({ ...second, validFrom: '2050-07-01', validTo: '2050-07-31' });
    await create({
      ...first,
      kind: 'working-day',
      value: true,
      validFrom: '2019-01-01',
      validTo: '2019-12-31',
    });
    assert.equal(
      await refused({ ...cap, organizationId, validFrom: '2050-01-01' }),
      '409 period-overlap',
    );
  });

  test('can share its days with one for debts of other due days', async () => {
    const { houseId } = house;
    const base = { houseId, ...cap, validFrom: '2055-01-01', validTo: '2055-12-31' };
    const early = await create({ ...base, dueTo: '2022-03-31' });
    assert.deepEqual([early.dueFrom, early.dueTo], [null, '2022-03-31']);
    await create({ ...base, dueFrom: '2022-04-01', dueTo: '2022-04-30' });
    for (const more of [{}, { dueFrom: '2022-03-31' }, { dueTo: '2000-01-01' }])
      assert.equal(await refused({ ...base, ...more }), '409 period-overlap');
    await create({ ...base, dueFrom: '2022-05-01' });
  });

  test('can be changed with its last version, and deleted', async () => {
    const created = await create({ houseId: house.houseId, ...cap, validFrom: '2060-01-01' });
    const params = named(created);
    const body = { value: '0', validFrom: '2060-02-01', validTo: '2060-03-01', basis: MEETING };
    const first = { params, ifMatch: '"1"' };
    const changed = await asUser(replacePenaltyRule, { ...first, body });
    assert.deepEqual(changed.body, { ...created, ...body, value: '0.0000' });
    assert.equal(changed.headers.get('etag'), '"2"');
    assert.equal((await asUser(replacePenaltyRule, { ...first, body })).status, 412);
    assert.equal((await asUser(deletePenaltyRule, first)).status, 412);
    assert.equal((await asUser(deletePenaltyRule, { params })).status, 204);
    assert.equal((await asUser(deletePenaltyRule, { params })).status, 404);
    const query = { what: 'penalty-rule', limit: 3 };
    assert.deepEqual(
      (await asUser(listBillingChanges, { query })).body.items.map(({ action }) => action),
      ['penalty-rule.deleted', 'penalty-rule.changed', 'penalty-rule.created'],
    );
  });

  test('is a 404 for a stranger', async () => {
    const rule = await create({ houseId: house.houseId, ...cap, validFrom: '2070-01-01' });
    const { houseId } = house;
    const asStranger = async (endpoint: Endpoint, sent: Sent): Promise<number> =>
      (await ask(stand.app, stranger, endpoint, sent)).status;
    assert.equal(await asStranger(getPenaltyRule, { params: named(rule) }), 404);
    assert.equal(await asStranger(deletePenaltyRule, { params: named(rule) }), 404);
    assert.equal(await asStranger(listPenaltyRules, { query: { houseId } }), 404);
    const body = { houseId, ...cap, validFrom: '2080-01-01' };
    assert.equal(await asStranger(createPenaltyRule, { body }), 404);
    const seen = await ask(stand.app, stranger, listPenaltyRules);
    assert.deepEqual(seen.body.items, []);
  });

  test('is reported in the 60 days before it ends', async () => {
    const today = moscowDayOf(new Date());
    const ending = async (days: number) =>
      create({
        houseId: house.houseId,
        kind: 'working-day',
        value: true,
        validFrom: formatDay(today.add({ days })),
        validTo: formatDay(today.add({ days })),
        basis: MEETING,
      });
    const endless = (await list()).items.find(
      ({ kind, validTo }) => kind === 'working-day' && validTo === null,
    );
    assert.ok(endless);
    await asUser(deletePenaltyRule, { params: named(endless) });
    const soon = await ending(60);
    const later = await ending(61);
    const { endingSoon } = await list();
    assert.deepEqual(
      endingSoon.find(({ ruleId }) => ruleId === soon.id),
      {
        ruleId: soon.id,
        description: `working-day: ${MEETING}`,
        lastDay: soon.validTo,
        daysLeft: 60,
      },
    );
    assert.ok(endingSoon.every(({ ruleId }) => ruleId !== later.id));
  });
});

describe('operators', () => {
  test('are told of rules that end soon, in the log and in the metrics', async () => {
    const billing = await createTestApp('2026-11-01T09:00:00Z');
    const owner = new pg.Client({ connectionString: billing.databaseUrl });
    await owner.connect();
    try {
      await owner.query(`insert into penalty_rules (organization_id, kind, value, valid_from, valid_to, basis)
        values (1, 'rate-cap', '"0.0000"', '2026-01-01', '2026-11-30', 'Решение № 1'),
          (1, 'method', '"daily"', '2026-01-01', '2027-11-30', 'Решение № 2')`);
      const logged: Logged[] = [];
      await warnOfEndingRules(billing.db, createLog(logged), () => billing.clock.now);
      assert.deepEqual(
        logged.map(({ level, facts }) => [level, (facts as { daysLeft: number }).daysLeft]),
        [
          ['warn', 29],
          ['warn', 60],
          ['warn', 60],
        ],
      );
      const metric = async (name: string) =>
        (await billing.metrics.registry.metrics())
          .split('\n')
          .find((line) => line.startsWith(name))
          ?.split(' ')
          .at(-1);
      assert.equal(await metric('penalty_rules_ending_soon'), '3');
      assert.equal(await metric('penalty_law_next_end_days'), '60');
      billing.clock.now = new Date('2026-12-31T12:00:00Z');
      assert.equal(await metric('penalty_law_next_end_days'), '0');
      billing.clock.now = new Date('2027-01-01T12:00:00Z');
      assert.equal(await metric('penalty_law_next_end_days'), '+Inf');
    } finally {
      await owner.end();
      await billing.close();
    }
  });
});
