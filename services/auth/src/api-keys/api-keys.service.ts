// API keys: made by a member with at most the member's own role, listed, withdrawn, and looked up for the requests of programs.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { roleCovers } from '@kvartplata/contracts/roles.ts';
import {
  MOST_DAYS_OF_KEY,
  type ApiKey,
  type ApiKeyCreated,
  type ApiKeyStatus,
} from '@kvartplata/contracts/auth/api-keys.ts';
import type { GoodApiKey } from '@kvartplata/contracts/auth/internal.ts';
import type { BodyOf, QueryOf } from '@kvartplata/contracts/endpoint.ts';
import type { createApiKey, listApiKeys as listing } from '@kvartplata/contracts/auth/api-keys.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { recordChange, type Actor } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { newestPage } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, notFound, Refusal, tooEarly } from '@kvartplata/platform/http/refusal.ts';
import { apiKeyHashOf, newApiKey } from '@kvartplata/platform/identity/api-key.ts';
import {
  isHeldByMaker,
  roleIn,
  type Membership,
  type Memberships,
} from '@kvartplata/platform/identity/memberships.ts';
import type { Session } from '@kvartplata/platform/identity/session.ts';
import { requireProof } from '@kvartplata/platform/identity/step-up.ts';
import { findSessionState } from '../sessions/sessions.service.ts';
import type { Db, Trx } from '../tables.ts';
import { getUserAnswer, lockUser } from '../users/users.service.ts';
import {
  countGoodApiKeys,
  findByHash,
  findSeenApiKey,
  insertApiKey,
  listApiKeys,
  updateLastUsed,
  updateWithdrawn,
  updateWithdrawnOfUser,
  type ApiKeyRow,
  type SeenKeys,
} from './api-keys.repository.ts';

/** Core's answer about a user. @throws Refusal dependency-unavailable */
export type ListMemberships = (userId: number, requestId: string) => Promise<readonly Membership[]>;

/** Somebody who makes, lists and withdraws keys. */
export type Keeper = Pick<Session, 'userId' | 'platformRole'> & {
  readonly requestId: string;
  readonly now: Date;
};

/** Core's answer. @throws Refusal dependency-unavailable */
export type HasOrganization = (organizationId: number, requestId: string) => Promise<boolean>;

export type ApiKeysDeps = {
  readonly db: Db;
  readonly listMemberships: ListMemberships;
  readonly hasOrganization: HasOrganization;
};

const MOST_OF_ORGANIZATION = 100;
const ENDING_LENGTH = 4;
/** A key's last use is only recorded every ten minutes, because recording it costs a write. */
const USED_WITHIN_MS = 600_000;

/** @throws Refusal not-found for an organization that the caller is not a member of, dependency-unavailable */
export async function listKeys(
  deps: ApiKeysDeps,
  keeper: Keeper,
  query: QueryOf<typeof listing>,
): Promise<PageOf<ApiKey>> {
  const memberships = await membershipsOfKeeper(deps, keeper);
  const { organizationId } = query;
  if (organizationId !== undefined) await requireMember(deps, keeper, memberships, organizationId);
  const seen = seenBy(keeper, memberships);
  const { items, nextCursor } = await newestPage(
    query,
    async (page) => listApiKeys(deps.db, seen, { organizationId, ...page }),
    (row) => row,
  );
  return { items: await answersOf(deps, keeper, items), nextCursor };
}

/**
 * A password reset withdraws all keys of its user, so a session that it has ended must not make new ones. A key signs in without
 * a second factor for up to two years, so a user with a second factor has to prove it first.
 * @throws Refusal validation-failed, not-found, forbidden, not-signed-in, step-up-needed, too-many-api-keys,
 * dependency-unavailable
 */
