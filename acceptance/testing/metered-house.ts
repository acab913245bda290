// A house with two flats, 60 and 40 m², and a house-wide cold water meter: each flat uses 5 m³ a month by norm.
import type { Client } from '@kvartplata/client/client.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { listMeterTypes } from '@kvartplata/contracts/core/meter-types.ts';
import { createMeter } from '@kvartplata/contracts/core/meters.ts';
import { createNorm } from '@kvartplata/contracts/core/norms.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createReading } from '@kvartplata/contracts/core/readings.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { createTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import type { CommonNeedsMethod } from '@kvartplata/domain/charging/house-facts.ts';
import { computeMonth } from './computed-month.ts';

export type MeteredHouse = {
  readonly organizationId: number;
  readonly houseId: number;
  /** With 60 m², and with 40. */
  readonly accounts: readonly [number, number];
  readonly commonService: number;
  readonly meterId: number;
};

const FROM = '2025-01-01';
const BASIS = { validFrom: FROM, basis: 'Приказ' };
/** The monthly consumption of both flats. */
const ROOMS = 10;

/** With 300 m² in common, a norm of 0.02, a tariff of 50, and an organization of its own. */
export async function makeMeteredHouse(
  { call }: Client,
  name: string,
  commonNeedsMethod: CommonNeedsMethod,
): Promise<MeteredHouse> {
  const { id: organizationId } = await call(createOrganization, { body: { name } });
  const address = `ул. ${name}, 1`;
  const { id: houseId } = await call(createHouse, {
    body: { organizationId, address, commonArea: '300', commonNeedsMethod },
  });
  const params = { houseId };
  const makeAccount = async (number: string, area: string): Promise<number> => {
    const { id: roomId } = await call(createRoom, { params, body: { number, area } });
    const body = {
      roomId,
      accountNumber: `${organizationId}-${number}`,
      payer: 'Петров П. П.',
      openedOn: FROM,
      registeredPersons: 1,
    };
    return (await call(createPersonalAccount, { params, body })).id;
  };
  const accounts = [await makeAccount('1', '60'), await makeAccount('2', '40')] as const;
  const { items: utilities } = await call(listUtilityServices, { query: { limit: 200 } });
  const makeService = async (code: string, method: 'norm' | 'odn', norm: string) => {
    const utilityServiceId = utilities.find((one) => one.code === code)?.id ?? 0;
    const body = { utilityServiceId, method, validFrom: FROM, coefficientApplies: false };
    const { id } = await call(createHouseService, { params, body });
    const ofService = { houseServiceId: id };
    await call(createTariff, { params: ofService, body: { ...BASIS, value: '50' } });
    await call(createNorm, { params: ofService, body: { ...BASIS, value: norm } });
    return id;
  };
  await makeService('cold-water', 'norm', '5');
  const commonService = await makeService('cold-water-odn', 'odn', '0.02');
  const { items: types } = await call(listMeterTypes, { query: { limit: 200 } });
  const { id: meterId } = await call(createMeter, {
    body: {
      houseServiceId: commonService,
      ownerType: 'house',
      meterTypeId: types.find(({ code }) => code === 'cold-water-house')?.id ?? 0,
      serialNumber: 'H-1',
      digits: 5,
      installedOn: FROM,
      initialReading: '100',
    },
  });
  return { organizationId, houseId, accounts, commonService, meterId };
}

/** Enters readings of the house-wide meter so that each month from the given one has this common consumption. */
export async function readCommon(
  { call }: Client,
  { meterId }: MeteredHouse,
  first: string,
  drawn: readonly number[],
  from = 100,
): Promise<void> {
  let value = from;
  for (const [index, common] of drawn.entries()) {
    const month = Temporal.PlainYearMonth.from(first).add({ months: index });
    value += ROOMS + common;
    const body = {
      period: month.toString(),
      takenOn: month.toPlainDate({ day: 25 }).toString(),
      source: 'operator' as const,
      value: String(value),
    };
    await call(createReading, { params: { meterId }, body });
  }
}

/** Computes and applies months one after the other. */
export async function billMonths(
  client: Client,
  { houseId }: Pick<MeteredHouse, 'houseId'>,
  first: string,
  months: number,
): Promise<void> {
  for (let index = 0; index < months; index++) {
    const period = Temporal.PlainYearMonth.from(first).add({ months: index }).toString();
    const { billingCycleId: cycleId } = await computeMonth(client, { houseId }, period);
    await client.call(applyCycle, { params: { cycleId } });
  }
}
