// An old account, which makes a company's months begin early.
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { clientOf, type Person } from '@kvartplata/platform/testing/people.ts';
import { ACCOUNTS_SINCE } from './operations.ts';
import type { ThreeServices } from './three-services.ts';

/** In a house of its own, so that requests for a month find an unused one. */
export async function openFirstAccount(
  services: ThreeServices,
  owner: Person,
  organizationId: number,
): Promise<void> {
  const { call } = clientOf(services, owner);
  const house = { organizationId, address: 'ул. Старая, 1' };
  const params = { houseId: (await call(createHouse, { body: house })).id };
  const { id: roomId } = await call(createRoom, { params, body: { number: '1', area: '30' } });
  await call(createPersonalAccount, {
    params,
    body: {
      roomId,
      accountNumber: 'OLD-1',
      payer: 'Старожил',
      registeredPersons: 1,
      openedOn: `${ACCOUNTS_SINCE}-01-01`,
      closedOn: `${ACCOUNTS_SINCE}-01-31`,
    },
  });
}
