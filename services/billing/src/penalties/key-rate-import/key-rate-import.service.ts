// Requests the bank's key rate and updates the reference with a change: in one transaction, serialized with all other changes of
// the reference, and never touching a manual rate.
import type {
  KeyRateImport,
  KeyRateRemark,
} from '@kvartplata/contracts/billing/key-rate-import.ts';
import type { PenaltyRate } from '@kvartplata/contracts/billing/penalty-rates.ts';
import { formatDay, moscowDayOf, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import type { Actor } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { Metrics } from '@kvartplata/platform/http/metrics.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import {
  addImportedRate,
  findOpenRate,
  lockStandingRate,
} from '../penalty-rates/penalty-rates.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { decideImport, type StandingRate } from './import-decision.ts';
import { KeyRateAnswerError, readKeyRates, type KeyRateOnDay } from './key-rate-answer.ts';
import type { KeyRateClient } from './key-rate-client.ts';
import * as repository from './key-rate-import.repository.ts';
import { createKeyRateMetrics } from './key-rate-metrics.ts';
import { logOutcome, type ImportLog } from './log-outcome.ts';

export type KeyRateImportDeps = {
  readonly db: Db;
  /** Undefined when the import is switched off. */
  readonly client: KeyRateClient | undefined;
  readonly metrics: Metrics;
  readonly log: ImportLog;
  readonly now: () => Date;
};

export type KeyRateImports = {
  readonly isOn: boolean;
  /**
   * @throws KeyRateAnswerError when the bank gives no usable answer: it is logged, counted and stored as a run, and the reference
   * is not changed
   */
  readonly run: (actor: Actor, signal?: AbortSignal) => Promise<KeyRateImport>;
  /** Whether any replica has received a usable answer since then. */
  readonly hasSucceededSince: (instant: Date) => Promise<boolean>;
};

const WINDOW_DAYS = 31;
const FAILURES = {
  away: 'bank-unavailable',
  fault: 'bank-fault',
  spoiled: 'answer-unusable',
} as const;
/** The end of a rule and a change of the rate, twice over: there are never more at once. */
const MAX_STEPS = 10;

export function createKeyRateImports(deps: KeyRateImportDeps): KeyRateImports {
  const { db, client, log, now } = deps;
  const metrics = createKeyRateMetrics(deps.metrics, {
    secondsSinceSuccess: async () =>
      client === undefined
        ? Number.NaN
        : ((await repository.findSecondsSinceSuccess(db)) ?? Number.POSITIVE_INFINITY),
    openBaseRate: async () => (await findOpenRate(db))?.baseCbrRate,
  });
  /** A fault is logged as an error once; repeated failures with the same reason are only noted. */
  let describedFailure: string | undefined;

  async function askBank(today: Temporal.PlainDate, signal?: AbortSignal) {
    if (client === undefined)
      throw new Refusal('conflict', 'The import of key rates is switched off: CBR_URL is off');
    const days = { from: today.subtract({ days: WINDOW_DAYS }), to: today };
    return readKeyRates(await client.ask(days, signal), today);
  }

  async function keepFailure(error: KeyRateAnswerError, { userId }: Actor): Promise<void> {
    metrics.failed(error.reason);
    const level =
      describedFailure === error.message ? 'info' : error.reason === 'away' ? 'warn' : 'error';
    describedFailure = error.message;
    log[level](
      { reason: error.message },
      'the key rate was not imported; the reference is as it was',
    );
    await repository.insertRun(db, {
      outcome: 'failed',
      bankRate: null,
      bankRateOn: null,
      remarks: [{ code: FAILURES[error.reason], facts: { fault: error.message } }],
      requestedBy: userId,
    });
  }

  return {
    isOn: client !== undefined,
    hasSucceededSince: async (instant) => repository.hasSucceededSince(db, instant),
    run: async (actor, signal) => {
      const today = moscowDayOf(now());
      let answer: readonly KeyRateOnDay[];
      try {
        answer = await askBank(today, signal);
      } catch (error) {
        if (error instanceof KeyRateAnswerError) await keepFailure(error, actor);
        throw error;
      }
      describedFailure = undefined;
      const done = await inTransaction(db, async (trx) => takeOver(trx, actor, answer, today));
      if (done.outcome === 'quarantined' || done.outcome === 'contradicted') metrics.quarantined();
      logOutcome(log, done);
      return done;
    },
  };
}

/** @throws Refusal dependency-unavailable when the bank gives no usable answer, conflict when the import is off */
export async function importNow(imports: KeyRateImports, actor: Actor): Promise<KeyRateImport> {
  try {
    return await imports.run(actor);
  } catch (error) {
    if (!(error instanceof KeyRateAnswerError)) throw error;
    throw new Refusal('dependency-unavailable', error.message, { cause: error });
  }
}

async function takeOver(
  trx: Trx,
  actor: Actor,
  answer: readonly KeyRateOnDay[],
  today: Temporal.PlainDate,
): Promise<KeyRateImport> {
  let standing = await lockStandingRate(trx);
  const added: PenaltyRate[] = [];
  const remarks: KeyRateRemark[] = [];
  let decision = decideImport(toStanding(standing), answer, today);
  while (decision.outcome === 'added') {
    if (added.length === MAX_STEPS)
      throw new Error('the import of key rates goes round in circles');
    standing = await addImportedRate(trx, actor, decision.rate);
    added.push(standing);
    remarks.push(...decision.remarks);
    decision = decideImport(toStanding(standing), answer, today);
  }
  remarks.push(...decision.remarks);
  const latest = answer.at(-1)!;
  const done: KeyRateImport = {
    outcome: added.length > 0 ? 'added' : decision.outcome,
    bankRate: { baseCbrRate: formatScaled(latest.rateE4, 4), on: formatDay(latest.on) },
    added,
    open: standing?.validTo === null ? standing : null,
    remarks,
  };
  await repository.insertRun(trx, {
    outcome: done.outcome,
    bankRate: done.bankRate.baseCbrRate,
    bankRateOn: done.bankRate.on,
    remarks,
    requestedBy: actor.userId,
  });
  return done;
}

function toStanding(rate: PenaltyRate | undefined): StandingRate | undefined {
  if (rate === undefined) return undefined;
  return {
    validFrom: parseDay(rate.validFrom),
    validTo: rate.validTo === null ? null : parseDay(rate.validTo),
    baseRateE4: parseScaled(rate.baseCbrRate, 4),
    effectiveRateE4: parseScaled(rate.effectiveRate, 4),
    source: rate.source,
  };
}
