// How often something may be tried. Beyond a limit the database is not queried and no password is checked, whether or not there
// is such a user.
import { createHmac } from 'node:crypto';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { createCounter, type Metrics } from '@kvartplata/platform/http/metrics.ts';
import type { KeyRing } from '@kvartplata/platform/identity/keys.ts';
import type { KeyValueStore } from '@kvartplata/platform/key-value/key-value-store.ts';
import { nameKey } from '@kvartplata/contracts/auth/name-key.ts';
import { createAccountLimit } from './account-limit.ts';
import { networkOf } from '@kvartplata/platform/http/client-network.ts';
import { tryUnder, type Limit } from './limit.ts';
import { createTurns } from './turns.ts';
import { createWindowLimit } from './window-limit.ts';

export type PasswordTry = {
  /** As it was typed; there may be no such user. */
  readonly username: string;
  /** Where the try comes from. */
  readonly address: string;
};

export type ResetRequest = {
  /** As it was typed; there may be no such user. */
  readonly email: string;
  /** Where it comes from. */
  readonly address: string;
};

/** By whom a letter of invitation is sent. */
export type Inviting = { readonly organizationId: number; readonly invitedBy: number };

export type Limits = {
  /**
   * Allows a try at a password: `look` finds nothing if it is wrong.
   * @throws Refusal too-many-attempts, overloaded, and whatever `look` throws: that does not count as a failure
   */
  readonly tryPassword: <T>(
    who: PasswordTry,
    look: () => Promise<T | undefined>,
  ) => Promise<T | undefined>;
  /** Counts a registration, whatever its outcome. @throws Refusal too-many-attempts */
  readonly countRegistration: (address: string) => Promise<void>;
  /** Counts a request for a password link, whoever the e-mail belongs to. @throws Refusal too-many-attempts */
  readonly countResetRequest: (who: ResetRequest) => Promise<void>;
  /** Counts a browser that is sent to the provider. @throws Refusal too-many-attempts */
  readonly countOidcSignIn: (address: string) => Promise<void>;
  /** Counts a letter to somebody whom an organization invites. @throws Refusal too-many-attempts */
  readonly countInvitationLetter: (inviting: Inviting) => Promise<void>;
};

export type LimitsDeps = {
  readonly store: KeyValueStore;
  /** Hashes names and addresses, so that the store does not reveal them. */
  readonly keys: KeyRing;
  /** Multiplies the limits per address, for places where many people share one. */
  readonly scale: number;
  readonly now: () => Date;
  readonly metrics: Metrics;
};

const MINUTE_MS = 60_000;
const FAILURES_PER_ADDRESS = { most: 30, lengthMs: 5 * MINUTE_MS };
const REGISTRATIONS_PER_ADDRESS = { most: 10, lengthMs: 60 * MINUTE_MS };
/** The most reset letters that anybody who knows a person's address can cause, and more than the person needs. */
const RESETS_PER_EMAIL = { most: 5, lengthMs: 60 * MINUTE_MS };
const RESETS_PER_ADDRESS = { most: 20, lengthMs: 60 * MINUTE_MS };
/** Each leaves a row for ten minutes. */
const OIDC_SIGN_INS_PER_ADDRESS = { most: 60, lengthMs: 10 * MINUTE_MS };
/** More than a company hires in a day: somebody might make an organization only to write to strangers. */
const INVITATION_LETTERS = { most: 50, lengthMs: 24 * 60 * MINUTE_MS };
/** Tries at one username from one address; more of them at once do not come from a person. */
const TURNS = { waiting: 64, waitMs: 2_000 };

