// Penalty rates over HTTP: who may change them, which values are valid, and that no day ever has two.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import { addressOf } from '@kvartplata/contracts/address.ts';
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import {
  createPenaltyRate,
  deletePenaltyRate,
  getPenaltyRate,
  listPenaltyRates,
  PenaltyRate,
  replacePenaltyRate,
} from '@kvartplata/contracts/billing/penalty-rates.ts';
import pg from 'pg';
import { Check } from 'typebox/value';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const FROZEN = {
  validFrom: '2030-01-01',
  validTo: '2030-12-31',
  baseCbrRate: '14.25',
  effectiveRate: '9.5',
  description: 'Постановление о заморозке',
};

let billing: TestApp;
let owner: pg.Client;
let seed: readonly object[];

before(async () => {
  billing = await createTestApp();
  owner = new pg.Client({ connectionString: billing.databaseUrl });
  await owner.connect();
  seed = (await owner.query<object>('select * from penalty_rates order by id')).rows;
});
beforeEach(async () => {
  await owner.query('delete from penalty_rates');
  for (const row of seed)
    await owner.query(
      'insert into penalty_rates select * from jsonb_populate_record(null::penalty_rates, $1)',
      [row],
    );
  await owner.query(`update penalty_rates set valid_to = '2029-12-31' where valid_to is null`);
});
after(async () => {
  await owner.end();
  await billing.close();
});

async function add(body: object = FROZEN, query = {}): Promise<PenaltyRate> {
  return (await billing.ask('admin', createPenaltyRate, { query, body })).body;
}

async function list(): Promise<readonly PenaltyRate[]> {
  return (await billing.ask(1, listPenaltyRates)).body;
}

function named({ id }: { readonly id: number }): { readonly penaltyRateId: number } {
  return { penaltyRateId: id };
}

async function newestAudit(limit: number): Promise<readonly AuditEntry[]> {
  const query = { what: 'penalty-rate', limit };
  return (await billing.ask('admin', listBillingChanges, { query })).body.items;
}

/** The rate in force since long ago, without an end. */
async function makeOpenRate(): Promise<PenaltyRate> {
  await owner.query(
    `insert into penalty_rates (valid_from, valid_to, base_cbr_rate, effective_rate, source)
     values ('2030-01-01', null, 14, 9.5, 'import')`,
  );
  const [open] = await list();
  assert.ok(open !== undefined);
  return open;
}

describe('a penalty rate', () => {
  test('is stored as given, is manual, and can be read by everybody', async () => {
    const response = await billing.ask('admin', createPenaltyRate, { body: FROZEN });
    const { status, headers, body: rate } = response;
    assert.equal(status, 201);
    assert.ok(Check(PenaltyRate, rate));
    assert.deepEqual(rate, {
      id: rate.id,
      ...FROZEN,
      baseCbrRate: '14.2500',
      effectiveRate: '9.5000',
      source: 'manual',
    });
    const params = named(rate);
    assert.equal(headers.get('location'), addressOf(getPenaltyRate, { params }));
    assert.equal(headers.get('etag'), '"1"');
    const read = await billing.ask(1, getPenaltyRate, { params });
    assert.deepEqual([read.body, read.headers.get('etag')], [rate, '"1"']);
    assert.deepEqual((await list())[0], rate);
    const [entry] = await newestAudit(1);
    assert.deepEqual(
      [entry?.action, entry?.objectId, entry?.userId, entry?.organizationId, entry?.before],
      ['penalty-rate.created', String(rate.id), 999_999, null, null],
    );
    assert.deepEqual(entry?.after, rate);
  });

  test('needs only a first day and the key rate', async () => {
    const rate = await add({ validFrom: '2030-01-01', baseCbrRate: 14 });
    const { validTo, baseCbrRate, effectiveRate, description } = rate;
    assert.deepEqual(
      [validTo, baseCbrRate, effectiveRate, description],
      [null, '14.0000', '14.0000', null],
    );
    await billing.ask('admin', deletePenaltyRate, { params: named(rate) });
    const nulls = { validTo: null, effectiveRate: null, description: '' };
    const { id: _, ...again } = await add({
      validFrom: '2030-01-01',
      baseCbrRate: '14',
      ...nulls,
    });
    const { id: __, ...first } = rate;
    assert.deepEqual(again, first);
  });

  test('is listed in a bare array, newest first', async () => {
    await add();
    const days = (await list()).map(({ validFrom }) => validFrom);
    assert.equal(days[0], '2030-01-01');
    assert.deepEqual(days, days.toSorted().toReversed());
  });

  test('that does not exist is a 404', async () => {
    const params = { penaltyRateId: 999_999 };
    for (const operation of [getPenaltyRate, deletePenaltyRate])
      assert.equal((await billing.ask('admin', operation, { params })).status, 404);
    const put = await billing.ask('admin', replacePenaltyRate, { params, body: FROZEN });
    assert.equal(put.status, 404);
  });
});

