// The import over real sockets: what the bank tells gets into the reference, what it spoils does not.
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import { KeyRateImport } from '@kvartplata/contracts/billing/key-rate-import.ts';
import type { PenaltyRate } from '@kvartplata/contracts/billing/penalty-rates.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import pg from 'pg';
import { Check } from 'typebox/value';
import {
  fault,
  keyRates,
  openCentralBank,
  soap,
  xml,
  type BankAnswer,
  type CentralBank,
} from '../testing/central-bank.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { createKeyRateClient } from './key-rate-client.ts';

const RATES = '/api/billing/penalty-rates';
const NOW = '2026-09-21T09:00:00Z';
const MEGABYTE = 1_048_576;

/** How long an answer may take: short only where none comes. */
let answerMs = 15_000;
const SHORT_MS = 300;

let bank: CentralBank;
let billing: TestApp;
let owner: pg.Client;
let seed: readonly object[];

before(async () => {
  bank = await openCentralBank();
  billing = await createTestApp(NOW, {
    ask: async (days, signal) => createKeyRateClient({ url: bank.url, answerMs }).ask(days, signal),
  });
  owner = new pg.Client({ connectionString: billing.databaseUrl });
  await owner.connect();
  seed = (await owner.query<object>('select to_jsonb(t) as row from penalty_rates t')).rows;
});
beforeEach(async () => {
  await owner.query('delete from penalty_rates');
  await owner.query(
    `insert into penalty_rates
     select r.* from jsonb_array_elements($1) as given, jsonb_populate_record(null::penalty_rates, given -> 'row') r`,
    [JSON.stringify(seed)],
  );
  await owner.query('delete from key_rate_imports');
  billing.clock.now = new Date(NOW);
  billing.logged.length = 0;
  answerMs = 15_000;
});
after(async () => {
  await owner.end();
  await billing.close();
  await bank.close();
});

async function list(): Promise<readonly PenaltyRate[]> {
  return (await billing.ask(1, 'GET', RATES)).json<PenaltyRate[]>();
}

async function importNow(): Promise<KeyRateImport> {
  const response = await billing.ask('admin', 'POST', `${RATES}/import`);
  assert.equal(response.statusCode, 200, response.body);
  const done = response.json<KeyRateImport>();
  assert.ok(Check(KeyRateImport, done));
  return done;
}

function told(): readonly string[] {
  return billing.logged.map(({ level, message }) => `${level}: ${message}`);
}

async function runs(): Promise<readonly string[]> {
  const { rows } = await owner.query<{ outcome: string }>(
    'select outcome from key_rate_imports order by id',
  );
  return rows.map(({ outcome }) => outcome);
}

async function metric(name: string): Promise<number> {
  const text = await billing.metrics.registry.metrics();
  const line = text.split('\n').find((one) => one.startsWith(name));
  return Number(line?.split(' ').at(-1)?.replace('Nan', 'NaN').replace('+Inf', 'Infinity'));
}

