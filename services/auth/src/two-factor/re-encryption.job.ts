// Re-encrypts secrets that are still under the previous key, so that JWT_SECRET_PREVIOUS can be dropped.
import type { KeyRing } from '@kvartplata/platform/identity/keys.ts';
import type { Db } from '../tables.ts';
import { decryptSecret, encryptSecret } from './secret-encryption.ts';
import { listSecretsNotUnder, updateSecret, type FactorToCheck } from './two-factor.repository.ts';

export type Reencryption = {
  readonly reencrypted: number;
  /** No available key decrypts them: their users sign in by recovery code. */
  readonly unreadable: number;
};

const BATCH = 200;

/** Safe to run twice, and in several processes at once: a secret is replaced only if it has not changed since it was read. */
export async function reencryptSecrets(db: Db, ring: KeyRing): Promise<Reencryption> {
  let [reencrypted, unreadable, afterId] = [0, 0, 0];
  for (;;) {
    const batch = await listSecretsNotUnder(db, ring.current.kid, { afterId, limit: BATCH });
    for (const factor of batch) {
      const secret = decryptSecret(ring, factor.userId, factor.secret);
      if (secret === undefined) unreadable += 1;
      else if (await replaceSecret(db, ring, factor, secret)) reencrypted += 1;
    }
    const last = batch.at(-1);
    if (last === undefined) return { reencrypted, unreadable };
    afterId = last.id;
  }
}

async function replaceSecret(
  db: Db,
  ring: KeyRing,
  { id, userId, secret: from }: FactorToCheck,
  secret: Uint8Array,
): Promise<boolean> {
  return updateSecret(db, id, { from, to: encryptSecret(ring, userId, secret) });
}
