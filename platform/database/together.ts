// Sends several statements of a transaction in one round trip: each is sent without waiting for earlier results.
import type { RawBuilder, Transaction } from 'kysely';
import type { PipelinedConnection } from './driver.ts';

type Statements<Rows extends readonly unknown[]> = {
  readonly [Nth in keyof Rows]: RawBuilder<Rows[Nth]> | undefined;
};
type Answers<Rows extends readonly unknown[]> = {
  readonly [Nth in keyof Rows]: readonly Rows[Nth][];
};

/**
 * The rows of each statement, in order; no rows for an undefined one. They run one after the other, and each sees the effects of
 * those before it.
 */
export async function sendTogether<Tables, const Rows extends readonly unknown[]>(
  trx: Transaction<Tables>,
  statements: Statements<Rows>,
): Promise<Answers<Rows>> {
  const compiled = statements.map((statement) => statement?.compile(trx));
  return trx.getExecutor().provideConnection(async (connection) => {
    const answers = await Promise.all(
      compiled.map(async (query) => query && connection.executeQuery<unknown>(query)),
    );
    return answers.map((answer) => answer?.rows ?? []) as unknown as Answers<Rows>;
  });
}

/** Sends the statements together with the commit; when one of them fails, the transaction fails with its error. */
export async function leaveForCommit<Tables>(
  trx: Transaction<Tables>,
  statements: readonly RawBuilder<unknown>[],
): Promise<void> {
  const compiled = statements.map((statement) => statement.compile(trx));
  await trx.getExecutor().provideConnection(async (connection) => {
    (connection as PipelinedConnection).leave(compiled);
  });
}
