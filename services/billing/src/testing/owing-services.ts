// A house whose accounts owe for single services: one person each, and a month by the norm costs 500.00.
import { createAdjustment } from '@kvartplata/contracts/billing/adjustments.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import type { BillingStand } from './billing-stand.ts';
import { makeMeteredHouse, type MeteredHouse } from './metered-house.ts';
import { inBilling, type TestUser } from './test-user.ts';

export const SERVICES = {
  electricity: ['meter', '5'],
  heating: ['heating', '5'],
  'cold-water': ['meter', '5'],
  upkeep: ['area', undefined],
  gas: ['meter', undefined],
} as const;

export type OwingServices = Pick<MeteredHouse, 'organizationId' | 'houseId'> & {
  readonly user: TestUser;
  /** Open since 2025, and until today unless the test says otherwise. */
  readonly accounts: readonly number[];
  readonly serviceOf: (code: keyof typeof SERVICES) => number;
  /** Books a debt for the service in the open month. */
  readonly owe: (account: number, code: keyof typeof SERVICES, amount: string) => Promise<void>;
};

type OwingAccount = {
  readonly closedOn?: string;
  readonly payer?: string;
  readonly payerInn?: string;
  readonly payerAddress?: string;
};

/** @param others by place among the accounts, from 0: those that are closed, or of another payer */
export async function makeOwingServices(
  stand: BillingStand,
  user: TestUser,
  accountCount: number,
  others: Readonly<Record<number, OwingAccount>> = {},
): Promise<OwingServices> {
  const { organizationId, houseId, call, addService } = await makeMeteredHouse(stand, user);
  const params = { houseId };
  const accounts: number[] = [];
  for (let nth = 1; nth <= accountCount; nth += 1) {
    const room = await call(createRoom, { params, body: { number: `${100 + nth}`, area: '40' } });
    const account = await call(createPersonalAccount, {
      params,
      body: {
        roomId: room.id,
        accountNumber: `ЛС-${100 + nth}`,
        payer: 'Орлова А. П.',
        registeredPersons: 1,
        openedOn: '2025-01-01',
        ...others[nth - 1],
      },
    });
    accounts.push(account.id);
  }
  const ids = new Map<string, number>();
  for (const [code, [method, norm]] of Object.entries(SERVICES))
    ids.set(code, await addService(code, method, norm));
  const serviceOf = (code: keyof typeof SERVICES): number => ids.get(code) ?? 0;
  return {
    user,
    organizationId,
    houseId,
    accounts,
    serviceOf,
    owe: async (personalAccountId, code, amount) => {
      const line = {
        kind: 'charge',
        amount,
        reason: 'Долг прежних лет',
        basis: 'Акт № 1',
      } as const;
      await inBilling(stand.app, user).call(createAdjustment, {
        body: { personalAccountId, houseServiceId: serviceOf(code), ...line },
      });
    },
  };
}
