// The content of the golden house as pure data, a function of its first month alone.
import { firstDayOf, type BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import type {
  GoldenAccount,
  GoldenDatedValue,
  GoldenHouse,
  GoldenMeter,
  GoldenPersons,
  GoldenService,
} from './golden-types.ts';

const GOLDEN_ADDRESS = 'г. Зареченск, ул. Садовая, д. 12';
export const GOLDEN_ACCOUNT_COUNT = 10;
export const HOUSE_METER_SERIAL = 'ВСХН-40 № 2500100';

/** Months after the first in which something happens. */
const TARIFF_CHANGE_MONTH = 6;
const PERSONS_CHANGE_MONTH = 7;
/** Square metres of common property. */
const COMMON_AREA = '86.40';
const HEATING_MONTHS = [1, 2, 3, 4, 10, 11, 12];
const METER_DIGITS = 5;
const HOUSE_METER_DIGITS = 6;
const YEARS_BETWEEN_CHECKS = 6;

type Household = {
  readonly payer: string;
  /** Square metres; the ten rooms make 500.00. */
  readonly area: string;
  readonly persons: number;
  readonly owners: number;
  readonly initialReading: string;
};

/** One per room, from LS01 to LS10. */
const HOUSEHOLDS: readonly Household[] = [
  household('Соколова Анна Викторовна', '32.10', 1, 1, '152.340'),
  household('Морозов Игорь Павлович', '38.40', 2, 2, '1047.915'),
  household('Кузнецова Ольга Сергеевна', '41.50', 3, 1, '99903.250'), // rolls over in the ninth month
  household('Лебедев Артём Николаевич', '44.60', 0, 2, '88.005'), // nobody registered, two owners
  household('Васильева Марина Юрьевна', '47.20', 3, 2, '730.480'), // a fourth person in the eighth month
  household('Новиков Дмитрий Андреевич', '50.30', 2, 1, '2316.072'),
  household('Гарипова Лилия Рашидовна', '54.80', 4, 3, '415.660'),
  household('Орлов Сергей Михайлович', '58.10', 1, 1, '64.118'),
  household('Тимофеева Екатерина Ильинична', '61.70', 5, 2, '3589.703'),
  household('Жуков Павел Олегович', '71.30', 2, 2, '0.000'), // opened on the 16th of the first month
];

/** Everything but the readings. */
export function goldenHouse(firstMonth: BillingMonth): GoldenHouse {
  return {
    address: GOLDEN_ADDRESS,
    commonArea: COMMON_AREA,
    heatingMonths: HEATING_MONTHS,
    rooms: HOUSEHOLDS.map(({ area }, index) => ({ number: String(index + 1), area })),
    accounts: HOUSEHOLDS.map((of, index) => account(of, index, firstMonth)),
    persons: personsOf(firstMonth),
    services: SERVICES,
    tariffs: tariffsOf(firstMonth),
    norms: normsOf(firstMonth),
    meters: [
      ...HOUSEHOLDS.map((of, index) => meter(of, index, firstMonth)),
      houseMeter(firstMonth),
    ],
    validFrom: formatDay(firstDayOf(firstMonth)),
  };
}

function goldenAccountNumber(index: number): string {
  return `LS${String(index + 1).padStart(2, '0')}`;
}

/** The serial number that identifies a meter of the golden house. */
export function goldenMeterSerial(index: number): string {
  return `СХВ-15 № 25001${String(index + 1).padStart(2, '0')}`;
}

function household(
  payer: string,
  area: string,
  persons: number,
  owners: number,
  initialReading: string,
): Household {
  return { payer, area, persons, owners, initialReading };
}

function account(of: Household, index: number, firstMonth: BillingMonth): GoldenAccount {
  return {
    accountNumber: goldenAccountNumber(index),
    roomNumber: String(index + 1),
    payer: of.payer,
    owners: of.owners,
    openedOn: formatDay(openingDay(index, firstMonth)),
  };
}

/** LS10 opens in the middle of the first month, all others at its beginning. */
function openingDay(index: number, firstMonth: BillingMonth): Temporal.PlainDate {
  return index === GOLDEN_ACCOUNT_COUNT - 1 ? middleOf(firstMonth) : firstDayOf(firstMonth);
}

function middleOf(month: BillingMonth): Temporal.PlainDate {
  return month.toPlainDate({ day: 16 });
}

function personsOf(firstMonth: BillingMonth): GoldenPersons[] {
  const atOpening = HOUSEHOLDS.map(({ persons }, index) => ({
    accountNumber: goldenAccountNumber(index),
    validFrom: formatDay(openingDay(index, firstMonth)),
    personCount: persons,
  }));
  const change = middleOf(firstMonth.add({ months: PERSONS_CHANGE_MONTH }));
  return [...atOpening, { accountNumber: 'LS05', validFrom: formatDay(change), personCount: 4 }];
}

const SERVICES: readonly GoldenService[] = [
  { code: 'cold-water', method: 'meter', heatingMode: null },
  { code: 'cold-water-odn', method: 'odn', heatingMode: null },
  { code: 'hot-water', method: 'norm', heatingMode: null },
  { code: 'water-disposal', method: 'water-disposal', heatingMode: null },
  { code: 'heating', method: 'heating', heatingMode: 'season' },
  { code: 'electricity', method: 'norm', heatingMode: null },
  { code: 'upkeep', method: 'area', heatingMode: null },
];

/** Roubles per unit. The price of cold water rises on the first day of the seventh month, for rooms and house alike. */
function tariffsOf(firstMonth: BillingMonth): GoldenDatedValue[] {
  const first = firstDayOf(firstMonth);
  const change = firstDayOf(firstMonth.add({ months: TARIFF_CHANGE_MONTH }));
  const lastBefore = change.subtract({ days: 1 });
  return [
    tariff('cold-water', '49.1900', first, lastBefore, '87-т'),
    tariff('cold-water', '53.6100', change, null, '34-т'),
    tariff('cold-water-odn', '49.1900', first, lastBefore, '87-т'),
    tariff('cold-water-odn', '53.6100', change, null, '34-т'),
    tariff('hot-water', '214.8700', first, null, '88-т'),
    tariff('water-disposal', '38.5200', first, null, '89-т'),
    tariff('heating', '2371.7200', first, null, '91-т'),
    tariff('electricity', '5.4700', first, null, '95-т'),
    {
      ...tariff('upkeep', '34.1800', first, null, ''),
      basis: `Протокол общего собрания собственников от ${actDay(first)} № 1`,
    },
  ];
}

function tariff(
  code: GoldenService['code'],
  value: string,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate | null,
  act: string,
): GoldenDatedValue {
  return {
    code,
    value,
    basis: `Приказ Комитета по тарифам Зареченской области от ${actDay(from)} № ${act}`,
    validFrom: formatDay(from),
    validTo: to === null ? null : formatDay(to),
  };
}

/** Cold and hot water and electricity per person and month, heat per square metre and month of the season. */
function normsOf(firstMonth: BillingMonth): GoldenDatedValue[] {
  const from = firstDayOf(firstMonth);
  const values = [
    { code: 'cold-water', value: '4.200000', act: '211-п' },
    { code: 'hot-water', value: '3.190000', act: '211-п' },
    { code: 'electricity', value: '85.000000', act: '212-п' },
    { code: 'heating', value: '0.019500', act: '213-п' },
  ] as const;
  return values.map(({ code, value, act }) => ({
    code,
    value,
    basis: `Постановление Правительства Зареченской области от ${actDay(from)} № ${act}`,
    validFrom: formatDay(from),
    validTo: null,
  }));
}

/** The acts of the fictional region are signed three weeks before they come into force. */
function actDay(validFrom: Temporal.PlainDate): string {
  const [year, month, day] = formatDay(validFrom.subtract({ weeks: 3 })).split('-');
  return `${day}.${month}.${year}`;
}

function meter(of: Household, index: number, firstMonth: BillingMonth): GoldenMeter {
  const installedOn = openingDay(index, firstMonth);
  return {
    serialNumber: goldenMeterSerial(index),
    serviceCode: 'cold-water',
    typeCode: 'cold-water',
    accountNumber: goldenAccountNumber(index),
    digits: METER_DIGITS,
    initialReading: of.initialReading,
    installedOn: formatDay(installedOn),
    verifiedUntil: formatDay(installedOn.add({ years: YEARS_BETWEEN_CHECKS })),
  };
}

function houseMeter(firstMonth: BillingMonth): GoldenMeter {
  const installedOn = firstDayOf(firstMonth);
  return {
    serialNumber: HOUSE_METER_SERIAL,
    serviceCode: 'cold-water-odn',
    typeCode: 'cold-water-house',
    accountNumber: null,
    digits: HOUSE_METER_DIGITS,
    initialReading: '12500.000',
    installedOn: formatDay(installedOn),
    verifiedUntil: formatDay(installedOn.add({ years: YEARS_BETWEEN_CHECKS })),
  };
}
