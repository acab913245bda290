// The import over real sockets: the bank's rate gets into the reference once and by the rules.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import { importKeyRate } from '@kvartplata/contracts/billing/key-rate-import.ts';
import { createPenaltyRate } from '@kvartplata/contracts/billing/penalty-rates.ts';
import { xml } from '../../testing/central-bank.ts';
import { openImportStand, type ImportStand } from '../../testing/import-stand.ts';
import { createTestApp } from '../../testing/test-app.ts';

let stand: ImportStand;

before(async () => {
  stand = await openImportStand('2026-09-21T09:00:00Z');
});
beforeEach(async () => stand.reset());
after(async () => stand.close());

describe('an import', () => {
  test('sends a SOAP 1.1 request for the last 31 days, Moscow time', async () => {
    stand.bank.tell(['2026-09-21', '14.00']);
    // In Moscow it is already the next day.
    stand.billing.clock.now = new Date('2026-09-21T21:30:00Z');
    await stand.importNow();
    const asked = stand.bank.requests.at(-1);
    assert.deepEqual([asked?.method, asked?.path], ['POST', '/DailyInfoWebServ/DailyInfo.asmx']);
    assert.equal(asked?.headers['content-type'], 'text/xml; charset=utf-8');
    assert.equal(asked?.headers['soapaction'], 'http://web.cbr.ru/KeyRateXML');
    assert.match(
      asked?.body ?? '',
      /<KeyRateXML xmlns="http:\/\/web\.cbr\.ru\/">\s*<fromDate>2026-08-22T00:00:00<\/fromDate>\s*<ToDate>2026-09-22T00:00:00<\/ToDate>\s*<\/KeyRateXML>/,
    );
  });

  test('with the same rate changes nothing and says so', async () => {
    const standing = await stand.list();
    stand.bank.tell(['2026-09-21', '14.00'], ['2026-08-24', '14.00']);
    const done = await stand.importNow();
    assert.deepEqual(done, {
      outcome: 'unchanged',
      bankRate: { baseCbrRate: '14.0000', on: '2026-09-21' },
      added: [],
      open: standing[0],
      remarks: [],
    });
    assert.deepEqual(await stand.list(), standing);
    assert.deepEqual(stand.told(), ['info: the key rate did not change']);
    assert.deepEqual(await stand.runs(), ['unchanged']);
  });

  test('with another rate ends the open one and adds a new one, capped while the cap is in force', async () => {
    const standing = await stand.list();
    stand.bank.tell(['2026-09-21', '13.50'], ['2026-09-14', '13.50'], ['2026-09-11', '14.00']);
    const done = await stand.importNow();
    const [added, ended, ...older] = await stand.list();
    assert.deepEqual(
      { ...added, id: 0 },
      {
        id: 0,
        validFrom: '2026-09-14',
        validTo: null,
        baseCbrRate: '13.5000',
        effectiveRate: '9.5000',
        description:
          "Automatic import from the Bank of Russia's KeyRateXML service. The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329",
        source: 'import',
      },
    );
    assert.deepEqual(ended, { ...standing[0], validTo: '2026-09-13' });
    assert.deepEqual(older, standing.slice(1));
    assert.deepEqual([done.outcome, done.added, done.open], ['added', [added], added]);
    assert.deepEqual(stand.told(), ['info: a penalty rate was added']);
    assert.deepEqual(await stand.runs(), ['added']);
    assert.equal((await stand.importNow()).outcome, 'unchanged');
  });

  test('records its change in the audit log, with the admin who asked', async () => {
    stand.bank.tell(['2026-09-14', '13.50'], ['2026-09-11', '14.00']);
    const { open } = await stand.importNow();
    const query = { what: 'penalty-rate', limit: 2 };
    const { items } = (await stand.billing.ask('admin', listBillingChanges, { query })).body;
    assert.deepEqual(
      items.map(({ action, userId }) => [action, userId]),
      [
        ['penalty-rate.created', 999_999],
        ['penalty-rate.changed', 999_999],
      ],
    );
    assert.deepEqual(items[0]?.after, open);
  });

  test('never changes a manual rate, and reports how it differs', async () => {
    await stand.owner.query(`update penalty_rates set source = 'manual' where valid_to is null`);
    const standing = await stand.list();
    stand.bank.tell(['2026-09-21', '13.50'], ['2026-09-11', '14.00']);
    const done = await stand.importNow();
    assert.equal(done.outcome, 'manual');
    assert.deepEqual(
      done.remarks.map(({ code, facts }) => [code, facts.bankRate, facts.ourRate]),
      [['rate-differs', '13.5000', '14.0000']],
    );
    assert.deepEqual(await stand.list(), standing);
    assert.deepEqual(stand.told(), [
      'warn: the open penalty rate is manual and stands, the key rate differs',
    ]);
  });

  test('adds rates again once a manual rate has ended', async () => {
    await stand.owner.query(
      `update penalty_rates set source = 'manual', valid_to = '2026-09-20' where valid_to is null`,
    );
    stand.bank.tell(['2026-09-18', '13.50']);
    const { added } = await stand.importNow();
    assert.deepEqual(
      added.map(({ validFrom, baseCbrRate, source }) => [validFrom, baseCbrRate, source]),
      [['2026-09-21', '13.5000', 'import']],
    );
  });

  test('after the end of the cap applies the key rate itself from the next day on', async () => {
    stand.billing.clock.now = new Date('2027-02-16T09:00:00Z');
    stand.bank.tell(['2027-02-16', '13.00'], ['2027-02-15', '13.00'], ['2027-02-12', '14.00']);
    const { added, outcome } = await stand.importNow();
    assert.equal(outcome, 'added');
    assert.deepEqual(
      added.map(({ validFrom, baseCbrRate, effectiveRate }) => [
        validFrom,
        baseCbrRate,
        effectiveRate,
      ]),
      [
        ['2027-01-01', '14.0000', '14.0000'],
        ['2027-02-15', '13.0000', '13.0000'],
      ],
    );
    const ends = (await stand.list()).slice(0, 3).map(({ validTo }) => validTo);
    assert.deepEqual(ends, [null, '2027-02-14', '2026-12-31']);
  });

  test('with too large a jump stores nothing and asks for a person', async () => {
    const standing = await stand.list();
    const counted = await stand.metric('key_rate_import_quarantined_total');
    stand.bank.tell(['2026-09-21', '41.00'], ['2026-09-11', '14.00']);
    const done = await stand.importNow();
    assert.equal(done.outcome, 'quarantined');
    assert.deepEqual(await stand.list(), standing);
    assert.deepEqual(stand.told(), [
      'error: the key rate was not taken over: a person has to look at it',
    ]);
    assert.equal(await stand.metric('key_rate_import_quarantined_total'), counted + 1);
  });

  test('by concurrent callers adds one rate', async () => {
    const standing = await stand.list();
    stand.bank.tell(['2026-09-14', '13.50'], ['2026-09-11', '14.00']);
    const done = await Promise.all(Array.from({ length: 8 }, stand.importNow));
    assert.deepEqual(done.map(({ outcome }) => outcome).toSorted(), [
      'added',
      ...Array.from({ length: 7 }, () => 'unchanged'),
    ]);
    assert.equal((await stand.list()).length, standing.length + 1);
  });

  test('during a person’s changes leaves no day with two rates and loses none', async () => {
    stand.bank.tell(['2026-09-14', '13.50'], ['2026-09-11', '14.00']);
    const manual = { validFrom: '2026-09-10', baseCbrRate: '14', effectiveRate: '9.5' };
    const [posted] = await Promise.all([
      stand.billing.ask('admin', createPenaltyRate, {
        query: { closePrevious: true },
        body: manual,
      }),
      ...Array.from({ length: 5 }, stand.importNow),
    ]);
    const rates = await stand.list();
    if (posted.status === 201) {
      assert.equal(rates[0]?.source, 'manual');
    } else {
      assert.equal(posted.status, 409, posted.text);
      assert.equal(rates[0]?.validFrom, '2026-09-14');
    }
  });

  test('is for admins', async () => {
    const asked = stand.bank.requests.length;
    assert.equal((await stand.billing.ask(1, importKeyRate)).status, 403);
    assert.equal((await stand.billing.ask('nobody', importKeyRate)).status, 401);
    const body = { rate: 1 };
    assert.equal((await stand.billing.ask('admin', importKeyRate, { body })).status, 400);
    assert.equal(stand.bank.requests.length, asked);
  });
});

