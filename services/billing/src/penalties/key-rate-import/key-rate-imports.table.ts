// The result of each request to the Bank of Russia.
import type { KeyRateRemark } from '@kvartplata/contracts/billing/key-rate-import.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

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
  readonly remarks: ColumnType<readonly KeyRateRemark[], string>;
  readonly requestedBy: number | null;
};
