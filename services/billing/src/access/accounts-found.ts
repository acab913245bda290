// Accounts found by a text search: core has the names, and billing filters its lists by the ids that core finds.
import { invalidField } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from './access.service.ts';
import { requireHouse } from './places.ts';

/**
 * Undefined when there is no search text.
 * @throws Refusal validation-failed when neither a house nor an organization is named; not-found
 */
export async function accountsFound(
  caller: Caller,
  {
    houseId,
    organizationId,
    search,
  }: {
    readonly houseId?: number | undefined;
    readonly organizationId?: number | undefined;
    readonly search?: string | undefined;
  },
): Promise<readonly number[] | undefined> {
  if (search === undefined) return undefined;
  const house = houseId === undefined ? undefined : await requireHouse(caller, houseId);
  const ofWhom = organizationId ?? house?.organizationId;
  if (ofWhom === undefined)
    throw invalidField('/search', 'is within an organization or a house: name one', {
      code: 'either-or',
    });
  if (organizationId !== undefined) await caller.requireRole(organizationId);
  const sought = { order: 'rooms', search, ...(houseId === undefined ? {} : { houseId }) } as const;
  return caller.core.listAccountsInOrder(ofWhom, sought, caller.requestId);
}