describe('the metrics', () => {
  test('show the age of the last success, infinite without one', async () => {
    assert.equal(await stand.metric('key_rate_import_last_success_age_seconds'), Infinity);
    stand.bank.answerBy(xml('<html></html>'));
    await stand.billing.ask('admin', importKeyRate);
    assert.equal(await stand.metric('key_rate_import_last_success_age_seconds'), Infinity);
    await stand.owner.query(
      `insert into key_rate_imports (outcome, remarks, finished_at) values ('unchanged', '[]', now() - interval '2 days')`,
    );
    const age = await stand.metric('key_rate_import_last_success_age_seconds');
    assert.ok(age >= 172_800 && age < 180_000, String(age));
  });

  test('show the open key rate, and NaN when none is open', async () => {
    assert.equal(await stand.metric('penalty_rate_open_base_percent'), 14);
    await stand.owner.query(
      `update penalty_rates set valid_to = '2026-12-31' where valid_to is null`,
    );
    assert.ok(Number.isNaN(await stand.metric('penalty_rate_open_base_percent')));
  });
});

test('a switched-off import is a conflict, and has no age that could raise an alert', async () => {
  const off = await createTestApp();
  try {
    const response = await off.ask('admin', importKeyRate);
    const metrics = await off.app.inject({ url: '/metrics' });
    assert.match(metrics.body, /^key_rate_import_last_success_age_seconds\{[^}]*\} Nan$/im);
    assert.deepEqual([response.status, response.problem.code], [409, 'conflict']);
  } finally {
    await off.close();
  }
});
