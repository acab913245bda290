// A house with one account of 50 m² that is only charged for upkeep.
import type { Client } from '@kvartplata/client/client.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { createTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';

export type UpkeepHouse = {
  readonly houseId: number;
  readonly tariffId: number;
  readonly tariff: { readonly validFrom: string; readonly value: string; readonly basis: string };
};

/** At 30 per square metre. @param validFrom the first day of everything */
export async function makeUpkeepHouse(
  { call }: Client,
  organizationId: number,
  {
    address,
    accountNumber,
    validFrom,
  }: { readonly address: string; readonly accountNumber: string; readonly validFrom: string },
): Promise<UpkeepHouse> {
  const { id: houseId } = await call(createHouse, { body: { organizationId, address } });
  const params = { houseId };
  const { id: roomId } = await call(createRoom, { params, body: { number: '1', area: '50' } });
  await call(createPersonalAccount, {
    params,
    body: { roomId, accountNumber, payer: 'Иванов', registeredPersons: 1, openedOn: validFrom },
  });
  const { items } = await call(listUtilityServices, { query: { limit: 200 } });
  const upkeep = items.find(({ code }) => code === 'upkeep');
  if (upkeep === undefined) throw new Error('there is no upkeep');
  const { id: houseServiceId } = await call(createHouseService, {
    params,
    body: { utilityServiceId: upkeep.id, method: 'area', validFrom },
  });
  const tariff = { validFrom, value: '30', basis: 'Приказ' };
  const { id: tariffId } = await call(createTariff, { params: { houseServiceId }, body: tariff });
  return { houseId, tariffId, tariff };
}
