// The four files with which the second house is moved in, as exported by its former company. Everything in them is made up.
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';

export const ADDRESS = 'г. Зареченск, ул. Заречная, д. 17';
const COMMON_AREA = '118.4';

/** Named after what is special about them. */
export const ACCOUNTS = {
  debtor: '1700001',
  firstSharing: '1700002',
  secondSharing: '1700003',
  withAct: '1700004',
  withoutMeter: '1700005',
  direct: '1700006',
  ownBoiler: '1700007',
  seller: '1700008',
  shop: '1700009',
} as const;

export const ELECTRIC_STOVES = 'электроплиты';
export const INTERCOM = 'Домофон';
const MAJOR_REPAIRS = 'Взнос на капитальный ремонт';

/** Where the debtor lives, who lets the flat. */
const LIVES_AT = 'г. Зареченск, ул. Набережная, д. 4, кв. 11';

const SHARED_ROOM = '2';
const COLD_WATER = 'Холодное водоснабжение';
const OPENED_ON = '2014-06-02';

const PRICES = 'Приказ Комитета по тарифам Зареченской области № 34-т';
const NORMS = 'Постановление Правительства Зареченской области № 211-п';
const MEETING = 'Протокол общего собрания собственников № 2';

export type MoveFiles = Readonly<Record<'accounts' | 'tariffs' | 'meters' | 'balances', string>>;

/** @param firstMonth the first month billed here */
export function moveFiles(firstMonth: string): MoveFiles {
  return {
    accounts: accountsFile(),
    tariffs: tariffsFile(`${firstMonth}-01`),
    meters: metersFile(firstMonth),
    balances: balancesFile(firstMonth),
  };
}

function accountsFile(): string {
  const header =
    'Адрес дома;Площадь общего имущества, кв. м;Месяцы отопления;Дата открытия счёта;Номер помещения;Площадь помещения, кв. м;' +
    'Вид помещения;Лицевой счёт;Плательщик;Зарегистрировано человек;Доля в помещении;ИНН плательщика;Адрес плательщика';
  const rows = [
    ['1', '54.3', 'жилое', ACCOUNTS.debtor, 'Громов Павел Андреевич', '3', '1', '', LIVES_AT],
    [SHARED_ROOM, '62.1', 'жилое', ACCOUNTS.firstSharing, 'Орлова Вера Ильинична', '2', '0.5'],
    [SHARED_ROOM, '62.1', 'жилое', ACCOUNTS.secondSharing, 'Орлов Кирилл Ильич', '1', '0.5'],
    ['3', '41.2', 'жилое', ACCOUNTS.withAct, 'Тихонова Анна Львовна', '2', '1'],
    ['4', '48.7', 'жилое', ACCOUNTS.withoutMeter, 'Крылов Иван Степанович', '2', '1'],
    ['5', '50.4', 'жилое', ACCOUNTS.direct, 'Зуева Ольга Петровна', '2', '1'],
    ['6', '58', 'жилое', ACCOUNTS.ownBoiler, 'Новиков Артём Сергеевич', '1', '1'],
    ['7', '66.9', 'жилое', ACCOUNTS.seller, 'Быстрова Людмила Ивановна', '4', '1'],
    ['Н1', '100', 'нежилое', ACCOUNTS.shop, 'ООО «Хлебный дом»', '0', '1', '7107012347'],
  ];
  return fileOf(
    header,
    rows.map((row) => [ADDRESS, COMMON_AREA, '10-4', OPENED_ON].concat(row)),
  );
}

