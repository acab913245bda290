// How the error of a long job is stored: the code in `error`, its details in `error_facts`.
import type { JobError, JobErrorCode, JobErrorFacts } from '@kvartplata/contracts/job-errors.ts';
import { sql, type ColumnType, type RawBuilder } from 'kysely';

export type JobErrorColumns = {
  readonly error: ColumnType<JobErrorCode | null, never, JobErrorCode | null>;
  /** JSON. */
  readonly errorFacts: ColumnType<JobErrorFacts | null, never, string | null>;
};

/** Both columns, as read. */
export type StoredJobError = {
  readonly error: JobErrorCode | null;
  readonly errorFacts: JobErrorFacts | null;
};

type Stored = { readonly error: JobErrorCode | null; readonly errorFacts: string | null };

export function storedError(error: JobError | null): Stored {
  return { error: error?.code ?? null, errorFacts: error && JSON.stringify(error.facts) };
}

/** The same for a job that may have an error already: the first one is kept. */
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