describe('only admins', () => {
  test('can write penalty rates; requests of others change nothing', async () => {
    const rate = await add();
    const standing = await list();
    for (const [user, status] of [
      ['nobody', 401],
      [1, 403],
    ] as const) {
      const asked = [
        await billing.ask(user, createPenaltyRate, {
          body: { ...FROZEN, validFrom: '2031-01-01' },
        }),
        await billing.ask(user, replacePenaltyRate, { params: named(rate), body: FROZEN }),
        await billing.ask(user, deletePenaltyRate, { params: named(rate) }),
      ];
      assert.deepEqual(
        asked.map((answer) => answer.status),
        [status, status, status],
      );
    }
    assert.deepEqual(await list(), standing);
    assert.equal((await billing.ask('nobody', listPenaltyRates)).status, 401);
  });
});

const refused: readonly { readonly body: object; readonly path: string; readonly why: string }[] = [
  { body: { validFrom: undefined }, path: '/validFrom', why: 'no first day' },
  { body: { validFrom: '2025-02-30' }, path: '/validFrom', why: 'no day of the calendar' },
  { body: { validFrom: '1991-12-31' }, path: '/validFrom', why: 'before all rates' },
  { body: { validFrom: 'infinity' }, path: '/validFrom', why: 'no day at all' },
  { body: { validTo: '2029-12-31' }, path: '/validTo', why: 'an end before the beginning' },
  { body: { validTo: '9999-12-31' }, path: '/validTo', why: 'an end past all days' },
  { body: { baseCbrRate: undefined }, path: '/baseCbrRate', why: 'no key rate' },
  { body: { baseCbrRate: '100.0001' }, path: '/baseCbrRate', why: 'above 100' },
  { body: { baseCbrRate: -0.5 }, path: '/baseCbrRate', why: 'below 0' },
  { body: { baseCbrRate: '14.00001' }, path: '/baseCbrRate', why: 'a fifth place' },
  { body: { baseCbrRate: 'NaN' }, path: '/baseCbrRate', why: 'no number' },
  { body: { baseCbrRate: '14,25' }, path: '/baseCbrRate', why: 'a comma' },
  { body: { baseCbrRate: null }, path: '/baseCbrRate', why: 'null where a rate is needed' },
  { body: { effectiveRate: '101' }, path: '/effectiveRate', why: 'above 100' },
  { body: { effectiveRate: true }, path: '/effectiveRate', why: 'no decimal' },
  { body: { description: 'x'.repeat(501) }, path: '/description', why: '501 characters' },
  { body: { description: 'a\u0007b' }, path: '/description', why: 'a control character' },
  { body: { source: 'import' }, path: '/source', why: 'what only the service gives' },
  { body: { id: 5 }, path: '/id', why: 'an id' },
];

