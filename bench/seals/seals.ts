// The proofs of a month's accounts, created when it is closed, compared with the bare hashes of the same lines, which any tree
// needs; and the size and response time of a single proof.
import assert from 'node:assert/strict';
import { proveMonth } from '@kvartplata/billing-service/src/books/seals/receipt-proofs.service.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { packProof } from '@kvartplata/platform/proof/packed-proof.ts';
import { readProof, verifyProof } from '@kvartplata/platform/proof/verify-proof.js';
import { sql } from 'kysely';
import { ACCOUNTS_PER_HOUSE, firstDayOf } from '../apply/drafted-month.ts';
import type { Measured } from '../measured.ts';
import { sized } from '../size.ts';
import { withBooks, type SealedBooks } from './sealed-books.ts';

const ACCOUNTS = sized({ whole: 1_000_000, short: 10_000 });
const MONTHS = sized({ whole: 2, short: 2 });
const PROOFS = 200;

/** @param args the number of accounts, to override the default */
export async function benchSeals(args: readonly string[]): Promise<readonly Measured[]> {
  const accounts = args[0] === undefined ? ACCOUNTS : Number(args[0]);
  return withBooks(accounts, async (books) => {
    const [ours, limits]: [number[], number[]] = [[], []];
    for (let month = 1; month <= MONTHS; month += 1) {
      const cycleId = await books.apply(month);
      ours.push(await books.close(cycleId));
      limits.push(await hashLines(books.url));
    }
    return [
      {
        name: 'seals',
        what: `a month of ${accounts} accounts is closed, with a proof for each`,
        limit: 'the hashes of the same lines, of which nothing is made and nothing kept',
        ours,
        limits,
        notes: [await askProofs(books, accounts)],
      },
    ];
  });
}

/** Hashes the lines of the last closed month. */
async function hashLines(url: string): Promise<number> {
  const { db } = openDatabase<unknown>({ url, poolSize: 1, applicationName: 'bench' });
  try {
    const startedAt = performance.now();
    await sql`
      select count(app.leaf_hash(line.text)) from sealed_lines
      cross join regexp_split_to_table(sealed_lines.lines, E'\n') as line (text)
      where sealed_lines.billing_cycle_id = (select max(billing_cycle_id) from sealed_lines)
    `.execute(db);
    return performance.now() - startedAt;
  } finally {
    await db.destroy();
  }
}

async function askProofs({ caller, checkpoints }: SealedBooks, accounts: number): Promise<string> {
  let [longest, longestFile, longestText] = [0, 0, 0];
  const startedAt = performance.now();
  for (let nth = 0; nth < PROOFS; nth += 1) {
    const personalAccountId = (nth * 7919) % accounts;
    const houseId = Math.floor(personalAccountId / ACCOUNTS_PER_HOUSE) + 1;
    const asked = { organizationId: 1, houseId, personalAccountId, period: firstDayOf(MONTHS) };
    const proof = await proveMonth(caller.db, asked, checkpoints);
    assert.ok(proof !== undefined && (await verifyProof(proof)).isGood);
    const file = packProof(proof);
    assert.ok((await verifyProof(await readProof(new Uint8Array(file)))).isGood);
    longest = Math.max(
      longest,
      proof.path.reduce((bytes, hash) => bytes + Buffer.from(hash, 'base64').length, 0),
    );
    longestFile = Math.max(longestFile, file.length);
    longestText = Math.max(longestText, Buffer.byteLength(JSON.stringify(proof)));
  }
  const eachMs = (performance.now() - startedAt) / PROOFS;
  return `a proof’s path has at most ${longest} bytes, its file ${longestFile}, as JSON ${longestText}; asked for, packed and verified both ways in ${eachMs.toFixed(1)} ms`;
}
