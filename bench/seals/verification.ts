// The complete verification of a ledger, compared with reading the ledger's entries once by COPY, and compared with also reading
// their documents.
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  isInOrder,
  verifyLedger,
} from '@kvartplata/billing-service/src/books/ledger-verification/ledger-verification.service.ts';
import type { BillingTables } from '@kvartplata/billing-service/src/tables.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { SERVICES } from '../apply/drafted-month.ts';
import type { Measured } from '../measured.ts';
import { sized } from '../size.ts';
import { withBooks } from './sealed-books.ts';

const ACCOUNTS = sized({ whole: 100_000, short: 5_000 });
const MONTHS = sized({ whole: 12, short: 3 });
const PAIRS = 3;
/** As in the command. */
const LANES = 2;

/** @param args the numbers of accounts and months, to override the defaults */
export async function benchVerification(args: readonly string[]): Promise<readonly Measured[]> {
  const accounts = args[0] === undefined ? ACCOUNTS : Number(args[0]);
  const months = args[1] === undefined ? MONTHS : Number(args[1]);
  return withBooks(accounts, async (books) => {
    for (let month = 1; month <= months; month += 1) await books.close(await books.apply(month));
    const entries = accounts * months * SERVICES;
    const [ours, ofEntries, ofAll]: [number[], number[], number[]] = [[], [], []];
    for (let pair = 1; pair <= PAIRS; pair += 1) {
      const entriesMs = await copyOut(books.url, 'ledger_entries');
      ofEntries.push(entriesMs);
      ofAll.push(entriesMs + (await copyOut(books.url, 'charges')));
      ours.push(await verify(books.url));
    }
    const measured = {
      name: 'verification',
      what: `${entries} entries of ${accounts} accounts in ${months} closed months`,
      ours,
    };
    return [
      { ...measured, limit: 'the entries copied out', goal: 2, limits: ofEntries },
      { ...measured, limit: 'the entries and their charges copied out', limits: ofAll },
    ];
  });
}

async function verify(url: string): Promise<number> {
  const { db } = openDatabase<BillingTables>({ url, poolSize: LANES, applicationName: 'bench' });
  try {
    const startedAt = performance.now();
    const faults = await verifyLedger(db, {}, LANES);
    const tookMs = performance.now() - startedAt;
    assert.ok(isInOrder(faults), JSON.stringify(faults).slice(0, 1_000));
    return tookMs;
  } finally {
    await db.destroy();
  }
}

async function copyOut(url: string, table: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const startedAt = performance.now();
    const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(client.query(copyTo(`copy (select * from ${table}) to stdout`)), nothing);
    return performance.now() - startedAt;
  } finally {
    await client.end();
  }
}