export async function makeKey(
  deps: ApiKeysDeps,
  keeper: Keeper & Pick<Session, 'sessionId' | 'secondFactorAt'>,
  { organizationId, name, role, expiresOn }: BodyOf<typeof createApiKey>,
): Promise<ApiKeyCreated> {
  const today = moscowDayOf(keeper.now);
  requireEnd(expiresOn, today);
  const memberships = await membershipsOfKeeper(deps, keeper);
  const held = await requireMember(deps, keeper, memberships, organizationId);
  if (!roleCovers(held, role))
    throw new Refusal('forbidden', `A key has at most your role, which is ${held}`);

  const key = newApiKey();
  const keyHash = apiKeyHashOf(key);
  if (keyHash === undefined) throw new Error('a new API key is not well-formed');
  const row = {
    organizationId,
    userId: keeper.userId,
    name,
    role,
    ending: key.slice(-ENDING_LENGTH),
    createdAt: keeper.now,
    expiresOn: expiresOn.toString(),
  };
  const made = await inTransaction(deps.db, async (trx) => {
    await lockUser(trx, keeper.userId);
    if (!(await findSessionState(trx, keeper, keeper.now)).active)
      throw new Refusal('not-signed-in');
    if ((await getUserAnswer(trx, keeper.userId)).twoFactorEnabled)
      requireProof(keeper, keeper.now, 'For an API key');
    if ((await countGoodApiKeys(trx, organizationId, today.toString())) >= MOST_OF_ORGANIZATION)
      throw new Refusal('too-many-api-keys');
    const id = await insertApiKey(trx, { ...row, keyHash });
    await recordChange(trx, keeper, {
      action: 'api-key.created',
      object: { type: 'api-key', id },
      organizationId,
      after: { name, role, expiresOn: row.expiresOn },
    });
    return findSeenApiKey(trx, { userId: keeper.userId, ownedIds: [] }, id);
  });
  if (made === undefined) throw new Error('a new API key is not its maker’s');
  return { ...answerOf(made, 'ACTIVE'), key };
}

/** @throws Refusal not-found, dependency-unavailable */
export async function getKey(deps: ApiKeysDeps, keeper: Keeper, id: number): Promise<ApiKey> {
  const row = await getSeenKey(deps, keeper, id);
  const [answer] = await answersOf(deps, keeper, [row]);
  if (answer === undefined) throw new Error('one key has one answer');
  return answer;
}

/** @throws Refusal not-found, dependency-unavailable */
export async function withdrawKey(deps: ApiKeysDeps, keeper: Keeper, id: number): Promise<void> {
  const key = await getSeenKey(deps, keeper, id);
  await inTransaction(deps.db, async (trx) => {
    if (await updateWithdrawn(trx, id, keeper.now)) await recordWithdrawal(trx, keeper, key);
  });
}

/** Withdraws all valid keys of a user who has lost control of their user account. */
export async function withdrawKeysOf(
  trx: Trx,
  { userId, requestId }: { readonly userId: number; readonly requestId: string },
  now: Date,
): Promise<void> {
  const today = moscowDayOf(now).toString();
  for (const key of await updateWithdrawnOfUser(trx, userId, today, now))
    await recordWithdrawal(trx, { userId, requestId }, { ...key, userId });
}

async function getSeenKey(deps: ApiKeysDeps, keeper: Keeper, id: number): Promise<ApiKeyRow> {
  // Makers may always see and withdraw their own keys, whatever their role is now and whether or not core responds.
  const own = await findSeenApiKey(deps.db, { userId: keeper.userId, ownedIds: [] }, id);
  const key =
    own ??
    (await findSeenApiKey(deps.db, seenBy(keeper, await membershipsOfKeeper(deps, keeper)), id));
  if (key === undefined) throw notFound('The API key');
  return key;
}

async function recordWithdrawal(
  trx: Trx,
  actor: Actor,
  key: Pick<ApiKeyRow, 'id' | 'organizationId' | 'name' | 'role' | 'userId'>,
): Promise<void> {
  await recordChange(trx, actor, {
    action: 'api-key.withdrawn',
    object: { type: 'api-key', id: key.id },
    organizationId: key.organizationId,
    before: { name: key.name, role: key.role, userId: key.userId },
  });
}

/** Undefined for a key that is unknown, withdrawn or expired. Looking it up counts as a use. */
export async function findGoodApiKey(
  db: Db,
  keyHash: Buffer,
  now: Date,
): Promise<GoodApiKey | undefined> {
  const found = await findByHash(db, keyHash, moscowDayOf(now).toString());
  if (found === undefined) return undefined;
  const { lastUsedAt, ...key } = found;
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= USED_WITHIN_MS)
    await updateLastUsed(db, key.id, now);
  return key;
}