describe('an invalid rate', () => {
  for (const { body, path, why } of refused) {
    test(`is a 400 that names ${path}: ${why}`, async () => {
      const standing = await list();
      const params = { penaltyRateId: standing[0]?.id };
      for (const operation of [createPenaltyRate, replacePenaltyRate]) {
        const sent = { params, body: { ...FROZEN, ...body } };
        const { status, problem } = await billing.ask('admin', operation, sent);
        assert.equal(status, 400);
        assert.deepEqual(
          problem.errors?.map((error) => error.path),
          [path],
        );
      }
      assert.deepEqual(await list(), standing);
    });
  }

  test('is not one with a description of 500 letters of any alphabet', async () => {
    const description = 'Ж'.repeat(499) + '𝄞';
    assert.equal((await add({ ...FROZEN, description })).description, description);
  });
});

const overlaps = [
  { from: '2029-12-31', to: '2029-12-31', why: 'the last day of the rate before' },
  { from: '2030-12-31', to: null, why: 'the last day of the rate itself' },
  { from: '2030-06-01', to: '2030-06-01', why: 'a day inside' },
  { from: '2020-01-01', to: null, why: 'everything since 2020' },
  { from: '2030-01-01', to: '2030-12-31', why: 'the same days' },
];

describe('no day has two rates', () => {
  for (const { from, to, why } of overlaps) {
    test(`a rate of ${from} to ${to ?? 'no end'} is a 409: ${why}`, async () => {
      await add();
      const standing = await list();
      const body = { validFrom: from, validTo: to, baseCbrRate: '1' };
      const { status, problem } = await billing.ask('admin', createPenaltyRate, { body });
      assert.deepEqual([status, problem.code], [409, 'period-overlap']);
      assert.deepEqual(await list(), standing);
    });
  }

  test('the day after a last day is free', async () => {
    await add();
    await add({ validFrom: '2031-01-01', baseCbrRate: '1' });
  });

  test('a second open rate is a 409', async () => {
    await add({ validFrom: '2030-01-01', baseCbrRate: '1' });
    const body = { validFrom: '2040-01-01', baseCbrRate: '2' };
    assert.equal((await billing.ask('admin', createPenaltyRate, { body })).status, 409);
  });

  test('a change may not overlap another rate either', async () => {
    const rate = await add();
    const body = { ...FROZEN, validFrom: '2029-12-31' };
    const sent = { params: named(rate), body };
    const { status, problem } = await billing.ask('admin', replacePenaltyRate, sent);
    assert.deepEqual([status, problem.code], [409, 'period-overlap']);
  });

  test('only one of twenty concurrent admins adds the same days', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () =>
        billing.ask('admin', createPenaltyRate, { body: FROZEN }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 201).length, 1);
    assert.equal(statuses.filter((status) => status === 409).length, 19);
  });
});

describe('closePrevious', () => {
  const next = { validFrom: '2031-03-01', baseCbrRate: '15', effectiveRate: '9.5' };

  test('ends the open rate on the day before, both in the audit log', async () => {
    const open = await makeOpenRate();
    const rate = await add(next, { closePrevious: true });
    const [first, second] = await list();
    assert.deepEqual(first, rate);
    assert.deepEqual(second, { ...open, validTo: '2031-02-28', source: 'manual' });
    const entries = await newestAudit(2);
    assert.deepEqual(
      entries.map(({ action, objectId }) => [action, objectId]),
      [
        ['penalty-rate.created', String(rate.id)],
        ['penalty-rate.changed', String(open.id)],
      ],
    );
  });

  test('cuts the open rate of the import where the cap ends, as its days were counted', async () => {
    await owner.query("update penalty_rates set valid_to = null where valid_from = '2026-07-27'");
    const rate = await add({ ...next, validFrom: '2027-02-16' }, { closePrevious: true });
    const [first, second, third] = await list();
    assert.deepEqual(first, rate);
    assert.deepEqual(
      [second, third].map((one) => [one?.validFrom, one?.validTo, one?.effectiveRate]),
      [
        ['2027-01-01', '2027-02-15', '14.0000'],
        ['2026-07-27', '2026-12-31', '9.5000'],
      ],
    );
    assert.equal(second?.description, 'Key rate of the Bank of Russia');
  });

  test('does not cut it where it ends before the cap does', async () => {
    await owner.query("update penalty_rates set valid_to = null where valid_from = '2026-07-27'");
    await add({ ...next, validFrom: '2026-12-01' }, { closePrevious: true });
    const [, second] = await list();
    assert.deepEqual([second?.validFrom, second?.validTo], ['2026-07-27', '2026-11-30']);
  });

  test('leaves the open rate unchanged if the new one is refused', async () => {
    await makeOpenRate();
    const standing = await list();
    const body = { ...next, validFrom: '2029-06-01' };
    const sent = { query: { closePrevious: true }, body };
    assert.equal((await billing.ask('admin', createPenaltyRate, sent)).status, 409);
    assert.deepEqual(await list(), standing);
  });

  test('is a plain addition where no rate is open', async () => {
    const standing = await list();
    await add(next, { closePrevious: true });
    assert.deepEqual((await list()).slice(1), standing);
  });

  test('accepts only true and false', async () => {
    await makeOpenRate();
    const asked = async (query: Readonly<Record<string, unknown>>): Promise<number> =>
      (await billing.ask('admin', createPenaltyRate, { query, body: next })).status;
    assert.equal(await asked({ closePrevious: false }), 409);
    assert.equal(await asked({ closePrevious: 1 }), 400);
    assert.equal(await asked({ close: true }), 400);
  });
});

