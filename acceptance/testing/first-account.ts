// An account of long ago, from whose month on a company has months.
import type { Person } from '@kvartplata/platform/testing/people.ts';
import { ACCOUNTS_SINCE } from './operations.ts';
import { get } from './people.ts';
import type { ThreeServices } from './three-services.ts';

/** In a house of its own: so that requests for a month find one that is free. */
export async function openFirstAccount(
  { urls: { core } }: ThreeServices,
  owner: Person,
  organizationId: number,
): Promise<void> {
  const add = async (path: string, body: object): Promise<number> =>
    (await get<{ id: number }>(owner, 'POST', `${core}${path}`, body)).id;
  const houseId = await add('/api/houses', { organizationId, address: 'ул. Старая, 1' });
  const roomId = await add(`/api/houses/${houseId}/rooms`, { number: '1', area: '30' });
  await add(`/api/houses/${houseId}/personal-accounts`, {
    roomId,
    accountNumber: 'OLD-1',
    payer: 'Старожил',
    registeredPersons: 1,
    openedOn: `${ACCOUNTS_SINCE}-01-01`,
    closedOn: `${ACCOUNTS_SINCE}-01-31`,
  });
}
