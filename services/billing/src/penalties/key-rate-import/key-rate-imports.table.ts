// What each question to the Bank of Russia came to.
import type { Generated, GeneratedAlways } from 'kysely';

export type KeyRateImportsTable = {
  readonly id: GeneratedAlways<number>;
  readonly finishedAt: Generated<Date>;
  readonly outcome:
    | 'added'
    | 'unchanged'
    | 'manual'
    | 'covered'
    | 'outdated'
    | 'contradicted'
    | 'quarantined'
    | 'failed';
  readonly bankRate: string | null;
  readonly bankRateOn: string | null;
  readonly detail: string | null;
  readonly requestedBy: number | null;
};
