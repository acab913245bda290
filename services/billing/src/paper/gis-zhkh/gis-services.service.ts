// The entries of ГИС ЖКХ for an organization's services, and the houses whose documents have been exported for it.
import type { GisPlacements, GisService } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { firstDayOf, type BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { placementDueOn } from '@kvartplata/domain/receipts/gis-deadlines.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { invalidField } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import { listHouses, requireOrganization } from '../../access/places.ts';
import * as repository from './gis-zhkh.repository.ts';

type Of = { readonly organizationId?: number | undefined };

/** @throws Refusal not-found, organization-required */
export async function listGisServices(
  caller: Caller,
  { organizationId: named }: Of,
): Promise<{ items: GisService[] }> {
  const organizationId = await requireOrganization(caller, named);
  return { items: [...(await repository.listGisServices(caller.db, organizationId))] };
}

/** @throws Refusal validation-failed, not-found, organization-required, forbidden */
export async function replaceGisServices(
  caller: Caller,
  { organizationId: named }: Of,
  items: readonly GisService[],
): Promise<{ items: GisService[] }> {
  const organizationId = await requireOrganization(caller, named);
  await caller.requireRole(organizationId);
  requireEachOnce(items);
  return inTransaction(caller.db, async (trx) => {
    await repository.lockGisServices(trx, organizationId);
    const before = await repository.listGisServices(trx, organizationId);
    await repository.deleteGisServices(trx, organizationId);
    await repository.insertGisServices(trx, organizationId, items);
    const after = [...(await repository.listGisServices(trx, organizationId))];
    await recordChange(trx, caller.actor, {
      action: 'organization.gis-services-changed',
      object: { type: 'organization', id: organizationId },
      organizationId,
      before: { services: before },
      after: { services: after },
    });
    return { items: after };
  });
}

function requireEachOnce(items: readonly GisService[]): void {
  const known = new Set<string>();
  for (const [at, { subject }] of items.entries()) {
    if (known.has(subject))
      throw invalidField(`/items/${at}/subject`, 'stands there twice', { code: 'repeated' });
    known.add(subject);
  }
}

/** @throws Refusal not-found, organization-required */
export async function listGisPlacements(
  caller: Caller,
  { organizationId: named, period }: Of & { readonly period: BillingMonth },
): Promise<GisPlacements> {
  const organizationId = await requireOrganization(caller, named);
  const { houseIds, addresses } = await listHouses(caller, organizationId);
  const addressOf = new Map(houseIds.map((id, at) => [id, addresses[at] ?? '']));
  const first = formatDay(firstDayOf(period));
  const rows = await repository.listPlacements(caller.db, organizationId, first);
  return {
    organizationId,
    dueOn: formatDay(placementDueOn(period)),
    items: rows.map(({ houseId, exportedAt, documents, accepted, refused }) => ({
      houseId,
      address: addressOf.get(houseId) ?? '',
      exportedAt: exportedAt?.toISOString() ?? null,
      documents,
      accepted,
      refused,
    })),
  };
}