export function createLimits({ store, keys, scale, now, metrics }: LimitsDeps): Limits {
  const nowMs = (): number => now().getTime();
  const scaled = ({ most, lengthMs }: typeof FAILURES_PER_ADDRESS) => ({
    most: Math.max(1, Math.round(most * scale)),
    lengthMs,
  });
  const count = countersOf(metrics);
  const ofAccount = count.hits('account', createAccountLimit(store, nowMs));
  const ofAddress = count.hits(
    'address',
    createWindowLimit(store, nowMs, scaled(FAILURES_PER_ADDRESS)),
  );
  const ofRegistration = count.hits(
    'registration',
    createWindowLimit(store, nowMs, scaled(REGISTRATIONS_PER_ADDRESS)),
  );
  const ofResets = {
    email: count.hits('reset-email', createWindowLimit(store, nowMs, RESETS_PER_EMAIL)),
    address: count.hits(
      'reset-address',
      createWindowLimit(store, nowMs, scaled(RESETS_PER_ADDRESS)),
    ),
  };
  const ofOidc = count.hits(
    'oidc-sign-in',
    createWindowLimit(store, nowMs, scaled(OIDC_SIGN_INS_PER_ADDRESS)),
  );
  const ofLetters = count.hits(
    'invitation-letter',
    createWindowLimit(store, nowMs, INVITATION_LETTERS),
  );
  const inTurn = createTurns(TURNS);

  function keyOf(limit: string, ...parts: readonly string[]): string {
    const hidden = createHmac('sha256', keys.current.secret).update(JSON.stringify(parts));
    return `limits:${limit}:${hidden.digest('base64url')}`;
  }

  return {
    tryPassword: async ({ username, address }, look) => {
      const network = networkOf(address);
      const account = keyOf('account', nameKey(username), network);
      return count.result(async () =>
        // One after another: if several ran at once, the right one might be refused because of the others. The network comes
        // first: once it is over its limit, names that it makes up take no place in the store from the counts of others.
        inTurn(account, async () =>
          tryUnder(ofAddress, keyOf('address', network), async () =>
            tryUnder(ofAccount, account, look),
          ),
        ),
      );
    },
    countRegistration: async (address) =>
      void (await ofRegistration.reserve(keyOf('registration', networkOf(address)))),
    countResetRequest: async ({ email, address }) => {
      await ofResets.address.reserve(keyOf('reset-address', networkOf(address)));
      await ofResets.email.reserve(keyOf('reset-email', nameKey(email)));
    },
    countOidcSignIn: async (address) =>
      void (await ofOidc.reserve(keyOf('oidc-sign-in', networkOf(address)))),
    // A user may have any number of organizations, so that the user's own count comes first.
    countInvitationLetter: async ({ organizationId, invitedBy }) => {
      const ofUser = keyOf('invitation-letter', 'user', String(invitedBy));
      const byUser = await ofLetters.reserve(ofUser);
      try {
        await ofLetters.reserve(keyOf('invitation-letter', String(organizationId)));
      } catch (error) {
        await byUser.giveBack();
        throw error;
      }
    },
  };
}

function countersOf(metrics: Metrics) {
  const hits = createCounter(metrics, 'auth_limit_hits_total', 'Tries that a limit refused', [
    'limit',
  ]);
  const logins = createCounter(
    metrics,
    'auth_logins_total',
    'Passwords tried, at login and where one is asked for again, by what came of it',
    ['result'],
  );
  // The alert compares them: one that is missing would silence it.
  for (const result of ['right', 'wrong', 'limited', 'failed']) logins.inc({ result }, 0);
  return {
    hits: (name: string, limit: Limit): Limit => ({
      reserve: async (key) =>
        limit.reserve(key).catch((error: unknown) => {
          if (isTooMany(error)) hits.inc({ limit: name });
          throw error;
        }),
    }),
    result: async <T>(attempt: () => Promise<T | undefined>): Promise<T | undefined> => {
      try {
        const found = await attempt();
        logins.inc({ result: found === undefined ? 'wrong' : 'right' });
        return found;
      } catch (error) {
        logins.inc({ result: isTooMany(error) ? 'limited' : 'failed' });
        throw error;
      }
    },
  };
}

function isTooMany(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'too-many-attempts';
}