function tariffsFile(since: string): string {
  const header =
    'Адрес дома;Услуга;Способ начисления;Оплата отопления;Повышающий коэффициент;Группа;Тариф, руб.;Норматив;Документ;Действует с';
  const power = 'Электроснабжение';
  const waste = 'Обращение с твёрдыми коммунальными отходами';
  const rows = [
    [COLD_WATER, 'по приборам учёта', '', 'да', '', '53.61', '4.2', PRICES],
    ['Водоотведение', 'water-disposal', '', '', '', '38.52', '', PRICES],
    ['Отопление', 'отопление', 'равномерно круглый год', '', '', '2371.72', '0.0195', PRICES],
    [power, 'по нормативу', '', '', '', '5.47', '129', PRICES],
    [power, 'по нормативу', '', '', ELECTRIC_STOVES, '3.83', '130', NORMS],
    [waste, 'по нормативу', '', '', '', '742.20', '0.17', NORMS],
    ['Содержание жилого помещения', 'по площади', '', '', '', '28.40', '', MEETING],
    [MAJOR_REPAIRS, 'по площади', '', '', '', '12.00', '', PRICES],
  ];
  return fileOf(
    header,
    rows.map((row) => [ADDRESS].concat(row, since)),
  );
}

/**
 * One meter is in the room that two accounts share. Each begins with the last reading that the former company has charged, on its
 * day: consumption since then belongs to the first month.
 */
function metersFile(firstMonth: string): string {
  const header =
    'Адрес дома;Лицевой счёт;Помещение;Услуга;Вид прибора;Заводской номер;Разрядность;Дата установки;Начальное показание;Поверен до';
  const month = parseBillingMonth(firstMonth);
  const readOn = month.subtract({ months: 1 }).toPlainDate({ day: 25 }).toString();
  const verifiedUntil = month.add({ years: 4 }).toPlainDate({ day: 14 }).toString();
  const rows = [
    [ACCOUNTS.debtor, '', 'СХВ-15 № 170011', '418.220'],
    ['', SHARED_ROOM, 'СХВ-15 № 170012', '655.040'],
    [ACCOUNTS.direct, '', 'СХВ-15 № 170015', '201.700'],
    [ACCOUNTS.ownBoiler, '', 'СХВ-15 № 170016', '87.315'],
    [ACCOUNTS.seller, '', 'СХВ-15 № 170017', '934.560'],
  ];
  return fileOf(
    header,
    rows.map(([account, room, serial, reading]) => [
      ADDRESS,
      account,
      room,
      COLD_WATER,
      'cold-water',
      serial,
      '5',
      readOn,
      reading,
      verifiedUntil,
    ]),
  );
}

/** What the accounts owed up to three months before; kinds as in the file. */
export const BALANCES = [
  { account: ACCOUNTS.debtor, before: 3, kind: 'основной долг', service: '', amount: '1234.56' },
  { account: ACCOUNTS.debtor, before: 2, kind: 'основной долг', service: '', amount: '2310.40' },
  {
    account: ACCOUNTS.debtor,
    before: 1,
    kind: 'основной долг',
    service: MAJOR_REPAIRS,
    amount: '651.60',
  },
  { account: ACCOUNTS.debtor, before: 1, kind: 'пени', service: '', amount: '300.00' },
  { account: ACCOUNTS.withAct, before: 1, kind: 'аванс', service: '', amount: '500.00' },
  {
    account: ACCOUNTS.seller,
    before: 1,
    kind: 'основной долг',
    service: MAJOR_REPAIRS,
    amount: '802.80',
  },
] as const;

/** Principal less advances, penalties, and both together. */
export const OWED = { principal: '4499.36', penalty: '300.00', together: '4799.36' } as const;

function balancesFile(firstMonth: string): string {
  const rows = BALANCES.map(({ account, before, kind, service, amount }) => [
    account,
    parseBillingMonth(firstMonth).subtract({ months: before }).toString(),
    kind,
    service,
    amount,
  ]);
  return fileOf('Лицевой счёт;Месяц;Вид;Услуга;Сумма', [
    ...rows,
    ['Итого', '', '', '', OWED.together],
  ]);
}

function fileOf(header: string, rows: readonly (readonly (string | undefined)[])[]): string {
  return [header, ...rows.map((row) => row.join(';'))].join('\n');
}
