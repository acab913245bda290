// Three dwellings with unusual events in July 2025: a missing reading, a broken meter, an absent resident, a day in August
// without water, and the benefits of two veterans; a shop on the ground floor, and an intercom that everybody pays for. The expected
// charges were calculated by hand.
import { type Charge, listHouseCharges } from '@kvartplata/contracts/billing/charges.ts';
import { createAbsence } from '@kvartplata/contracts/core/absences.ts';
import { createAccountService } from '@kvartplata/contracts/core/account-services.ts';
import { createBenefit } from '@kvartplata/contracts/core/benefits.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createHouse, listHouses } from '@kvartplata/contracts/core/houses.ts';
import { createMeterAct } from '@kvartplata/contracts/core/meter-acts.ts';
import { createMeter } from '@kvartplata/contracts/core/meters.ts';
import { createNorm } from '@kvartplata/contracts/core/norms.ts';
import {
  createPersonalAccount,
  listPersonalAccounts,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { createReading } from '@kvartplata/contracts/core/readings.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { createServiceAct } from '@kvartplata/contracts/core/service-acts.ts';
import { createTariff } from '@kvartplata/contracts/core/tariffs.ts';
import {
  createUtilityService,
  listUtilityServices,
} from '@kvartplata/contracts/core/utility-services.ts';
import { shortened } from '@kvartplata/domain/charging/explanation/speech.ts';
import { figure, roubles, say } from '../speech/speech.ts';
import type { Api } from './api.ts';
import { findOrCreateOrganization, monthIn, requestJob, waitForJob } from './bill-a-year.ts';
import type { Outcome } from './colleagues.ts';

const ORGANIZATION = { name: 'Товарищество собственников жилья «Садовая, 14»' };
const SINCE = '2025-01-01';
const BASIS = 'Приказ Комитета по тарифам Зареченской области от 11.07.2025 № 87-т';
const MONTHS = ['2025-07', '2025-08'];

/** For the whole house. */
const DRY_DAY = {
  kind: 'interruption',
  from: '2025-08-12T08:00:00+03:00',
  to: '2025-08-12T18:00:00+03:00',
  basis: 'Акт № 12',
} as const;

/** From August on. */
const VETERAN = {
  category: 'labour-veteran',
  share: '0.5',
  persons: 1,
  limit: 'norm',
  validFrom: '2025-08-01',
  basis: 'Удостоверение ветерана труда № 104217',
} as const;

/** Of upkeep, from August on: within the social norm of the region. */
const INVALID = {
  category: 'disabled',
  share: '0.5',
  persons: 1,
  limit: 'social-norm',
  socialNorm: { one: '33', two: '42', each: '18' },
  validFrom: '2025-08-01',
  basis: 'Справка МСЭ № 2210',
} as const;

/** The expected charge of an account and month. */
type Expected = {
  readonly what: string;
  readonly of: string;
  readonly amount: string;
};

const EXPECTED: readonly Expected[] = [
  {
    what: say('нет показания за июль: среднее', 'no reading of July: the average'),
    of: '1 2025-07 average-reading-missing',
    amount: '196.76',
  },
  {
    what: say('показание августа за вычетом этого среднего', 'August’s reading, less that average'),
    of: '1 2025-08 individual-meter',
    amount: '245.95',
  },
  {
    what: say(
      'десять часов без воды в августе, допустимо четыре',
      'ten hours without water in August, four allowed',
    ),
    of: '1 2025-08 service-acts',
    amount: '-2.21',
  },
  {
    what: say('прибор сломался 3 июля: его среднее', 'a meter that broke on 3 July: its average'),
    of: '2 2025-07 average-meter-faulty',
    amount: '245.95',
  },
  {
    what: say(
      'один из двоих жильцов в отъезде десять дней',
      'one of two persons away for ten days',
    ),
    of: '3 2025-07 absence',
    amount: '-66.64',
  },
  {
    what: say(
      `домофон, ${roubles('60.00')} со счёта`,
      `an intercom, ${roubles('60.00')} an account`,
    ),
    of: '3 2025-07 fixed',
    amount: '60.00',
  },
  {
    what: say(
      'льгота ветерана труда: половина платы одного из двоих, без часов без воды',
      'a benefit of a labour veteran: half the charge of one of two persons, without the dry hours',
    ),
    of: '3 2025-08 benefit',
    amount: '-102.37',
  },
  {
    what: say(
      'льгота инвалида на содержание: социальная норма двоих 42 из 50 м²',
      'a benefit of a disabled person on upkeep: the social norm of two is 42 of 50 m²',
    ),
    of: '2 2025-08 benefit',
    amount: '-315.00',
  },
  {
    what: say('вода магазина по договору', 'the shop’s water by contract'),
    of: '4 2025-07 calculated-volume',
    amount: '590.28',
  },
  { what: say('домофон магазина', 'the shop’s intercom'), of: '4 2025-08 fixed', amount: '60.00' },
];

/** A second run finds the house as the first has left it. */
export async function showRareFacts(api: Api): Promise<readonly Outcome[]> {
  const organizationId = await findOrCreateOrganization(api, ORGANIZATION);
  const houseId = await findOrFillHouse(api, organizationId);
  const charges: Charge[] = [];
  for (const period of MONTHS) charges.push(...(await chargesOf(api, houseId, period)));
  return EXPECTED.map(({ what, of, amount }) => {
    const charge = charges.find(
      ({ accountNumber, period, explanation }) =>
        `${accountNumber} ${period} ${explanation.rule}` === of,
    );
    return {
      what: `${what}: ${chargedBy(charge)}`,
      holds: charge?.amount === amount,
    };
  });
}

/** A charge in figures only: the explanation of its volume is in one language. */
export function chargedBy(charge: Charge | undefined): string {
  if (charge === undefined) return say('ничего не начислено', 'nothing is charged');
  const { consumption, unit, tariff, amount } = charge;
  const isOfVolume = /[1-9]/.test(consumption);
  const volume = `${figure(shortened(consumption))} ${unit} × ${figure(shortened(tariff))} = `;
  return `${isOfVolume ? volume : ''}${roubles(amount)}`;
}

async function findOrFillHouse(api: Api, organizationId: number): Promise<number> {
  const [found] = (await api.call(listHouses, { query: { organizationId } })).items;
  if (found !== undefined) return found.id;
  const address = 'г. Зареченск, ул. Садовая, д. 14';
  const { id: houseId } = await api.call(createHouse, { body: { organizationId, address } });
  const { items } = await api.call(listUtilityServices, { query: { limit: 200 } });
  const water = items.find(({ code }) => code === 'cold-water');
  if (water === undefined) throw new Error('the catalogue has cold water');
  const houseServiceId = await fillHouse(api, houseId, water.id);
  await addShop(api, houseId, houseServiceId);
  await api.call(createServiceAct, { params: { houseId }, body: { houseServiceId, ...DRY_DAY } });
  await addIntercom(api, { organizationId, houseId });
  const upkeep = items.find(({ code }) => code === 'upkeep');
  if (upkeep === undefined) throw new Error('the catalogue has upkeep');
  await addUpkeep(api, houseId, upkeep.id);
  return houseId;
}

/** No meter counts its water: it pays by its contract. */
async function addShop(api: Api, houseId: number, houseServiceId: number): Promise<void> {
  const room = { number: '4', area: '100', kind: 'non-residential' } as const;
  const personalAccountId = await addAccount(api, houseId, 'ООО „Продукты“', room, 0);
  const contract = { contractVolume: '12', basis: 'Договор № 7', validFrom: SINCE };
  await api.call(createAccountService, {
    params: { personalAccountId },
    body: { houseServiceId, charged: true, ...contract },
  });
}

/** The second account has an invalid who pays half of their part. */
async function addUpkeep(api: Api, houseId: number, utilityServiceId: number): Promise<void> {
  const params = { houseId };
  const service = { utilityServiceId, method: 'area', validFrom: SINCE } as const;
  const { id: houseServiceId } = await api.call(createHouseService, { params, body: service });
  const tariff = { value: '30', validFrom: SINCE, basis: 'Протокол общего собрания № 2' };
  await api.call(createTariff, { params: { houseServiceId }, body: tariff });
  const { items } = await api.call(listPersonalAccounts, { query: { houseId } });
  const invalid = items.find(({ accountNumber }) => accountNumber === '2');
  if (invalid === undefined) throw new Error('the house has account 2');
  await api.call(createBenefit, {
    params: { personalAccountId: invalid.id },
    body: { ...INVALID, services: [houseServiceId] },
  });
}

async function addIntercom(
  api: Api,
  { organizationId, houseId }: { readonly organizationId: number; readonly houseId: number },
): Promise<void> {
  const own = {
    name: 'Домофон',
    unit: 'мес.',
    precision: 2,
    methods: ['fixed'],
    kind: 'other',
  } as const;
  const params = { organizationId };
  const { id: utilityServiceId } = await api.call(createUtilityService, { params, body: own });
  const service = { utilityServiceId, method: 'fixed', validFrom: SINCE } as const;
  const { id: houseServiceId } = await api.call(createHouseService, {
    params: { houseId },
    body: service,
  });
  const tariff = { value: '60', validFrom: SINCE, basis: 'Протокол общего собрания № 2' };
  await api.call(createTariff, { params: { houseServiceId }, body: tariff });
}

/** Returns its cold water service. */
async function fillHouse(api: Api, houseId: number, utilityServiceId: number): Promise<number> {
  const service = { utilityServiceId, method: 'meter', validFrom: SINCE } as const;
  const params = { houseId };
  const { id: houseServiceId } = await api.call(createHouseService, { params, body: service });
  const value = { validFrom: SINCE, basis: BASIS };
  const ofService = { params: { houseServiceId } };
  await api.call(createTariff, { ...ofService, body: { ...value, value: '49.19' } });
  await api.call(createNorm, { ...ofService, body: { ...value, value: '4.2' } });
  const careless = await addAccount(api, houseId, 'Кузнецов Н. П.', flat('1'));
  await addMeter(api, houseServiceId, careless, ['4', '8', '12', '16', '20', '24', '', '33']);
  const unlucky = await addAccount(api, houseId, 'Лебедева О. И.', flat('2'));
  const readings = ['5', '10', '15', '20', '25', '30', '30.2'];
  const broken = await addMeter(api, houseServiceId, unlucky, readings);
  const act = { kind: 'failed', on: '2025-07-03', basis: 'Акт № 7' } as const;
  await api.call(createMeterAct, { params: { meterId: broken }, body: act });
  const travelling = await addAccount(api, houseId, 'Морозов С. А.', flat('3'));
  const absence = { from: '2025-07-05', to: '2025-07-14', persons: 1, basis: 'Билеты' };
  await api.call(createAbsence, { params: { personalAccountId: travelling }, body: absence });
  await api.call(createBenefit, {
    params: { personalAccountId: travelling },
    body: { ...VETERAN, services: [houseServiceId] },
  });
  return houseServiceId;
}

type Room = {
  readonly number: string;
  readonly area: string;
  readonly kind?: 'non-residential';
};

function flat(number: string): Room {
  return { number, area: '50' };
}

/** Has the number of its room. */
async function addAccount(
  api: Api,
  houseId: number,
  payer: string,
  room: Room,
  registeredPersons = 2,
): Promise<number> {
  const params = { houseId };
  const { id: roomId } = await api.call(createRoom, { params, body: room });
  const account = { accountNumber: room.number, payer, registeredPersons, openedOn: SINCE };
  return (await api.call(createPersonalAccount, { params, body: { roomId, ...account } })).id;
}

/** @param readings from January 2025 on; an empty one is missing */
async function addMeter(
  api: Api,
  houseServiceId: number,
  personalAccountId: number,
  readings: readonly string[],
): Promise<number> {
  const { id: meterId } = await api.call(createMeter, {
    body: {
      houseServiceId,
      ownerType: 'account',
      personalAccountId,
      meterTypeId: 1,
      serialNumber: `ХВ-14-${personalAccountId}`,
      digits: 5,
      installedOn: SINCE,
      initialReading: '0',
    },
  });
  for (const [index, reading] of readings.entries()) {
    const period = `2025-0${index + 1}`;
    const taken = { period, value: reading, takenOn: `${period}-25` };
    if (reading !== '') await api.call(createReading, { params: { meterId }, body: taken });
  }
  return meterId;
}

async function chargesOf(api: Api, houseId: number, period: string): Promise<readonly Charge[]> {
  const job = await requestJob(api, { houseId, ...monthIn(period) });
  await waitForJob(api, job.id);
  return (await api.call(listHouseCharges, { params: { houseId }, query: { period } })).items;
}
