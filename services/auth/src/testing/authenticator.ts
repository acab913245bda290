// A person with an authenticator on their phone: signed in, with two-factor sign-in on.
import { answerChallenge, startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { enableTwoFactor, setUpTwoFactor } from '@kvartplata/contracts/auth/two-factor.ts';
import { getCurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import type { TestApp } from './auth-app.ts';
import { createTestClient, PASSWORD, signIn, type Answer, type TestClient } from './test-client.ts';

export const STEP_SECONDS = 30;

export type Owner = {
  readonly username: string;
  readonly userId: number;
  /** The session that turned two-factor sign-in on. */
  readonly client: TestClient;
  /** Base32. */
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The phone's code now, or some steps from now. */
  readonly code: (stepsFromNow?: number) => string;
};

/** Registers a person, signs them in and turns two-factor sign-in on; the step that it used is over afterwards. */
export async function signInWithTwoFactor(auth: TestApp, username: string): Promise<Owner> {
  const client = await signIn(auth.app, username);
  const secret = await setUp(client);
  const answer = await client.post(enableTwoFactor.path, {
    code: codeAt(secret, auth.now()),
  });
  if (answer.status !== 200) throw new Error(`verify-setup answered ${answer.text}`);
  auth.advanceSeconds(STEP_SECONDS);
  return {
    username,
    userId: Number((await client.get(getCurrentUser.path)).json['id']),
    client,
    secret,
    recoveryCodes: answer.json['recoveryCodes'] as readonly string[],
    code: (stepsFromNow = 0) => codeAt(secret, auth.now(), stepsFromNow),
  };
}

/** Starts a new setup, and returns its secret. */
export async function setUp(client: TestClient, password?: string): Promise<string> {
  const body = password === undefined ? undefined : { password };
  const answer = await client.post(setUpTwoFactor.path, body);
  if (answer.status !== 200) throw new Error(`setup answered ${answer.text}`);
  return String(answer.json['secret']);
}

export function codeAt(secret: string, at: Date, stepsFromThen = 0): string {
  const timestamp = at.getTime() + stepsFromThen * STEP_SECONDS * 1000;
  return new TOTP({ secret }).generate({ timestamp });
}

/** A code that is not valid now, nor in the steps around. */
export function wrongCode({ code }: Owner): string {
  const good = [-2, -1, 0, 1, 2].map((steps) => code(steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (wrong) => !good.includes(wrong),
  ) as string;
}

/** Signs in with the password only; the client then holds the challenge in its cookie. */
export async function beginSignIn(auth: TestApp, username: string): Promise<TestClient> {
  const client = createTestClient(auth.app);
  const answer = await client.post(startSession.path, { username, password: PASSWORD });
  if (answer.json['twoFactorRequired'] !== true) throw new Error(`login answered ${answer.text}`);
  return client;
}

export async function verifyLogIn(
  client: TestClient,
  proof: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  return client.post(answerChallenge.path, proof);
}

/** A number of sign-ins that wait for a code, one after the other because each hashes a password. */
export async function beginMany(
  auth: TestApp,
  count: number,
  username: string,
): Promise<readonly TestClient[]> {
  const clients: TestClient[] = [];
  for (let index = 0; index < count; index += 1) clients.push(await beginSignIn(auth, username));
  return clients;
}

/** Signs in as a new client, including the second factor. */
export async function signInAgain(auth: TestApp, owner: Owner): Promise<TestClient> {
  const client = await beginSignIn(auth, owner.username);
  const answer = await verifyLogIn(client, { code: owner.code() });
  if (answer.status !== 200) throw new Error(`verify-login answered ${answer.text}`);
  return client;
}

/** The status and the code of a refusal, as one text. */
export function outcomeOf({ status, json }: Answer): string {
  const { code } = json;
  return `${status} ${typeof code === 'string' ? code : 'signed in'}`;
}

/** How often each outcome came. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const outcomes = Map.groupBy(answers, outcomeOf);
  return Object.fromEntries([...outcomes].map(([outcome, all]) => [outcome, all.length]));
}

/** The audit log's entries about a user, oldest first. */
export async function listAudited(
  auth: TestApp,
  userId: number,
): Promise<readonly { readonly action: string; readonly details: string }[]> {
  const { rows } = await sql<{ action: string; details: string }>`
    select action, concat(before::text, after::text) as details from audit_log where user_id = ${userId} order by id
  `.execute(auth.db);
  return rows;
}
