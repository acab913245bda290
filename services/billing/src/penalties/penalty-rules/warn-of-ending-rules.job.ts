// Warns operators in time of every penalty rule that is about to end: in the log, at the start and every morning, once for all
// replicas, and in the metrics.
import { daysBetween, moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { endingWithin, penaltyLaw } from '@kvartplata/domain/regulation/penalty/law-calendar.ts';
import { createGauge, type Metrics } from '@kvartplata/platform/http/metrics.ts';
import type { JobQueue, SoloQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Logger } from 'pino';
import type { Db } from '../../tables.ts';
import { listEndingSoon } from './penalty-rules.service.ts';

export const RULE_WARNING_QUEUE: SoloQueue = {
  name: 'rule-warning',
  retries: 5,
  firstRetrySeconds: 30,
  maxRetrySeconds: 3600,
};

const EVERY_MORNING = '0 5 * * *';
/** A century: finds the next end, however far away. */
const ANY_DAYS = 36_525;

export type RuleWarningDeps = {
  readonly db: Db;
  readonly queue: JobQueue;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => Date;
};

export async function workRuleWarnings({ db, queue, log, now }: RuleWarningDeps): Promise<void> {
  await queue.workSolo(RULE_WARNING_QUEUE.name, async () => warnOfEndingRules(db, log, now));
  await queue.schedule(RULE_WARNING_QUEUE.name, EVERY_MORNING);
  await queue.ensure(RULE_WARNING_QUEUE.name, now().getTime());
}

export async function warnOfEndingRules(
  db: Db,
  log: Pick<Logger, 'warn'>,
  now: () => Date,
): Promise<void> {
  for (const { ruleId, description, lastDay, daysLeft } of await listEndingSoon(
    db,
    moscowDayOf(now()),
  ))
    log.warn({ ruleId, rule: description, lastDay, daysLeft }, 'a rule of penalties ends soon');
}

export function measureRules(metrics: Metrics, db: Db, now: () => Date): void {
  createGauge(
    metrics,
    'penalty_law_next_end_days',
    'Days until a rule of law that penalties rest on ends; +Inf when none is known to',
    () => {
      const today = moscowDayOf(now());
      const [next] = endingWithin(penaltyLaw, today, ANY_DAYS);
      return next === undefined ? Number.POSITIVE_INFINITY : daysBetween(today, next.validTo);
    },
  );
  createGauge(
    metrics,
    'penalty_rules_ending_soon',
    'Rules of penalties, of the law and settled, that end within 60 days',
    async () => (await listEndingSoon(db, moscowDayOf(now()))).length,
  );
}
