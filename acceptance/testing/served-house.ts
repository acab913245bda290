// A house with two flats and one service, for acts on interruptions and bad quality.
import type { Client } from '@kvartplata/client/client.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { createNorm } from '@kvartplata/contracts/core/norms.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { createTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';

const WHOLE_YEAR = Array.from({ length: 12 }, (_, index) => index + 1);
/** The charges of two persons in 50 m²: 1000.00, 2000.00, 3000.00. */
const PRICES = {
  'cold-water': { method: 'norm', tariff: '100', norm: '5' },
  'hot-water': { method: 'norm', tariff: '200', norm: '5' },
  heating: { method: 'heating', tariff: '3000', norm: '0.02' },
} as const;
export type Code = keyof typeof PRICES;

export type ServedHouse = {
  readonly houseId: number;
  readonly houseServiceId: number;
  /** The rooms of two accounts. */
  readonly roomIds: readonly number[];
};

let count = 0;

/** @param month on its first day the service and the two accounts begin */
export async function makeServedHouse(
  { call }: Client,
  organizationId: number,
  code: Code,
  month: Temporal.PlainYearMonth,
): Promise<ServedHouse> {
  const firstDay = month.toPlainDate({ day: 1 }).toString();
  const address = `ул. Тихая, ${(count += 1)}`;
  const house = { organizationId, address, heatingMonths: WHOLE_YEAR };
  const { id: houseId } = await call(createHouse, { body: house });
  const params = { houseId };
  const roomIds: number[] = [];
  for (const number of ['1', '2']) {
    const { id: roomId } = await call(createRoom, { params, body: { number, area: '50' } });
    roomIds.push(roomId);
    const account = { roomId, accountNumber: `${count}-${number}`, payer: 'Петров П. П.' };
    const body = { ...account, openedOn: firstDay, registeredPersons: 2 };
    await call(createPersonalAccount, { params, body });
  }
  const { items } = await call(listUtilityServices, { query: { limit: 200 } });
  const utilityServiceId = items.find((one) => one.code === code)?.id ?? 0;
  const { method, tariff, norm } = PRICES[code];
  const service = { utilityServiceId, method, validFrom: firstDay };
  const { id: houseServiceId } = await call(createHouseService, { params, body: service });
  const dated = { validFrom: firstDay, basis: 'Приказ' };
  const ofService = { params: { houseServiceId } };
  await call(createTariff, { ...ofService, body: { ...dated, value: tariff } });
  await call(createNorm, { ...ofService, body: { ...dated, value: norm } });
  return { houseId, houseServiceId, roomIds };
}
