// The error of a long job as it is stored: the code in `error`, what it is about in `error_facts`.
import type { JobError, JobErrorCode, JobErrorFacts } from '@kvartplata/contracts/job-errors.ts';
import { sql, type ColumnType, type RawBuilder } from 'kysely';

export type JobErrorColumns = {
  readonly error: ColumnType<JobErrorCode | null, never, JobErrorCode | null>;
  /** JSON. */
  readonly errorFacts: ColumnType<JobErrorFacts | null, never, string | null>;
};

/** Both columns, as a row that is read has them. */
export type StoredJobError = {
  readonly error: JobErrorCode | null;
  readonly errorFacts: JobErrorFacts | null;
};

type Stored = { readonly error: JobErrorCode | null; readonly errorFacts: string | null };

export function storedError(error: JobError | null): Stored {
  return { error: error?.code ?? null, errorFacts: error && JSON.stringify(error.facts) };
}

/** The same where the job may have an error already, which then stays. */
export function firstError(error: JobError | null): {
  readonly error: RawBuilder<JobErrorCode | null>;
  readonly errorFacts: RawBuilder<string | null>;
} {
  const given = storedError(error);
  return {
    error: sql`coalesce(error, ${given.error})`,
    errorFacts: sql`coalesce(error_facts, ${given.errorFacts}::jsonb)`,
  };
}

export function readError({ error, errorFacts }: StoredJobError): JobError | null {
  return error === null ? null : { code: error, facts: errorFacts ?? {} };
}