describe('a change', () => {
  test('replaces: omitted fields get their defaults, and the rate becomes manual', async () => {
    const open = await makeOpenRate();
    const body = { validFrom: '2030-01-01', baseCbrRate: '13.5' };
    const response = await billing.ask('admin', replacePenaltyRate, { params: named(open), body });
    assert.deepEqual(response.body, {
      ...open,
      baseCbrRate: '13.5000',
      effectiveRate: '13.5000',
      source: 'manual',
    });
    assert.equal(response.headers.get('etag'), '"2"');
    const [entry] = await newestAudit(1);
    assert.deepEqual(
      [entry?.action, entry?.before, entry?.after],
      ['penalty-rate.changed', open, response.body],
    );
  });

  test('without a difference leaves the rate to the import', async () => {
    const open = await makeOpenRate();
    const { validFrom, validTo, baseCbrRate, effectiveRate, description } = open;
    const body = { validFrom, validTo, baseCbrRate, effectiveRate, description };
    const [newest] = await newestAudit(1);
    const response = await billing.ask('admin', replacePenaltyRate, { params: named(open), body });
    assert.deepEqual([response.body, response.headers.get('etag')], [open, '"1"']);
    assert.equal((await newestAudit(1))[0]?.id, newest?.id);
  });

  test('of a stale version changes nothing', async () => {
    const rate = await add();
    const stale = { params: named(rate), ifMatch: '"7"' };
    const body = { ...FROZEN, effectiveRate: '8' };
    const put = await billing.ask('admin', replacePenaltyRate, { body, ...stale });
    const remove = await billing.ask('admin', deletePenaltyRate, stale);
    for (const { status, problem } of [put, remove])
      assert.deepEqual([status, problem.code], [412, 'version-stale']);
    assert.deepEqual((await list())[0], rate);
  });

  test('with the same version by several callers is made once', async () => {
    const rate = await add();
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, index) =>
        billing.ask('admin', replacePenaltyRate, {
          params: named(rate),
          body: { ...FROZEN, effectiveRate: String(index) },
          ifMatch: '"1"',
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 1);
    assert.equal(statuses.filter((status) => status === 412).length, 9);
  });
});

describe('a deletion', () => {
  test('takes the rate away and says in the audit log what it was', async () => {
    const rate = await add();
    const params = named(rate);
    const deleted = await billing.ask('admin', deletePenaltyRate, { params, ifMatch: '"1"' });
    assert.deepEqual([deleted.status, deleted.text], [204, '']);
    assert.equal((await billing.ask('admin', getPenaltyRate, { params })).status, 404);
    const [entry] = await newestAudit(1);
    assert.deepEqual(
      [entry?.action, entry?.before, entry?.after],
      ['penalty-rate.deleted', rate, null],
    );
  });
});
