// Verifies the ledger every night, and at a start when the last verification is older than a day; once for all replicas. An
// interrupted verification resumes where it stopped.
import type { HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import { createGauge, type Metrics } from '@kvartplata/platform/http/metrics.ts';
import { toRefusal } from '@kvartplata/platform/http/problem-document.ts';
import type { JobQueue, SoloQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Logger } from 'pino';
import type { Db } from '../../tables.ts';
import {
  findLastVerification,
  findOpenVerification,
  findProgress,
  insertVerification,
  listBookedHouses,
  updateVerification,
  type FaultCounts,
} from './ledger-verification.repository.ts';
import {
  IN_ORDER,
  isInOrder,
  verifyLog,
  verifyOrganization,
  type LedgerFaults,
} from './ledger-verification.service.ts';

export const VERIFICATION_QUEUE: SoloQueue = {
  name: 'ledger-verification',
  retries: 5,
  firstRetrySeconds: 60,
  maxRetrySeconds: 600,
};

const NIGHTLY = '0 3 * * *';
const DAY_SECONDS = 86_400;
/** The most faults of a kind that one log line shows. */
const SHOWN = 10;

/** Marks a nightly run; any other value runs only when the last verification is older than a day. */
const AT_NIGHT = 0;
const AT_START = 1;

export type VerificationDeps = {
  readonly db: Db;
  readonly queue: JobQueue;
  /** The verifier keys of the log of seals: the current one and past ones. */
  readonly keys: readonly string[];
  readonly log: Pick<Logger, 'error'>;
};

export async function workLedgerVerifications(deps: VerificationDeps): Promise<void> {
  const { db, queue } = deps;
  await queue.workSolo(VERIFICATION_QUEUE.name, async (asked) => {
    const last = await findLastVerification(db);
    if (asked !== AT_NIGHT && last !== undefined && last.ageSeconds < DAY_SECONDS) return;
    await verifyAndTell(deps);
  });
  await queue.schedule(VERIFICATION_QUEUE.name, NIGHTLY);
  await queue.ensure(VERIFICATION_QUEUE.name, AT_START);
}

export async function verifyAndTell({
  db,
  keys,
  log,
}: Omit<VerificationDeps, 'queue'>): Promise<void> {
  const organizations = await listBookedHouses(db);
  const { id, lastOrganizationId } =
    (await findOpenVerification(db)) ?? (await insertVerification(db, organizations.length));
  for (const booked of organizations) {
    if (booked.organizationId <= lastOrganizationId) continue;
    const counts = await countFaults(db, booked, log);
    await updateVerification(db, id, booked.organizationId, counts);
  }
  const faults = await verifyLog(db, { keys });
  tell(faults, log, 'the log of seals or the audit log');
  await updateVerification(db, id, undefined, countsOf(faults));
}

/** An organization that cannot be read, such as one with a damaged page, does not keep the others from being verified. */
async function countFaults(
  db: Db,
  booked: HousesOf,
  log: Pick<Logger, 'error'>,
): Promise<FaultCounts> {
  const { organizationId } = booked;
  try {
    const faults = await verifyOrganization(db, booked);
    tell(faults, log, `the books of organization ${organizationId}`);
    return countsOf(faults);
  } catch (error) {
    if (toRefusal(error).status === 503) throw error;
    log.error({ err: error }, `the books of organization ${organizationId} could not be verified`);
    return { ...countsOf(IN_ORDER), unreadOrganizations: 1 };
  }
}

function tell(faults: LedgerFaults, log: Pick<Logger, 'error'>, what: string): void {
  if (isInOrder(faults)) return;
  const shown = Object.fromEntries(
    Object.entries(faults)
      .filter(([, list]) => list.length > 0)
      .map(([kind, list]) => [kind, list.slice(0, SHOWN)]),
  );
  const counts = Object.entries(faults)
    .filter(([, list]) => list.length > 0)
    .map(([kind, list]) => `${kind} ${list.length}`);
  log.error(shown, `${what} are not in order: ${counts.join(', ')}`);
}

function countsOf(faults: LedgerFaults): FaultCounts {
  return {
    driftingAccounts: faults.drift.length,
    strayPayments: faults.strayPayments.length,
    wrongSums: faults.wrongSums.length,
    chainFaults: faults.chainFaults.length,
    strayDocuments: faults.strayDocuments.length,
    wrongMonths: faults.wrongMonths.length,
    sealFaults: faults.sealFaults.length,
    auditFaults: faults.auditFaults.length,
    unreadOrganizations: 0,
  };
}

const FIGURES: readonly (readonly [keyof FaultCounts, string, string])[] = [
  [
    'driftingAccounts',
    'ledger_drifting_accounts',
    'Accounts whose balance was not the sum of their entries',
  ],
  ['strayPayments', 'ledger_stray_payments', 'Payments whose parts did not sum to them'],
  ['wrongSums', 'ledger_wrong_sums', 'Months of houses whose sums were not those of their entries'],
  [
    'chainFaults',
    'ledger_chain_faults',
    'Links, entries and documents that were not as they had been booked',
  ],
  [
    'strayDocuments',
    'ledger_stray_documents',
    'Entries without their documents, and documents without entries',
  ],
  [
    'wrongMonths',
    'ledger_wrong_months',
    'Months of houses whose charges were not those that were computed',
  ],
  [
    'sealFaults',
    'ledger_seal_faults',
    'Seals, and heads of their log, that were not as they had been made',
  ],
  ['auditFaults', 'ledger_audit_faults', 'Links of the audit log that did not hold'],
  [
    'unreadOrganizations',
    'ledger_unread_organizations',
    'Organizations whose books could not be read',
  ],
];

/** Metrics for operators: the last verification by any replica, its age, and the progress of the next one. */
export function measureVerifications(metrics: Metrics, db: Db): void {
  for (const [kind, name, what] of FIGURES)
    createGauge(
      metrics,
      name,
      `${what} when the ledger was last verified; NaN before the first verification`,
      async () => (await findLastVerification(db))?.[kind] ?? Number.NaN,
    );
  createGauge(
    metrics,
    'ledger_verification_age_seconds',
    'Since any replica last verified the ledger; +Inf when none ever did',
    async () => (await findLastVerification(db))?.ageSeconds ?? Number.POSITIVE_INFINITY,
  );
  createGauge(
    metrics,
    'ledger_verification_progress',
    'How much of the verification that is under way is done, from 0 to 1; 1 when none is',
    async () => findProgress(db),
  );
}
