// Organizations as their members may see and change them.
import type { Organization, OrganizationBody } from '@kvartplata/contracts/core/organizations.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { requireVersion } from '@kvartplata/platform/http/entity-tag.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Session } from '@kvartplata/platform/identity/session.ts';
import { makeOwner, removeEveryone, requireRole } from '../access/access.service.ts';
import type { Db, Trx } from '../tables.ts';
import { brokenRules } from './organization-rules.ts';
import * as repository from './organizations.repository.ts';
import type { OrganizationRow } from './organizations.repository.ts';

/** An organization and the version that its entity tag names. */
export type VersionedOrganization = {
  readonly organization: Organization;
  readonly version: number;
};

/** The caller's own; all of them for the platform's admin. */
export async function listOrganizations(db: Db, session: Session): Promise<Organization[]> {
  const rows =
    session.platformRole === 'admin'
      ? await repository.listOrganizations(db)
      : await repository.listOrganizationsOf(db, session.userId);
  return rows.map(toOrganization);
}

/** @throws Refusal not-found */
export async function getOrganization(
  db: Db,
  session: Session,
  organizationId: number,
): Promise<VersionedOrganization> {
  await requireRole(db, session, organizationId, 'viewer');
  const row = await repository.findOrganization(db, organizationId);
  if (row === undefined) throw notFound('The organization');
  return toVersioned(row);
}

/** Whoever creates an organization owns it. @throws Refusal validation-failed */
export async function createOrganization(
  db: Db,
  session: Session,
  body: OrganizationBody,
): Promise<VersionedOrganization> {
  refuseBrokenRules(body);
  return inTransaction(db, async (trx) => {
    const row = await repository.insertOrganization(trx, body);
    await makeOwner(trx, row.id, session.userId);
    return toVersioned(row);
  });
}

export type ExistingOrganization = {
  readonly organizationId: number;
  /** The If-Match header: which version the caller has seen. */
  readonly ifMatch: string | undefined;
};

/** @throws Refusal not-found, forbidden below owner, validation-failed, version-stale */
export async function replaceOrganization(
  db: Db,
  session: Session,
  { organizationId, ifMatch }: ExistingOrganization,
  body: OrganizationBody,
): Promise<VersionedOrganization> {
  await requireRole(db, session, organizationId, 'owner');
  refuseBrokenRules(body);
  return inTransaction(db, async (trx) => {
    await lockVersion(trx, organizationId, ifMatch);
    return toVersioned(await repository.updateOrganization(trx, organizationId, body));
  });
}

/** @throws Refusal not-found, forbidden below owner, version-stale, organization-has-houses */
export async function deleteOrganization(
  db: Db,
  session: Session,
  { organizationId, ifMatch }: ExistingOrganization,
): Promise<void> {
  await requireRole(db, session, organizationId, 'owner');
  await inTransaction(db, async (trx) => {
    await lockVersion(trx, organizationId, ifMatch);
    if (await repository.hasHouses(trx, organizationId))
      throw new Refusal('organization-has-houses');
    await removeEveryone(trx, organizationId);
    await repository.deleteOrganization(trx, organizationId);
  });
}

async function lockVersion(
  trx: Trx,
  organizationId: number,
  ifMatch: string | undefined,
): Promise<void> {
  const version = await repository.lockOrganization(trx, organizationId);
  if (version === undefined) throw notFound('The organization');
  requireVersion(ifMatch, version);
}

function refuseBrokenRules(body: OrganizationBody): void {
  const errors = brokenRules(body);
  if (errors.length === 0) return;
  const detail = errors.map(({ path, message }) => `${path} ${message}`).join('; ');
  throw new Refusal('validation-failed', `The body is not valid: ${detail}`, { errors });
}

function toVersioned(row: OrganizationRow): VersionedOrganization {
  return { organization: toOrganization(row), version: row.version };
}

function toOrganization(row: OrganizationRow): Organization {
  return {
    id: row.id,
    name: row.name,
    shortName: row.short_name,
    inn: row.inn,
    kpp: row.kpp,
    ogrn: row.ogrn,
    legalAddress: row.legal_address,
    phone: row.phone,
    email: row.email,
    bankDetails: {
      bankName: row.bank_name,
      bic: row.bic,
      settlementAccount: row.settlement_account,
      correspondentAccount: row.correspondent_account,
    },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
