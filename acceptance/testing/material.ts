// What a forger might have, taken from three running services: sessions of two people, active and ended.
import { randomBytes } from 'node:crypto';
import { endCurrentSession } from '@kvartplata/contracts/auth/sessions.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import { openSession, signUp } from '@kvartplata/platform/testing/people.ts';
import type { Material } from './broken-tokens.ts';
import { ask } from './people.ts';
import type { ThreeServices } from './three-services.ts';

export async function gatherMaterial(services: ThreeServices, secret: Buffer): Promise<Material> {
  const { keys, owners, urls } = services;
  await signUp(services, 'administrator');
  const another = await signUp(services, 'somebody-else');
  await signUp(services, 'forger');
  const session = await openSession(urls.auth, 'forger');
  const ended = await openSession(urls.auth, 'forger');
  await ask({ urls }, `Bearer ${ended.accessToken}`, endCurrentSession);
  const expiredSession = sessionIdOf((await openSession(urls.auth, 'forger')).accessToken);
  await owners.auth.query(
    `update sessions set rotated_at = now() - interval '2 days', expires_at = now() - interval '1 day' where id = $1`,
    [expiredSession],
  );
  return {
    secret,
    keys,
    keysOfOthers: deriveKeys(randomBytes(32)),
    token: session.accessToken,
    header: partOf(session.accessToken, 0),
    claims: partOf(session.accessToken, 1),
    refreshToken: session.refreshToken,
    csrfToken: session.csrfToken,
    nowSeconds: Math.floor(Date.now() / 1000),
    userIdOfAnother: another.userId,
    sessionOfAnother: sessionIdOf(another.authorization),
    endedSession: sessionIdOf(ended.accessToken),
    expiredSession,
  };
}

/** The session that a token names. */
export function sessionIdOf(token: string): string {
  return String(partOf(token, 1)['sid']);
}

function partOf(token: string, index: number): Record<string, unknown> {
  const part = token.split('.')[index] ?? '';
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
}
