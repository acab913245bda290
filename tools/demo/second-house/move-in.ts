// The second house of the demo's company has a past: four files of its former company are tried in a dry run and then stored as
// one. Its accounts differ from each other, and one of its flats is sold.
import { createAccountService } from '@kvartplata/contracts/core/account-services.ts';
import { createAccountTransfer } from '@kvartplata/contracts/core/account-transfers.ts';
import {
  createHouseService,
  listHouseServices,
} from '@kvartplata/contracts/core/house-services.ts';
import { listHouses } from '@kvartplata/contracts/core/houses.ts';
import { listMeters, type Meter } from '@kvartplata/contracts/core/meters.ts';
import {
  getMove,
  listMoves,
  startMove,
  type Move,
  type MovePartName,
} from '@kvartplata/contracts/core/moves.ts';
import { listNorms, replaceNorm } from '@kvartplata/contracts/core/norms.ts';
import {
  getPersonalAccount,
  listAccountsOfHouse,
  replacePersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { storeReadingSheet } from '@kvartplata/contracts/core/readings.ts';
import { createTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { createUtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import type { BodyOf } from '@kvartplata/contracts/endpoint.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { say } from '../../speech/speech.ts';
import { waitFor, type Api } from '../api.ts';
import type { Outcome } from '../colleagues.ts';
import { renderTable } from '../table.ts';
import { ACCOUNTS, ADDRESS, BALANCES, ELECTRIC_STOVES, INTERCOM, moveFiles } from './files.ts';

const FILE_NAMES: Readonly<Record<MovePartName, string>> = {
  accounts: 'счета',
  tariffs: 'тарифы',
  meters: 'приборы',
  balances: 'долги',
};

export type SecondHouse = {
  readonly houseId: number;
  /** Account ids by number. */
  readonly accounts: ReadonlyMap<string, number>;
  /** Service ids by code. */
  readonly services: ReadonlyMap<string, number>;
};

export type MovedIn = {
  readonly house: SecondHouse;
  readonly parts: string;
  readonly outcomes: readonly Outcome[];
};

type Company = {
  readonly api: Api;
  readonly organizationId: number;
  /** The billed months, in order. */
  readonly months: readonly string[];
};

/** A second run finds the house as the first has left it. */
export async function moveIn(company: Company): Promise<MovedIn> {
  const { api, organizationId, months } = company;
  const [firstMonth = ''] = months;
  const isThere = (await findHouse(company)) !== undefined;
  if (!isThere) {
    const tried = await send(company, firstMonth, true);
    if (tried.parts.some(({ refused }) => refused > 0)) throw new Error(reasonsOf(tried));
    await send(company, firstMonth, false);
    await settle(company);
  }
  const [move] = (await api.call(listMoves, { query: { organizationId, limit: 1 } })).items;
  if (move === undefined) throw new Error('the second house has come by a move');
  return {
    house: await readHouse(company),
    parts: partsTable(move),
    outcomes: [
      {
        what: say(
          `четыре файла приняты как один: строк ${move.totalRows}, счетов ${move.brought.accounts}, приборов ${move.brought.meters}`,
          `${move.totalRows} rows of four files brought ${move.brought.accounts} accounts and ${move.brought.meters} meters as one`,
        ),
        holds: move.status === 'COMPLETED' && move.brought.accounts === 9,
      },
      {
        what: say(
          `их прежние долги: остатков ${BALANCES.length} за три месяца и строка итога`,
          `what they owed: ${BALANCES.length} balances of three months, and the row of their total`,
        ),
        holds: move.parts.find(({ part }) => part === 'balances')?.accepted === BALANCES.length + 1,
      },
    ],
  };
}

/** @throws when the move fails */
async function send(
  { api, organizationId }: Company,
  asOf: string,
  dryRun: boolean,
): Promise<Move> {
  const body = new FormData();
  for (const [part, text] of Object.entries(moveFiles(asOf)))
    body.append(part, new Blob([text]), `Заречная 17, ${FILE_NAMES[part as MovePartName]}.csv`);
  const { id } = await api.call(startMove, { query: { organizationId, asOf, dryRun }, body });
  const ended = await waitFor(
    `move ${id}`,
    async () => api.call(getMove, { params: { moveId: id } }),
    ({ finishedAt }) => finishedAt !== null,
  );
  if (ended.status !== 'COMPLETED') throw new Error(`move ${id}: ${reasonsOf(ended)}`);
  return ended;
}

function reasonsOf({ parts, error }: Move): string {
  const reasons = parts.flatMap(({ part, errors }) =>
    errors.map(({ line, message }) => `${part}, line ${line}: ${message}`),
  );
  return [error ?? 'refused', ...reasons].join('; ');
}

async function findHouse({ api, organizationId }: Company): Promise<number | undefined> {
  const { items } = await api.call(listHouses, { query: { organizationId, limit: 200 } });
  return items.find(({ address }) => address === ADDRESS)?.id;
}

async function readHouse(company: Company): Promise<SecondHouse> {
  const { api } = company;
  const houseId = (await findHouse(company)) ?? 0;
  const asked = { params: { houseId }, query: { limit: 200 } };
  const accounts = await api.call(listAccountsOfHouse, asked);
  const services = await api.call(listHouseServices, asked);
  return {
    houseId,
    accounts: new Map(accounts.items.map(({ accountNumber, id }) => [accountNumber, id])),
    services: new Map(
      services.items.map(({ code, name, id }) => [code.startsWith('own-') ? name : code, id]),
    ),
  };
}

/** What the files cannot contain: own services, account services, a year of readings, the sale of a flat. */
async function settle(company: Company): Promise<void> {
  const { api, months } = company;
  const [firstMonth = ''] = months;
  await addIntercom(company, `${firstMonth}-01`);
  const house = await readHouse(company);
  await giveNormsByPersons(api, house);
  for (const [account, service, differing] of DIFFERING)
    await api.call(createAccountService, {
      params: { personalAccountId: idOf(house.accounts, account) },
      body: {
        houseServiceId: idOf(house.services, service),
        validFrom: `${firstMonth}-01`,
        ...differing,
      },
    });
  const sold = months.at(-2) ?? '';
  for (const period of months) {
    if (period === sold) await sell(api, house, months);
    await takeReadings(api, house, months, period);
  }
}

type Differing = Omit<
  BodyOf<typeof createAccountService>,
  'houseServiceId' | 'validFrom' | 'validTo'
>;

const DIFFERING: readonly (readonly [account: string, service: string, Differing])[] = [
  [
    ACCOUNTS.withAct,
    'cold-water',
    {
      charged: true,
      coefficientApplies: false,
      basis: 'Акт № 14 об отсутствии технической возможности',
    },
  ],
  [
    ACCOUNTS.withAct,
    INTERCOM,
    { charged: false, reason: 'not-used', basis: 'Заявление собственника вх. № 31' },
  ],
  [
    ACCOUNTS.direct,
    'electricity',
    { charged: false, reason: 'direct-contract', basis: 'Договор энергоснабжения № 71-0455' },
  ],
  [
    ACCOUNTS.ownBoiler,
    'heating',
    { charged: false, reason: 'own-boiler', basis: 'Акт приёмки газового котла № 9' },
  ],
  [
    ACCOUNTS.seller,
    'electricity',
    { charged: true, tariffGroup: ELECTRIC_STOVES, normGroup: ELECTRIC_STOVES },
  ],
  [
    ACCOUNTS.shop,
    'cold-water',
    { charged: true, contractVolume: '12', basis: 'Договор водоснабжения № 7' },
  ],
  [
    ACCOUNTS.shop,
    'electricity',
    { charged: false, reason: 'direct-contract', basis: 'Договор энергоснабжения № 71-0512' },
  ],
  [
    ACCOUNTS.shop,
    'waste',
    {
      charged: false,
      reason: 'direct-contract',
      basis: 'Договор с региональным оператором № 1180',
    },
  ],
];

async function addIntercom(company: Company, since: string): Promise<void> {
  const { api, organizationId } = company;
  const houseId = (await findHouse(company)) ?? 0;
  const { id: utilityServiceId } = await api.call(createUtilityService, {
    params: { organizationId },
    body: { name: INTERCOM, unit: 'мес.', precision: 2, methods: ['fixed'], kind: 'other' },
  });
  const { id: houseServiceId } = await api.call(createHouseService, {
    params: { houseId },
    body: { utilityServiceId, method: 'fixed', validFrom: since },
  });
  await api.call(createTariff, {
    params: { houseServiceId },
    body: { value: '60', validFrom: since, basis: 'Протокол общего собрания собственников № 2' },
  });
}

/** One person in a flat uses more than each of several. */
async function giveNormsByPersons(api: Api, { services }: SecondHouse): Promise<void> {
  const houseServiceId = idOf(services, 'electricity');
  const { items } = await api.call(listNorms, { params: { houseServiceId } });
  const norm = items.find(({ group }) => group === null);
  if (norm === undefined) throw new Error('the file has brought a norm of electricity');
  const { id, value, validFrom, validTo, basis } = norm;
  const byPersons = [
    { persons: 2, value: '80' },
    { persons: 3, value: '62' },
  ];
  await api.call(replaceNorm, {
    params: { normId: id },
    body: { value, validFrom, validTo, basis, byPersons },
  });
}

/** A month's consumption by the meter's account, thousandths of a cubic metre; the room’s meter belongs to no account. */
const MONTHLY_E3: ReadonlyMap<string | null, bigint> = new Map([
  [ACCOUNTS.debtor, 11_400n],
  [null, 9_000n],
  [ACCOUNTS.direct, 7_200n],
  [ACCOUNTS.ownBoiler, 3_600n],
  [ACCOUNTS.seller, 13_500n],
  [`${ACCOUNTS.seller}-2`, 13_500n],
]);
/** The seller's consumption in the month of the sale. */
const BEFORE_SALE_E3 = 7_000n;
const SALE_DAY = 16;

async function sell(api: Api, house: SecondHouse, months: readonly string[]): Promise<void> {
  const seller = idOf(house.accounts, ACCOUNTS.seller);
  const meters = await metersOf(api, house.houseId);
  const meter = meters.find(({ personalAccountId }) => personalAccountId === seller);
  if (meter === undefined) throw new Error('the seller has a meter');
  const before = BigInt(months.length - 2) * (MONTHLY_E3.get(ACCOUNTS.seller) ?? 0n);
  const value = parseScaled(meter.initialReading, 3) + before + BEFORE_SALE_E3;
  await api.call(createAccountTransfer, {
    params: { personalAccountId: seller },
    body: {
      on: `${months.at(-2)}-${SALE_DAY}`,
      payer: 'Савельев Роман Игоревич',
      registeredPersons: 3,
      readings: [{ meterId: meter.id, value: formatScaled(value, 3) }],
    },
  });
  await addAddress(api, seller);
}

/** Where the seller lives now: the account is closed, and its debt stays. */
async function addAddress(api: Api, personalAccountId: number): Promise<void> {
  const params = { personalAccountId };
  const { roomId, accountNumber, payer, owners, share, openedOn, closedOn } = await api.call(
    getPersonalAccount,
    { params },
  );
  const payerAddress = 'г. Тихореченск, ул. Полевая, д. 21';
  const same = { roomId, accountNumber, payer, owners, share, openedOn, closedOn };
  await api.call(replacePersonalAccount, { params, body: { ...same, payerAddress } });
}

/** A reading is the meter's first reading plus the consumption of all months since. */
async function takeReadings(
  api: Api,
  { houseId }: SecondHouse,
  months: readonly string[],
  period: string,
): Promise<void> {
  const asked = { params: { houseId }, query: { limit: 200 } };
  const { items } = await api.call(listAccountsOfHouse, asked);
  const numbers = new Map(items.map(({ id, accountNumber }) => [id, accountNumber]));
  const isSold = months.indexOf(period) >= months.length - 2;
  const meters = (await metersOf(api, houseId)).filter(({ removedOn }) => removedOn === null);
  const rows = meters.map(({ id, personalAccountId, initialReading }) => {
    const account = personalAccountId === null ? null : (numbers.get(personalAccountId) ?? '');
    const monthly = MONTHLY_E3.get(account) ?? 0n;
    const sinceSale = isSold && account?.endsWith('-2') === true;
    const nth = months.indexOf(period) + 1 - (sinceSale ? months.length - 2 : 0);
    const used = BigInt(nth) * monthly - (sinceSale ? BEFORE_SALE_E3 : 0n);
    const value = formatScaled(parseScaled(initialReading, 3) + used, 3);
    return { meterId: id, value, takenOn: `${period}-25` };
  });
  await api.call(storeReadingSheet, { params: { houseId, period }, body: rows });
}

async function metersOf(api: Api, houseId: number): Promise<readonly Meter[]> {
  return (await api.call(listMeters, { query: { houseId, limit: 200 } })).items;
}

/** @throws for a name that does not exist */
export function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`the second house has no ${name}`);
  return id;
}

function partsTable({ parts }: Move): string {
  return renderTable<Move['parts'][number]>(
    [
      { title: say('Файл', 'File'), of: ({ fileName }) => fileName },
      { title: say('Строк', 'Rows'), of: ({ totalRows }) => String(totalRows), align: 'right' },
      { title: say('Принято', 'Came in'), of: ({ changed }) => String(changed), align: 'right' },
      { title: say('Отказано', 'Refused'), of: ({ refused }) => String(refused), align: 'right' },
    ],
    parts,
  );
}