describe('an import', () => {
  test('asks as SOAP 1.1 wants it, for the last 31 days of Moscow', async () => {
    bank.tell(['2026-09-21', '14.00']);
    // In Moscow the next day has begun.
    billing.clock.now = new Date('2026-09-21T21:30:00Z');
    await importNow();
    const asked = bank.requests.at(-1);
    assert.deepEqual([asked?.method, asked?.path], ['POST', '/DailyInfoWebServ/DailyInfo.asmx']);
    assert.equal(asked?.headers['content-type'], 'text/xml; charset=utf-8');
    assert.equal(asked?.headers['soapaction'], 'http://web.cbr.ru/KeyRateXML');
    assert.match(
      asked?.body ?? '',
      /<KeyRateXML xmlns="http:\/\/web\.cbr\.ru\/">\s*<fromDate>2026-08-22T00:00:00<\/fromDate>\s*<ToDate>2026-09-22T00:00:00<\/ToDate>\s*<\/KeyRateXML>/,
    );
  });

  test('of the same rate changes nothing and says that it did not change', async () => {
    const standing = await list();
    bank.tell(['2026-09-21', '14.00'], ['2026-08-24', '14.00']);
    const done = await importNow();
    assert.deepEqual(done, {
      outcome: 'unchanged',
      bankRate: { baseCbrRate: '14.0000', on: '2026-09-21' },
      added: [],
      open: standing[0],
      detail: null,
    });
    assert.deepEqual(await list(), standing);
    assert.deepEqual(told(), ['info: the key rate did not change']);
    assert.deepEqual(await runs(), ['unchanged']);
  });

  test('of another rate ends the open one and adds a new one, capped while the cap holds', async () => {
    const standing = await list();
    bank.tell(['2026-09-21', '13.50'], ['2026-09-14', '13.50'], ['2026-09-11', '14.00']);
    const done = await importNow();
    const [added, ended, ...older] = await list();
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
    assert.deepEqual(told(), ['info: a penalty rate was added']);
    assert.deepEqual(await runs(), ['added']);
    assert.equal((await importNow()).outcome, 'unchanged');
  });

  test('leaves its change in the audit log, of the admin who asked', async () => {
    bank.tell(['2026-09-14', '13.50'], ['2026-09-11', '14.00']);
    const { open } = await importNow();
    const url = '/api/audit?what=penalty-rate&limit=2';
    const { items } = (await billing.ask('admin', 'GET', url)).json<PageOf<AuditEntry>>();
    assert.deepEqual(
      items.map(({ action, userId }) => [action, userId]),
      [
        ['penalty-rate.created', 999_999],
        ['penalty-rate.changed', 999_999],
      ],
    );
    assert.deepEqual(items[0]?.after, open);
  });

  test('never touches a manual rate, and tells how it differs', async () => {
    await owner.query(`update penalty_rates set source = 'manual' where valid_to is null`);
    const standing = await list();
    bank.tell(['2026-09-21', '13.50'], ['2026-09-11', '14.00']);
    const done = await importNow();
    assert.equal(done.outcome, 'manual');
    assert.match(done.detail ?? '', /13\.5000 %.*14\.0000 %/);
    assert.deepEqual(await list(), standing);
    assert.deepEqual(told(), [
      'warn: the open penalty rate is manual and stands, the key rate differs',
    ]);
  });

  test('takes over again once a manual rate has ended', async () => {
    await owner.query(
      `update penalty_rates set source = 'manual', valid_to = '2026-09-20' where valid_to is null`,
    );
    bank.tell(['2026-09-18', '13.50']);
    const { added } = await importNow();
    assert.deepEqual(
      added.map(({ validFrom, baseCbrRate, source }) => [validFrom, baseCbrRate, source]),
      [['2026-09-21', '13.5000', 'import']],
    );
  });

  test('when the cap has ended lets the key rate itself count from the next day on', async () => {
    billing.clock.now = new Date('2027-02-16T09:00:00Z');
    bank.tell(['2027-02-16', '13.00'], ['2027-02-15', '13.00'], ['2027-02-12', '14.00']);
    const { added, outcome } = await importNow();
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
    const ends = (await list()).slice(0, 3).map(({ validTo }) => validTo);
    assert.deepEqual(ends, [null, '2027-02-14', '2026-12-31']);
  });

  test('of a rate that jumps too far books nothing and calls for a person', async () => {
    const standing = await list();
    const counted = await metric('key_rate_import_quarantined_total');
    bank.tell(['2026-09-21', '41.00'], ['2026-09-11', '14.00']);
    const done = await importNow();
    assert.equal(done.outcome, 'quarantined');
    assert.deepEqual(await list(), standing);
    assert.deepEqual(told(), [
      'error: the key rate was not taken over: a person has to look at it',
    ]);
    assert.equal(await metric('key_rate_import_quarantined_total'), counted + 1);
  });

  test('by many at once adds one rate', async () => {
    bank.tell(['2026-09-14', '13.50'], ['2026-09-11', '14.00']);
    const done = await Promise.all(Array.from({ length: 8 }, importNow));
    assert.deepEqual(done.map(({ outcome }) => outcome).toSorted(), [
      'added',
      ...Array.from({ length: 7 }, () => 'unchanged'),
    ]);
    assert.equal((await list()).length, seed.length + 1);
  });

  test('amid a person’s changes leaves no day with two rates and none that is lost', async () => {
    bank.tell(['2026-09-14', '13.50'], ['2026-09-11', '14.00']);
    const manual = { validFrom: '2026-09-10', baseCbrRate: '14', effectiveRate: '9.5' };
    const [posted] = await Promise.all([
      billing.ask('admin', 'POST', `${RATES}?closePrevious=true`, { body: manual }),
      ...Array.from({ length: 5 }, importNow),
    ]);
    const rates = await list();
    if (posted.statusCode === 201) {
      assert.equal(rates[0]?.source, 'manual');
    } else {
      assert.equal(posted.statusCode, 409, posted.body);
      assert.equal(rates[0]?.validFrom, '2026-09-14');
    }
  });

  test('is for admins', async () => {
    const asked = bank.requests.length;
    assert.equal((await billing.ask(1, 'POST', `${RATES}/import`)).statusCode, 403);
    assert.equal((await billing.ask('nobody', 'POST', `${RATES}/import`)).statusCode, 401);
    const body = { rate: 1 };
    assert.equal((await billing.ask('admin', 'POST', `${RATES}/import`, { body })).statusCode, 400);
    assert.equal(bank.requests.length, asked);
  });
});

