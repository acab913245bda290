// Sixty houses as in their files: rooms and accounts, services, meters, readings and payments.
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import type { Cells } from '../../acceptance/testing/filled-services.ts';

export const HOUSES = 60;
const ROOMS = 4;
export const ACCOUNTS = HOUSES * ROOMS;

/** The last month that is over, and the one that has begun. */
export const MONTH = moscowDayOf(new Date()).toPlainYearMonth().subtract({ months: 1 });
export const NEXT_MONTH = MONTH.add({ months: 1 });
export const FIRST_DAY = writtenDay(MONTH.toPlainDate({ day: 1 }));
const LAST_DAY = writtenDay(MONTH.toPlainDate({ day: MONTH.daysInMonth }));

/** As it is typed: `01.11.2026`. */
function writtenDay(day: Temporal.PlainDate): string {
  return day.toString().split('-').toReversed().join('.');
}

export function addressOf(house: number): string {
  return `Казань, Полевая, ${house}`;
}

/** @param room from 1 on */
export function accountOf(house: number, room: number): string {
  return `${1000 + house}${room}`;
}

export function allAccounts(): readonly string[] {
  return HOUSE_NUMBERS.flatMap((house) => ROOM_NUMBERS.map((room) => accountOf(house, room)));
}

export function meterOf(house: number, room: number): string {
  return `ХВ-${accountOf(house, room)}`;
}

const PAYERS = ['Соколова А. В.', 'Морозов И. П.', 'Кузнецова О. С.', 'Орлов С. М.', 'Ким В. Д.'];
const ROOM_NUMBERS = Array.from({ length: ROOMS }, (_, index) => index + 1);
const HOUSE_NUMBERS = Array.from({ length: HOUSES }, (_, index) => index + 1);

/** Heated all year, so that all months are alike. */
export function houseFile(): Buffer {
  return csv(
    'Адрес дома;Площадь общего имущества, кв. м;Месяцы отопления;Номер помещения;Площадь помещения, кв. м;Лицевой счёт;Плательщик;Зарегистрировано человек;Дата открытия счёта',
    inEveryRoom(HOUSE_NUMBERS, (house, room) => [
      addressOf(house),
      '120,5',
      '1-12',
      room,
      `${30 + ((house * 7 + room * 13) % 50)},5`,
      accountOf(house, room),
      PAYERS[(house + room) % PAYERS.length],
      1 + ((house + room) % 3),
      FIRST_DAY,
    ]),
  );
}

const NO_NORM = '';
/** The charged services, with tariff and norm. */
export const SERVICES: Readonly<Record<string, readonly [tariff: string, norm: string]>> = {
  'Холодное водоснабжение': ['45,32', '5,01'],
  'Горячее водоснабжение': ['210,15', '3,2'],
  Водоотведение: ['38,9', '8,21'],
  Электроснабжение: ['4,85', '96'],
  Газоснабжение: ['8,12', '10'],
  Отопление: ['2480,5', '0,02'],
  'Холодная вода на содержание общего имущества': ['45,32', '0,02'],
  'Горячая вода на содержание общего имущества': ['210,15', '0,02'],
  'Электроэнергия на содержание общего имущества': ['4,85', '0,7'],
  'Содержание жилого помещения': ['31,5', NO_NORM],
  'Взнос на капитальный ремонт': ['14,2', NO_NORM],
  'Обращение с твёрдыми коммунальными отходами': ['560,1', '0,19'],
};

export function cellsOfService(service: string): Cells {
  const [tariff = '', norm = ''] = SERVICES[service] ?? [];
  return { 'Тариф, руб.': tariff, Норматив: norm, Документ: 'Постановление № 1' };
}

/** Cold water meters in the flats of some houses. */
export function meterFile(houses: readonly number[]): Buffer {
  return csv(
    'Лицевой счёт;Услуга;Вид прибора;Заводской номер;Разрядность;Дата установки;Начальное показание;Поверен до',
    inEveryRoom(houses, (house, room) => [
      accountOf(house, room),
      'Холодное водоснабжение',
      'Счётчик холодной воды',
      meterOf(house, room),
      5,
      FIRST_DAY,
      100,
      '31.12.2040',
    ]),
  );
}

/** The readings of a house's meters at the end of the month. @param values in the order of rooms */
export function readingFile(house: number, values: readonly string[]): Buffer {
  return csv(
    'Заводской номер;Показание;Дата снятия',
    values.map((value, index) => [meterOf(house, index + 1), value, LAST_DAY]),
  );
}

/** A payment for the first account of each house in kopecks: all amounts differ. */
function paidOf(house: number): bigint {
  return 250_000n + BigInt(house) * 101n;
}

export function registryTotal(): bigint {
  return sumBy(HOUSE_NUMBERS, paidOf);
}

/** @param more rows with errors */
export function registryFile(more: readonly string[]): Buffer {
  const rows = HOUSE_NUMBERS.map((house) => [
    accountOf(house, 1),
    roubles(paidOf(house)),
    LAST_DAY,
    PAYERS[house % PAYERS.length],
  ]);
  return csv('Лицевой счёт;Сумма;Дата;Плательщик', [...rows, ...more.map((row) => [row])]);
}

/** As banks write them: `2500,50`. */
export function roubles(kopecks: bigint): string {
  return `${kopecks / 100n},${String(kopecks % 100n).padStart(2, '0')}`;
}

/** As the page shows them: `2 500,50`. */
export function shown(kopecks: bigint): string {
  return roubles(kopecks).replaceAll(/\B(?=(?:\d{3})+,)/g, ' ');
}

/** Parses what the page shows: `–` is nothing. */
export function kopecksOf(figure: string): bigint {
  const plain = figure.replaceAll(/[\s,]/g, '').replace('−', '-');
  return plain === '–' ? 0n : BigInt(plain);
}

type Row = readonly (string | number | undefined)[];

function inEveryRoom(
  houses: readonly number[],
  rowOf: (house: number, room: number) => Row,
): readonly Row[] {
  return houses.flatMap((house) => ROOM_NUMBERS.map((room) => rowOf(house, room)));
}

function csv(header: string, rows: readonly Row[]): Buffer {
  return Buffer.from([header, ...rows.map((cells) => cells.join(';'))].join('\r\n'));
}
