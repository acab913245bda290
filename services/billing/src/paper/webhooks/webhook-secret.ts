// The secret of a webhook: `whsec_` and 32 random bytes, encrypted at rest, and its signature of a message (Standard Webhooks).
import { createHmac, randomBytes } from 'node:crypto';
import {
  decrypt,
  encrypt,
  type EncryptedSecret,
} from '@kvartplata/platform/identity/encryption.ts';
import type { KeyRing } from '@kvartplata/platform/identity/keys.ts';

const SECRET_BYTES = 32;

export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** As shown to its owner. */
export function secretText(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString('base64')}`;
}

export function sealSecret(ring: KeyRing, webhookId: number, secret: Uint8Array): EncryptedSecret {
  return encrypt(ring, `webhook:${webhookId}`, secret);
}

/** Undefined when none of the keys can decrypt it. */
export function openSecret(
  ring: KeyRing,
  webhookId: number,
  sealed: EncryptedSecret,
): Uint8Array | undefined {
  return decrypt(ring, `webhook:${webhookId}`, sealed);
}

export type SignedMessage = { readonly id: string; readonly body: string; readonly at: Date };

/** The three signature headers. */
export function signatureHeaders(
  secret: Uint8Array,
  { id, body, at }: SignedMessage,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', secret)
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
