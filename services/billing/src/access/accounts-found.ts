// The accounts that somebody looks for by words: names are core's, and lists of billing are narrowed to the ids it finds.
import { invalidField } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from './access.service.ts';
import { requireHouse } from './places.ts';

/**
 * Undefined when nothing is looked for.
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
