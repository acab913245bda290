// Logs the result of an import.
import type { KeyRateImport } from '@kvartplata/contracts/billing/key-rate-import.ts';
import type { Logger } from 'pino';

export type ImportLog = Pick<Logger, 'info' | 'warn' | 'error'>;

/** Worded as in the specification, 1.6.7. */
export function logOutcome(
  log: ImportLog,
  { outcome, bankRate, added, remarks }: KeyRateImport,
): void {
  const facts = { bankRate: bankRate.baseCbrRate, on: bankRate.on, remarks };
  for (const { validFrom, baseCbrRate, effectiveRate } of added)
    log.info({ validFrom, baseCbrRate, effectiveRate }, 'a penalty rate was added');
  switch (outcome) {
    case 'added':
      if (remarks.length > 0)
        log.warn(facts, 'the penalty rate that was added should be looked at');
      return;
    case 'unchanged':
      log.info(facts, 'the key rate did not change');
      return;
    case 'manual':
      if (remarks.length === 0) log.info(facts, 'the key rate did not change');
      else log.warn(facts, 'the open penalty rate is manual and stands, the key rate differs');
      return;
    case 'covered':
      log.info(facts, 'no penalty rate is open, and none is needed yet');
      return;
    case 'outdated':
      log.warn(facts, 'the bank is behind the open penalty rate');
      return;
    case 'contradicted':
    case 'quarantined':
      log.error(facts, 'the key rate was not taken over: a person has to look at it');
  }
}