const CHANGE = soap(
  keyRates([
    ['2026-09-14', '13.50'],
    ['2026-09-11', '14.00'],
  ]),
);

const HUNDRED_MEGABYTES = gzipSync(
  CHANGE.replace('<KeyRate ', `${' '.repeat(100 * MEGABYTE)}<KeyRate `),
);

/** Sends pieces for as long as somebody listens. */
function endlessly(piece: string, pauseMs: number): BankAnswer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' });
    response.on('error', () => undefined);
    const send = (): void => {
      if (response.destroyed) return;
      if (pauseMs === 0 && response.write(piece)) setImmediate(send);
      else if (pauseMs === 0) response.once('drain', send);
      else {
        response.write(piece);
        setTimeout(send, pauseMs);
      }
    };
    send();
  };
}

const spoiled: readonly {
  readonly answer: BankAnswer;
  readonly reason: 'away' | 'fault' | 'spoiled';
  /** No whole answer ever comes. */
  readonly isSlow?: true;
  readonly why: string;
}[] = [
  { answer: xml(CHANGE.slice(0, -30)), reason: 'spoiled', why: 'truncated XML' },
  {
    answer: (response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!DOCTYPE html><html><body><h1>Технические работы</h1></body></html>'),
    reason: 'spoiled',
    why: 'a page',
  },
  { answer: xml(fault('Server was unable to process request')), reason: 'fault', why: 'a fault' },
  { answer: xml(fault('No'), 500), reason: 'away', why: 'a fault as a server error' },
  { answer: xml(CHANGE, 503), reason: 'away', why: 'a good answer under a bad status' },
  {
    answer: (response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere' }).end(),
    reason: 'away',
    why: 'a way to somewhere else',
  },
  {
    answer: xml(CHANGE.replace('?>', '?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>')),
    reason: 'spoiled',
    why: 'an entity from a file',
  },
  {
    answer: xml(
      '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><l>&b;</l>',
    ),
    reason: 'spoiled',
    why: 'a billion laughs',
  },
  { answer: xml(soap(keyRates([]))), reason: 'spoiled', why: 'no record' },
  {
    answer: xml(soap(keyRates([['2026-09-14', '1350']]))),
    reason: 'spoiled',
    why: 'a rate above 100',
  },
  {
    answer: xml(soap(keyRates([['2026-12-14', '13.5']]))),
    reason: 'spoiled',
    why: 'a day in the far future',
  },
  {
    answer: xml(
      soap(
        keyRates([
          ['2026-09-14', '13.5'],
          ['2026-09-14', '14'],
        ]),
      ),
    ),
    reason: 'spoiled',
    why: 'a day with two rates',
  },
  { answer: endlessly('<KR>'.repeat(10_000), 0), reason: 'spoiled', why: 'a stream without end' },
  {
    answer: xml(CHANGE.replace('<KeyRate ', `${' '.repeat(MEGABYTE)}<KeyRate `)),
    reason: 'spoiled',
    why: 'a good answer behind a megabyte of blanks',
  },
  {
    answer: (response) =>
      response
        .writeHead(200, { 'content-type': 'text/xml', 'content-encoding': 'gzip' })
        .end(HUNDRED_MEGABYTES),
    reason: 'spoiled',
    why: 'a hundred megabytes that come as a hundred kilobytes',
  },
  { answer: endlessly(' ', 50), reason: 'away', isSlow: true, why: 'a slow drip' },
  { answer: () => undefined, reason: 'away', isSlow: true, why: 'silence' },
  { answer: (response) => response.destroy(), reason: 'away', why: 'a cut before the answer' },
  {
    answer: (response) => {
      response.writeHead(200, { 'content-length': String(CHANGE.length) });
      response.write(CHANGE.slice(0, 300), () => response.destroy());
    },
    reason: 'away',
    why: 'a cut within the answer',
  },
];

describe('what the bank spoils', () => {
  for (const { answer, reason, isSlow, why } of spoiled) {
    test(`leaves the reference as it is, is told, counted and a 503: ${why}`, async () => {
      const standing = await list();
      const name = `key_rate_import_failures_total{reason="${reason}"`;
      const counted = await metric(name);
      bank.answerBy(answer);
      if (isSlow) answerMs = SHORT_MS;
      const response = await billing.ask('admin', 'POST', `${RATES}/import`);
      assert.equal(response.statusCode, 503, response.body);
      assert.equal(response.json<Problem>().code, 'dependency-unavailable');
      assert.ok(response.headers['retry-after']);
      assert.deepEqual(await list(), standing);
      assert.equal(await metric(name), counted + 1);
      assert.deepEqual(await runs(), ['failed']);
      const [line, ...more] = told();
      assert.match(line ?? '', /: the key rate was not imported; the reference is as it was$/);
      assert.deepEqual(more, []);
    });
  }

  test('over and over is told once, and again after a success', async () => {
    const spoil = async (): Promise<void> => {
      bank.answerBy(xml('<html></html>'));
      await billing.ask('admin', 'POST', `${RATES}/import`);
    };
    await spoil();
    await spoil();
    bank.tell(['2026-09-21', '14.00']);
    await importNow();
    await spoil();
    assert.deepEqual(
      billing.logged.map(({ level }) => level),
      ['error', 'info', 'info', 'error'],
    );
  });

  test('is over when the bank is itself again', async () => {
    bank.answerBy((response) => response.destroy());
    await billing.ask('admin', 'POST', `${RATES}/import`);
    bank.answerBy(xml(CHANGE));
    assert.equal((await importNow()).outcome, 'added');
  });
});

describe('the metrics', () => {
  test('tell the age of the last success, infinite when there is none', async () => {
    assert.equal(await metric('key_rate_import_last_success_age_seconds'), Infinity);
    bank.answerBy(xml('<html></html>'));
    await billing.ask('admin', 'POST', `${RATES}/import`);
    assert.equal(await metric('key_rate_import_last_success_age_seconds'), Infinity);
    await owner.query(
      `insert into key_rate_imports (outcome, finished_at) values ('unchanged', now() - interval '2 days')`,
    );
    const age = await metric('key_rate_import_last_success_age_seconds');
    assert.ok(age >= 172_800 && age < 180_000, String(age));
  });

  test('tell the open key rate, and none when none is open', async () => {
    assert.equal(await metric('penalty_rate_open_base_percent'), 14);
    await owner.query(`update penalty_rates set valid_to = '2026-12-31' where valid_to is null`);
    assert.ok(Number.isNaN(await metric('penalty_rate_open_base_percent')));
  });

  test('tell how many days the rules of law still hold', async () => {
    assert.equal(await metric('penalty_law_next_end_days'), 101);
    billing.clock.now = new Date('2026-12-31T12:00:00Z');
    assert.equal(await metric('penalty_law_next_end_days'), 0);
    billing.clock.now = new Date('2027-01-01T12:00:00Z');
    assert.equal(await metric('penalty_law_next_end_days'), Infinity);
  });
});

test('an import that is switched off is a conflict', async () => {
  const off = await createTestApp();
  try {
    const response = await off.ask('admin', 'POST', `${RATES}/import`);
    assert.deepEqual([response.statusCode, response.json<Problem>().code], [409, 'conflict']);
  } finally {
    await off.close();
  }
});
