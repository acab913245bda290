// The services of all houses on a day, for a file to be filled in and imported again.
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import type { Caller } from '../../access/access.service.ts';
import type { BooksClient } from '../../access/books-client.ts';
import { readAllHouses } from '../../prices/house-setups/house-setups.service.ts';
import { getOrganization } from '../../registry/organizations/organizations.service.ts';
import { listUtilityServices } from '../../prices/utility-services/utility-services.service.ts';
import { listNamedPayees } from './service-payees.repository.ts';
import type { ServiceSheet } from './service-sheet.ts';

/** More than the catalogue and an organization's own services together. */
const MOST_SERVICES = 1000;

/**
 * With an entry in the audit log, because the data is exported. @throws Refusal not-found for an organization that the caller may not see, dependency-unavailable where billing cannot name the
 * payees
 */
export async function openServiceSheet(
  caller: Caller,
  {
    organizationId,
    on,
    utilityServiceIds = [],
  }: {
    readonly organizationId: number;
    readonly on?: Temporal.PlainDate | undefined;
    readonly utilityServiceIds?: readonly number[] | undefined;
  },
  books: BooksClient,
  today: Temporal.PlainDate,
): Promise<ServiceSheet> {
  await getOrganization(caller, organizationId);
  const day = formatDay(on ?? today);
  const query = { organizationId, limit: MOST_SERVICES };
  const { items: catalogue } = await listUtilityServices(caller, query);
  const houses = await readAllHouses(caller, organizationId, day);
  const payeeOf = await listNamedPayees(caller.db, organizationId);
  const payees =
    payeeOf.size === 0 ? [] : await books.listPayees(organizationId, caller.actor.requestId);
  await recordChange(caller.db, caller.actor, {
    action: 'organization.service-rows-exported',
    object: { type: 'organization', id: organizationId },
    organizationId,
    after: { on: day, houses: houses.length },
  });
  return { on: day, houses, catalogue, wanted: new Set(utilityServiceIds), payeeOf, payees };
}
