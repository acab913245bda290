// An unavailable bank or a malformed answer, over real sockets: the reference stays unchanged, and the failure is reported.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { importKeyRate } from '@kvartplata/contracts/billing/key-rate-import.ts';
import { fault, keyRates, soap, xml, type BankAnswer } from '../../testing/central-bank.ts';
import { openImportStand, type ImportStand } from '../../testing/import-stand.ts';

const MEGABYTE = 1_048_576;
/** For an answer that never completes. */
const SHORT_MS = 300;

let stand: ImportStand;

before(async () => {
  stand = await openImportStand('2026-09-21T09:00:00Z');
});
beforeEach(async () => stand.reset());
after(async () => stand.close());

const CHANGE = soap(
  keyRates([
    ['2026-09-14', '13.50'],
    ['2026-09-11', '14.00'],
  ]),
);

const HUNDRED_MEGABYTES = gzipSync(
  CHANGE.replace('<KeyRate ', `${' '.repeat(100 * MEGABYTE)}<KeyRate `),
);

/** Sends pieces as long as the client is connected. */
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
  /** The answer never completes. */
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

describe('an invalid answer of the bank', () => {
  for (const { answer, reason, isSlow, why } of spoiled) {
    test(`leaves the rates unchanged, is logged, counted and a 503: ${why}`, async () => {
      const standing = await stand.list();
      const name = `key_rate_import_failures_total{reason="${reason}"`;
      const counted = await stand.metric(name);
      stand.bank.answerBy(answer);
      if (isSlow) stand.limits.answerMs = SHORT_MS;
      const response = await stand.billing.ask('admin', importKeyRate);
      assert.equal(response.status, 503, response.text);
      assert.equal(response.problem.code, 'dependency-unavailable');
      assert.ok(response.headers.get('retry-after'));
      assert.deepEqual(await stand.list(), standing);
      assert.equal(await stand.metric(name), counted + 1);
      assert.deepEqual(await stand.runs(), ['failed']);
      const [line, ...more] = stand.told();
      assert.match(line ?? '', /: the key rate was not imported; the reference is as it was$/);
      assert.deepEqual(more, []);
    });
  }

  test('is logged once if repeated, and again after a success', async () => {
    const spoil = async (): Promise<void> => {
      stand.bank.answerBy(xml('<html></html>'));
      await stand.billing.ask('admin', importKeyRate);
    };
    await spoil();
    await spoil();
    stand.bank.tell(['2026-09-21', '14.00']);
    await stand.importNow();
    await spoil();
    assert.deepEqual(
      stand.billing.logged.map(({ level }) => level),
      ['error', 'info', 'info', 'error'],
    );
  });

  test('does not affect the next import', async () => {
    stand.bank.answerBy((response) => response.destroy());
    await stand.billing.ask('admin', importKeyRate);
    stand.bank.answerBy(xml(CHANGE));
    assert.equal((await stand.importNow()).outcome, 'added');
  });
});
