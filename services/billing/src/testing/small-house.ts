// A house with upkeep as its only service, beside others of its organization.
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { createTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import type { BillingStand } from './billing-stand.ts';
import { inCore, type TestUser } from './test-user.ts';

export type SmallHouse = {
  readonly organizationId: number;
  readonly address: string;
  /** The prefix of its accounts' numbers, which end in the number of their room. */
  readonly prefix: string;
  /** By default 2 and 10. */
  readonly rooms?: readonly string[];
  /** The e-mail for the receipts of a room; none by default. */
  readonly emails?: Readonly<Record<string, string>>;
};

/** @returns its id */
export async function makeSmallHouse(
  stand: Pick<BillingStand, 'coreUrl'>,
  user: TestUser,
  { organizationId, address, prefix, rooms = ['10', '2'], emails = {} }: SmallHouse,
): Promise<number> {
  const { call } = inCore(stand, user);
  const since = { validFrom: '2025-01-01' };
  const { id: houseId } = await call(createHouse, { body: { organizationId, address } });
  const params = { houseId };
  for (const number of rooms) {
    const room = await call(createRoom, { params, body: { number, area: '50' } });
    const account = { roomId: room.id, accountNumber: `${prefix}-${number}`, payer: 'Иванов' };
    await call(createPersonalAccount, {
      params,
      body: {
        ...account,
        registeredPersons: 1,
        openedOn: '2025-01-01',
        email: emails[number],
      },
    });
  }
  const { items } = await call(listUtilityServices, { query: { limit: 200 } });
  const utilityServiceId = items.find(({ code }) => code === 'upkeep')?.id ?? 0;
  const service = { utilityServiceId, method: 'area', ...since } as const;
  const { id: houseServiceId } = await call(createHouseService, { params, body: service });
  await call(createTariff, {
    params: { houseServiceId },
    body: { ...since, value: '30', basis: 'Приказ' },
  });
  return houseId;
}
