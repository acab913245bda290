// Organizations: read and changed by their members.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { Organization, OrganizationBody } from '@kvartplata/contracts/core/organizations.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { Named } from '@kvartplata/platform/http/entity-tag.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import { seeOrganizations, type Caller } from '../../access/access.service.ts';
import { removeInvitations } from '../invitations/invitations.service.ts';
import { makeOwner, removeEveryone } from '../members/members.service.ts';
import {
  auditorOf,
  lockVersion,
  refuseBrokenRules,
  type Versioned,
} from '../../access/records/records.service.ts';
import type { Trx } from '../../tables.ts';
import { brokenRules } from './organization-rules.ts';
import * as repository from './organizations.repository.ts';
import type { OrganizationRow } from './organizations.repository.ts';

/** What is stored of an organization, the same for every caller. */
type Stored = Versioned<Omit<Organization, 'role'>>;

const audit = auditorOf<Stored['record']>('organization');

/** The caller's organizations; all of them for the platform's admin. */
export async function listOrganizations(caller: Caller): Promise<Organization[]> {
  const rows = await repository.listOrganizations(caller.db, caller.organizationsOf(undefined));
  return rows.map((row) => seenBy(caller, toStored(row)).record);
}

/** @throws Refusal not-found */
export async function getOrganization(
  caller: Caller,
  organizationId: number,
): Promise<Versioned<Organization>> {
  caller.requireRole(organizationId);
  const row = await repository.findOrganization(caller.db, organizationId);
  if (row === undefined) throw notFound('The organization');
  return seenBy(caller, toStored(row));
}

/** The caller becomes its owner. @throws Refusal validation-failed */
export async function createOrganization(
  caller: Caller,
  body: OrganizationBody,
): Promise<Versioned<Organization>> {
  refuseBrokenRules(brokenRules(body));
  return inTransaction(caller.db, async (trx) => {
    const id = await repository.drawOrganizationId(trx);
    await seeOrganizations(trx, [id], 'owner');
    const created = toStored(await repository.insertOrganization(trx, id, body));
    await makeOwner(trx, id, caller.userId);
    await audit(trx, caller, { organizationId: id }, { after: created.record });
    return seenAs('owner', created);
  });
}

/** @throws Refusal not-found, forbidden below owner, validation-failed, version-stale, step-up-needed, step-up-by-person */
export async function replaceOrganization(
  caller: Caller,
  { id: organizationId, ifMatch }: Named,
  body: OrganizationBody,
): Promise<Versioned<Organization>> {
  caller.requireRole(organizationId);
  refuseBrokenRules(brokenRules(body));
  return inTransaction(caller.db, async (trx) => {
    const before = await lock(trx, organizationId, ifMatch);
    // Somebody at an unattended session must not be able to remove the limit and then book any amount.
    if (isLimitLoosened(before.record.stepUpAbove, body.stepUpAbove ?? null)) caller.requireProof();
    const after = toStored(await repository.updateOrganization(trx, organizationId, body));
    const change = { before: before.record, after: after.record };
    await audit(trx, caller, { organizationId }, change);
    return seenBy(caller, after);
  });
}

function isLimitLoosened(from: string | null, to: string | null): boolean {
  return from !== null && (to === null || parseKopecks(to) > parseKopecks(from));
}

/**
 * Its memberships, invitations and reports of imports are deleted with it.
 * @throws Refusal not-found, forbidden below owner, version-stale, organization-has-houses, has-children
 */
export async function deleteOrganization(
  caller: Caller,
  { id: organizationId, ifMatch }: Named,
): Promise<void> {
  caller.requireRole(organizationId);
  await inTransaction(caller.db, async (trx) => {
    const before = await lock(trx, organizationId, ifMatch);
    if (await repository.hasHouses(trx, organizationId))
      throw new Refusal('organization-has-houses');
    if (await repository.hasOwnServices(trx, organizationId))
      throw new Refusal('has-children', 'The organization still has services of its own');
    if (await repository.hasUnfinishedImports(trx, organizationId))
      throw new Refusal('has-children', 'A file of the organization is still being imported');
    await repository.deleteImports(trx, organizationId);
    await removeInvitations(trx, organizationId);
    await removeEveryone(trx, organizationId);
    await repository.deleteOrganization(trx, organizationId);
    await audit(trx, caller, { organizationId }, { before: before.record });
  });
}

async function lock(
  trx: Trx,
  organizationId: number,
  ifMatch: string | undefined,
): Promise<Stored> {
  return toStored(
    await lockVersion('The organization', ifMatch, async () =>
      repository.lockOrganization(trx, organizationId),
    ),
  );
}

function seenBy(caller: Caller, stored: Stored): Versioned<Organization> {
  // Without membership rules, a caller with no role may get here: they get the lowest role.
  return seenAs(caller.roleIn(stored.record.id) ?? 'viewer', stored);
}

function seenAs(role: OrganizationRole, { record, version }: Stored): Versioned<Organization> {
  return { record: { ...record, role }, version };
}

function toStored(row: OrganizationRow): Stored {
  const record = {
    id: row.id,
    name: row.name,
    shortName: row.shortName,
    inn: row.inn,
    kpp: row.kpp,
    ogrn: row.ogrn,
    legalAddress: row.legalAddress,
    phone: row.phone,
    email: row.email,
    website: row.website,
    bankDetails: {
      bankName: row.bankName,
      bic: row.bic,
      settlementAccount: row.settlementAccount,
      correspondentAccount: row.correspondentAccount,
    },
    confirmAbove: row.confirmAbove,
    stepUpAbove: row.stepUpAbove,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
  return { record, version: row.version };
}