/**
 * For a program's requests to this service: also undefined once the maker has left the organization, or has a lesser role in it
 * than the key. The other services learn that from core.
 * @throws Refusal dependency-unavailable
 */
export async function findHeldApiKey(
  deps: ApiKeysDeps,
  keyHash: Buffer,
  asked: Pick<Keeper, 'requestId' | 'now'>,
): Promise<GoodApiKey | undefined> {
  const key = await findGoodApiKey(deps.db, keyHash, asked.now);
  if (key === undefined) return undefined;
  return isHeldByMaker(key, await membershipsOfKeeper(deps, { ...key, ...asked }))
    ? key
    : undefined;
}

async function membershipsOfKeeper(
  { listMemberships }: Pick<ApiKeysDeps, 'listMemberships'>,
  { userId, platformRole, requestId }: Omit<Keeper, 'now'>,
): Promise<Memberships> {
  return platformRole === 'admin' ? 'all' : listMemberships(userId, requestId);
}

/** The maker's role; an admin of the platform may do what an owner may. @throws Refusal not-found, dependency-unavailable */
async function requireMember(
  { hasOrganization }: ApiKeysDeps,
  { requestId }: Keeper,
  memberships: Memberships,
  organizationId: number,
): Promise<OrganizationRole> {
  if (memberships === 'all' && (await hasOrganization(organizationId, requestId))) return 'owner';
  const held = memberships === 'all' ? undefined : roleIn(memberships, organizationId);
  if (held === undefined) throw notFound('The organization');
  return held;
}

function seenBy({ userId }: Keeper, memberships: Memberships): SeenKeys {
  const ownedIds =
    memberships === 'all'
      ? 'all'
      : memberships
          .filter(({ role }) => role === 'owner')
          .map(({ organizationId }) => organizationId);
  return { userId, ownedIds };
}

function requireEnd(expiresOn: Temporal.PlainDate, today: Temporal.PlainDate): void {
  const last = today.add({ days: MOST_DAYS_OF_KEY });
  if (Temporal.PlainDate.compare(expiresOn, today) < 0)
    throw tooEarly('/expiresOn', today.toString());
  if (Temporal.PlainDate.compare(expiresOn, last) > 0)
    throw invalidField('/expiresOn', `must not be after ${last.toString()}`, {
      code: 'after-day',
      params: { day: last.toString() },
    });
}

/** Asks core once for each maker of a key that is otherwise valid. @throws Refusal dependency-unavailable */
async function answersOf(
  deps: ApiKeysDeps,
  { requestId, now }: Keeper,
  rows: readonly ApiKeyRow[],
): Promise<ApiKey[]> {
  const today = moscowDayOf(now);
  const valid = rows.filter((row) => statusOf(row, today) === 'ACTIVE');
  const makers = new Map(valid.map(({ userId, platformRole }) => [userId, platformRole]));
  const known = await Promise.all(
    [...makers].map(
      async ([userId, platformRole]) =>
        [userId, await membershipsOfKeeper(deps, { userId, platformRole, requestId })] as const,
    ),
  );
  const ofMaker = new Map(known);
  return rows.map((row) => {
    const status = statusOf(row, today);
    const isHeld = status !== 'ACTIVE' || isHeldByMaker(row, ofMaker.get(row.userId) ?? []);
    return answerOf(row, isHeld ? status : 'SUSPENDED');
  });
}

function answerOf(row: ApiKeyRow, status: ApiKeyStatus): ApiKey {
  const { createdAt, lastUsedAt, withdrawnAt, platformRole: _, ...same } = row;
  return {
    ...same,
    status,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
  };
}

function statusOf({ withdrawnAt, expiresOn }: ApiKeyRow, today: Temporal.PlainDate) {
  if (withdrawnAt !== null) return 'WITHDRAWN';
  return expiresOn < today.toString() ? 'EXPIRED' : 'ACTIVE';
}
