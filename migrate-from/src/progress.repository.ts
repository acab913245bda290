// The progress of a copy, stored in each target database next to what has been copied, in a separate schema.
import type { Executor } from '@kvartplata/platform/database/executor.ts';
import { sql } from 'kysely';

export type Progress = {
  /** The key of the last row copied; 0 before the first. */
  readonly lastKey: number;
  readonly rows: number;
  readonly isFinished: boolean;
};

/** Whether a copy into this database has begun. */
export async function hasBegun(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ begun: boolean }>`
    select to_regclass('former_application.copied') is not null as begun
  `.execute(db);
  return rows[0]?.begun ?? false;
}

export async function begin(trx: Executor): Promise<void> {
  await sql`create schema former_application`.execute(trx);
  await sql`
    create table former_application.copied (
      part text constraint copied_pkey primary key,
      last_key bigint not null default 0,
      rows bigint not null default 0,
      finished_at timestamptz
    )
  `.execute(trx);
}

/** The first of the tables that is not empty. */
export async function findFilledTable(
  db: Executor,
  tables: readonly string[],
): Promise<string | undefined> {
  for (const table of tables) {
    const { rows } = await sql<{ filled: boolean }>`
      select exists (select from ${sql.table(table)}) as filled
    `.execute(db);
    if (rows[0]?.filled === true) return table;
  }
  return undefined;
}

/** Locked until the transaction ends, so that of two concurrent copies one waits and then continues from there. */
export async function lockProgress(trx: Executor, part: string): Promise<Progress> {
  await sql`
    insert into former_application.copied (part) values (${part}) on conflict (part) do nothing
  `.execute(trx);
  const { rows } = await sql<Progress>`
    select last_key as "lastKey", rows, finished_at is not null as "isFinished"
    from former_application.copied where part = ${part} for update
  `.execute(trx);
  const [progress] = rows;
  if (progress === undefined) throw new Error(`the progress of ${part} has vanished`);
  return progress;
}

export async function updateProgress(
  trx: Executor,
  part: string,
  { lastKey, rows, isFinished }: Progress,
): Promise<void> {
  await sql`
    update former_application.copied
    set last_key = ${lastKey}, rows = ${rows}, finished_at = case when ${isFinished} then now() end
    where part = ${part}
  `.execute(trx);
}

export async function hasFinished(db: Executor, part: string): Promise<boolean> {
  const { rows } = await sql<{ finished: boolean }>`
    select exists (
      select from former_application.copied where part = ${part} and finished_at is not null
    ) as finished
  `.execute(db);
  return rows[0]?.finished ?? false;
}
