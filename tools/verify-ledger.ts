// `npm run verify-ledger [-- --since <file>] [--key <key>]`: checks billing's ledger for what must never be; exits 1 if there is
// any. Reads BILLING_DATABASE_URL, by default the embedded database, whether the platform is running or not. `--since` is a head
// of the log of seals that was kept elsewhere, or a backup or proof with one; `--key` a key that has signed heads.
import { parseArgs } from 'node:util';
import {
  isInOrder,
  verifyLedger,
  type KnownOfLog,
  type LedgerFaults,
} from '@kvartplata/billing-service/src/books/ledger-verification/ledger-verification.service.ts';
import type { BillingTables } from '@kvartplata/billing-service/src/tables.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { readVerifierKey } from '@kvartplata/platform/proof/signed-note.ts';
import { explainStartFailure } from '@kvartplata/platform/lifecycle/run-service.ts';
import { onBillingDatabase } from './platform/billing-database.ts';
import { isHelpTold } from './platform/command-help.ts';
import { readNotedHead } from './platform/noted-head.ts';

const HELP = `Searches the whole ledger of billing for what must never be, and prints a line for each fault. It only reads.

  npm run verify-ledger [-- [--since <file>] [--key <key>] ...]

  --since <file>   a head of the log of seals that was kept elsewhere: a checkpoint, a proof, the manifest.json of a backup
  --key <key>      who may have signed the heads; as often as there were keys
  --help           this text

The database is BILLING_DATABASE_URL, else the embedded one of \`npm start\` (DATA_DIR).

Exit codes
  0   in order
  1   a fault, or it could not look

docs/operating/verify-ledger.md says more.`;

const CHAIN_FAULTS: Readonly<Record<LedgerFaults['chainFaults'][number]['fault'], string>> = {
  entries: 'its entries are not what they were when they were booked',
  documents: 'its payments, allocations, stornos or accruals are not what they were',
  order: 'it does not follow from the one before, or is not the last although it should be',
  unlinked: 'an entry or a document that no booking has made',
};

const SEAL_FAULTS: Readonly<Record<LedgerFaults['sealFaults'][number]['fault'], string>> = {
  missing: 'it is closed and has no seal',
  open: 'it has a seal and is not closed',
  lines: 'the lines of its accounts are not those of its seal',
  log: 'the log of seals has another line at its place',
  chain: 'the chains of its houses are not those of its seal',
  papers: 'its cycle, months of houses, templates or corrections are not those of its seal',
  forked: 'the log of seals does not go on from this head of it',
  signature: 'the head of the log is not signed by its key',
  unsigned: 'nobody has signed this head of the log of seals',
  leaf: 'the log has a line that no seal stands behind, or lacks one before it',
};

const AUDIT_FAULTS: Readonly<Record<LedgerFaults['auditFaults'][number]['fault'], string>> = {
  link: 'its entries, or the link before it, are not what they were',
  end: 'it is not the last as it should be',
  unlinked: 'an entry that nothing of ours has written',
};

/** A person is waiting for the result. */
const LANES = 2;

type Described = {
  readonly [Kind in keyof LedgerFaults]: readonly [
    (fault: LedgerFaults[Kind][number]) => string,
    string,
  ];
};

/** For a fault, and for none. */
const WORDS: Described = {
  drift: [
    (row) =>
      `house ${row.houseId}, account ${row.personalAccountId}: its balance is ${row.principalDrift} of principal and ${row.penaltyDrift} of penalties above the sum of its entries`,
    'every balance is the sum of its entries',
  ],
  strayPayments: [
    (row) =>
      `house ${row.houseId}, account ${row.personalAccountId}, payment ${row.paymentId}: ${row.allocated} of ${row.expected} are allocated`,
    'every payment is allocated once and whole',
  ],
  strayDocuments: [
    ({ houseId, personalAccountId, documentId, type, lacks }) =>
      `house ${houseId}, account ${personalAccountId}, ${type} ${documentId}: ${lacks === 'document' ? 'an entry without its document' : 'its entries are missing, or others'}`,
    'every entry has its document, and every document its entries',
  ],
  wrongSums: [
    ({ houseId, period }) =>
      `house ${houseId}, month ${period}: its sums are not what its entries come to`,
    'every sum of a month is what its entries come to',
  ],
  wrongMonths: [
    ({ houseId, period }) =>
      `house ${houseId}, month ${period}: its charges are not those that were computed`,
    'every charge is what was computed',
  ],
  chainFaults: [
    ({ houseId, number, period, fault }) =>
      `house ${houseId}, link ${number ?? 'none'}, month ${period ?? 'unknown'}: ${CHAIN_FAULTS[fault]}`,
    'every entry and document is what it was when it was booked',
  ],
  sealFaults: [
    (fault) =>
      'at' in fault
        ? `log of seals, ${fault.at}: ${SEAL_FAULTS[fault.fault]}`
        : `cycle ${fault.billingCycleId}: ${SEAL_FAULTS[fault.fault]}`,
    'every closed month is what was sealed, and every seal is in the log',
  ],
  auditFaults: [
    ({ organizationId, chain, number, fault }) =>
      `audit log of organization ${organizationId}, chain ${chain ?? 'none'}, link ${number ?? 'none'}: ${AUDIT_FAULTS[fault]}`,
    'the audit log is what it was',
  ],
};

try {
  if (isHelpTold(process.argv.slice(2), HELP)) process.exit(0);
  const known = await readKnown(process.argv.slice(2));
  const faults = await onBillingDatabase(process.env, async (url, place) => {
    console.log(`billing: ${place}`);
    return verify(url, known);
  });
  console.log(describe(faults));
  if (!isInOrder(faults)) process.exitCode = 1;
} catch (error) {
  console.error(`Not verified: ${explainStartFailure(error)}`);
  process.exitCode = 1;
}

/** @throws an Error when a file has no head, or a key is invalid */
async function readKnown(args: readonly string[]): Promise<KnownOfLog> {
  const { values } = parseArgs({
    args: [...args],
    options: { since: { type: 'string' }, key: { type: 'string', multiple: true } },
  });
  const { since, key: keys = [] } = values;
  for (const key of keys) readVerifierKey(key);
  return { keys, head: since === undefined ? undefined : await readNotedHead(since) };
}

async function verify(url: string, known: KnownOfLog): Promise<LedgerFaults> {
  const { db } = openDatabase<BillingTables>({
    url,
    poolSize: LANES,
    applicationName: 'verify-ledger',
  });
  try {
    return await verifyLedger(db, known, LANES);
  } finally {
    await db.destroy();
  }
}

function describe(faults: LedgerFaults): string {
  return [
    linesOf(faults.drift, WORDS.drift),
    linesOf(faults.strayPayments, WORDS.strayPayments),
    linesOf(faults.strayDocuments, WORDS.strayDocuments),
    linesOf(faults.wrongSums, WORDS.wrongSums),
    linesOf(faults.wrongMonths, WORDS.wrongMonths),
    linesOf(faults.chainFaults, WORDS.chainFaults),
    linesOf(faults.sealFaults, WORDS.sealFaults),
    linesOf(faults.auditFaults, WORDS.auditFaults),
  ]
    .flat()
    .join('\n');
}

function linesOf<Fault>(
  faults: readonly Fault[],
  [words, order]: readonly [(fault: Fault) => string, string],
): readonly string[] {
  return faults.length === 0 ? [`✓ ${order}`] : faults.map((fault) => `✗ ${words(fault)}`);
}
