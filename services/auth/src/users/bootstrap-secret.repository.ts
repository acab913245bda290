// The SQL of the bootstrap secret: at most one row, which only stores the hash.
import type { Trx } from '../tables.ts';

/** @returns false if there is one already */
export async function insertBootstrapSecret(
  trx: Trx,
  secretHash: Buffer,
  createdAt: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('bootstrapSecret')
    .values({ secretHash: secretHash, createdAt: createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findBootstrapSecretHash(trx: Trx): Promise<Buffer | undefined> {
  const row = await trx.selectFrom('bootstrapSecret').select('secretHash').executeTakeFirst();
  return row?.secretHash;
}

export async function deleteBootstrapSecret(trx: Trx): Promise<void> {
  await trx.deleteFrom('bootstrapSecret').execute();
}
