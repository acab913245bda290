// The verification of the ledger by itself: every night, and at a start when the last one is older than a day; once for
// all replicas.
import { createGauge, type Metrics } from '@kvartplata/platform/http/metrics.ts';
import type { JobQueue, SoloQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Logger } from 'pino';
import type { Db } from '../../tables.ts';
import {
  findLastVerification,
  insertVerification,
  type Verification,
} from './ledger-verification.repository.ts';
import { isInOrder, verifyLedger } from './ledger-verification.service.ts';

export const VERIFICATION_QUEUE: SoloQueue = {
  name: 'ledger-verification',
  retries: 5,
  firstRetrySeconds: 60,
  maxRetrySeconds: 600,
};

const NIGHTLY = '0 3 * * *';
const TIME_ZONE = 'Europe/Moscow';
const DAY_SECONDS = 86_400;
/** As many faults as a line of the log shows. */
const SHOWN = 10;

/** What the next nightly run is asked by; any other number asks only for what is not a day old. */
const AT_NIGHT = 0;
const AT_START = 1;

export type VerificationDeps = {
  readonly db: Db;
  readonly queue: JobQueue;
  readonly log: Pick<Logger, 'error'>;
};

export async function workLedgerVerifications({ db, queue, log }: VerificationDeps): Promise<void> {
  await queue.workSolo(VERIFICATION_QUEUE.name, async (asked) => {
    const last = await findLastVerification(db);
    if (asked !== AT_NIGHT && last !== undefined && last.ageSeconds < DAY_SECONDS) return;
    await verifyAndTell(db, log);
  });
  await queue.schedule(VERIFICATION_QUEUE.name, NIGHTLY, TIME_ZONE);
  await queue.ensure(VERIFICATION_QUEUE.name, AT_START);
}

export async function verifyAndTell(db: Db, log: Pick<Logger, 'error'>): Promise<void> {
  const faults = await verifyLedger(db);
  const { drift, strayPayments, wrongSums, chainFaults } = faults;
  if (!isInOrder(faults))
    log.error(
      {
        drift: drift.slice(0, SHOWN),
        strayPayments: strayPayments.slice(0, SHOWN),
        wrongSums: wrongSums.slice(0, SHOWN),
        chainFaults: chainFaults.slice(0, SHOWN),
      },
      `the ledger is not in order: ${drift.length} balances, ${strayPayments.length} payments, ${wrongSums.length} sums of months, ${chainFaults.length} faults of chains`,
    );
  await insertVerification(db, {
    driftingAccounts: drift.length,
    strayPayments: strayPayments.length,
    wrongSums: wrongSums.length,
    chainFaults: chainFaults.length,
  });
}

/** What an operator watches: the last verification by any replica, and how old it is. */
export function tellVerifications(metrics: Metrics, db: Db): void {
  const figure = (name: string, help: string, of: (last: Verification) => number): void =>
    createGauge(metrics, name, `${help}; NaN before the first verification`, async () => {
      const last = await findLastVerification(db);
      return last === undefined ? Number.NaN : of(last);
    });
  figure(
    'ledger_drifting_accounts',
    'Accounts whose balance was not the sum of their entries when the ledger was last verified',
    ({ driftingAccounts }) => driftingAccounts,
  );
  figure(
    'ledger_stray_payments',
    'Payments whose parts did not sum to them when the ledger was last verified',
    ({ strayPayments }) => strayPayments,
  );
  figure(
    'ledger_wrong_sums',
    'Months of houses whose sums were not those of their entries when the ledger was last verified',
    ({ wrongSums }) => wrongSums,
  );
  figure(
    'ledger_chain_faults',
    'Links and entries that were not as they had been booked when the ledger was last verified',
    ({ chainFaults }) => chainFaults,
  );
  createGauge(
    metrics,
    'ledger_verification_age_seconds',
    'Since any replica last verified the ledger; +Inf when none ever did',
    async () => (await findLastVerification(db))?.ageSeconds ?? Number.POSITIVE_INFINITY,
  );
}
