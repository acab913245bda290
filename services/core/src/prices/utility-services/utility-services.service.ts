// Utility services: the catalogue, which everyone may read, and the services that an organization adds for its own houses.
import type { Named } from '@kvartplata/platform/http/entity-tag.ts';
import type {
  UtilityService,
  UtilityServiceBody,
} from '@kvartplata/contracts/core/utility-services.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { violates } from '@kvartplata/platform/database/database-errors.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { StaticDecode } from 'typebox';
import type { Caller } from '../../access/access.service.ts';
import {
  auditorOf,
  lockVersion,
  refuseBrokenRules,
  type Versioned,
} from '../../access/records/records.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { brokenRules } from './own-service-rules.ts';
import * as repository from './utility-services.repository.ts';
import type {
  OwnServiceKey,
  OwnServiceRow,
  UtilityServiceRow,
} from './utility-services.repository.ts';

type Body = StaticDecode<typeof UtilityServiceBody>;

const audit = auditorOf<UtilityService>('utility-service');

/** @throws Refusal not-found for an organization that the caller may not see */
export async function listUtilityServices(
  caller: Caller,
  query: {
    readonly organizationId?: number | undefined;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  },
): Promise<PageOf<UtilityService>> {
  const { organizationId, limit = DEFAULT_PAGE_LIMIT, cursor } = query;
  if (organizationId !== undefined) caller.requireRole(organizationId);
  const [afterId = 0] = decodeCursor(cursor, ['id']) ?? [];
  const page = { afterId, limit: limit + 1 };
  return pageOf(
    await repository.listUtilityServices(caller.db, organizationId, page),
    limit,
    ({ id }) => [id],
    (row) => toVersioned(row).record,
  );
}

/** @throws Refusal not-found */
export async function readUtilityService(
  caller: Caller,
  id: number,
): Promise<Versioned<UtilityService>> {
  const organizations = caller.organizationsOf(undefined);
  const found = await repository.findUtilityService(caller.db, id, organizations);
  if (found === undefined) throw notFound(WHAT);
  return toVersioned(found);
}

/**
 * A service that a house of the organization may choose.
 * @throws Refusal not-found
 */
export async function getUtilityService(
  db: Db,
  organizationId: number,
  id: number,
): Promise<UtilityService> {
  const found = await repository.findUtilityService(db, id, [organizationId]);
  if (found === undefined) throw notFound(WHAT);
  return toVersioned(found).record;
}

/** @throws Refusal not-found, forbidden below owner, validation-failed, service-name-taken */
export async function createOwnService(
  caller: Caller,
  organizationId: number,
  given: Body,
): Promise<Versioned<UtilityService>> {
  caller.requireRole(organizationId);
  const body = inOneSpacing(given);
  refuseBrokenRules(brokenRules(body));
  return named(async () =>
    inTransaction(caller.db, async (trx) => {
      await refuseTakenName(trx, organizationId, body.name);
      const key = { organizationId, id: await repository.drawServiceId(trx) };
      await repository.insertOwnService(trx, key, body);
      const created = toVersioned(await getOwn(trx, key));
      await audit(trx, caller, key, { after: created.record });
      return created;
    }),
  );
}

/**
 * @throws Refusal not-found, forbidden below owner, validation-failed, version-stale, service-name-taken, has-children for
 * methods by which houses are charged
 */
export async function replaceOwnService(
  caller: Caller,
  { id, ifMatch }: Named,
  given: Body,
): Promise<Versioned<UtilityService>> {
  const { organizationId } = await findOwn(caller, id);
  const body = inOneSpacing(given);
  refuseBrokenRules(brokenRules(body));
  const key = { organizationId, id };
  return named(async () =>
    inTransaction(caller.db, async (trx) => {
      const before = toVersioned(await lock(trx, key, ifMatch)).record;
      await refuseTakenName(trx, organizationId, body.name);
      const inUse = await repository.listMethodsInUse(trx, key);
      if (inUse.length > 0 && !isCountedAlike(before, body))
        throw new Refusal(
          'has-children',
          'A house has the service: its unit, places and kind stay',
        );
      const lost = inUse.find((method) => !body.methods.includes(method));
      if (lost !== undefined)
        throw new Refusal('has-children', `A house is charged for the service by ${lost}`);
      await repository.updateOwnService(trx, key, body);
      if (before.name !== body.name || !isCountedAlike(before, body))
        await repository.countChange(trx, key);
      const after = toVersioned(await getOwn(trx, key));
      await audit(trx, caller, key, { before, after: after.record });
      return after;
    }),
  );
}

/** @throws Refusal not-found, forbidden below owner, version-stale, has-children */
export async function deleteOwnService(caller: Caller, { id, ifMatch }: Named): Promise<void> {
  const { organizationId } = await findOwn(caller, id);
  const key = { organizationId, id };
  await inTransaction(caller.db, async (trx) => {
    const before = toVersioned(await lock(trx, key, ifMatch)).record;
    if ((await repository.listMethodsInUse(trx, key)).length > 0)
      throw new Refusal('has-children', 'A house has the service');
    await repository.deleteOwnService(trx, key);
    await audit(trx, caller, key, { before });
  });
}

const WHAT = 'The utility service';

async function findOwn(caller: Caller, id: number): Promise<OwnServiceRow> {
  return caller.getOwn(WHAT, async (organizations) =>
    repository.findOwnService(caller.db, id, organizations),
  );
}

async function getOwn(trx: Trx, { organizationId, id }: OwnServiceKey): Promise<OwnServiceRow> {
  const found = await repository.findOwnService(trx, id, [organizationId]);
  if (found === undefined) throw new Error(`utility service ${id} is not there`);
  return found;
}

async function lock(
  trx: Trx,
  key: OwnServiceKey,
  ifMatch: string | undefined,
): Promise<OwnServiceRow> {
  return lockVersion(WHAT, ifMatch, async () => repository.lockOwnService(trx, key));
}

/** Files identify services by name or code, so a name must be unique. */
async function refuseTakenName(trx: Trx, organizationId: number, name: string): Promise<void> {
  if (await repository.isTakenName(trx, organizationId, name))
    throw new Refusal('service-name-taken', 'A service of the catalogue has this name or code');
}

/** Written as cells of a file are read. */
function inOneSpacing(body: Body): Body {
  return { ...body, name: body.name.replaceAll(/\s+/gu, ' ') };
}

async function named<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violates(error, 'utility_services_own_name_unique'))
      throw new Refusal('service-name-taken', undefined, { cause: error });
    throw error;
  }
}

function isCountedAlike(before: UtilityService, body: Body): boolean {
  return (['unit', 'precision', 'kind'] as const).every((field) => before[field] === body[field]);
}

function toVersioned({ version, ...record }: UtilityServiceRow): Versioned<UtilityService> {
  return { record, version };
}
