// The houses of the pictures: addresses, payers, services and prices, all made up.
import type { ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';
import type { HeatingMode } from '@kvartplata/domain/charging/house-facts.ts';

type Address = {
  readonly address: string;
  /** The beginning of its account numbers. */
  readonly prefix: string;
  readonly rooms: number;
};

export const ADDRESSES: readonly Address[] = [
  { address: 'г. Зареченск, ул. Лесная, д. 21', prefix: '2100', rooms: 24 },
  { address: 'г. Зареченск, ул. Полевая, д. 8', prefix: '0800', rooms: 18 },
  { address: 'г. Зареченск, наб. Тихая, д. 3, корп. 2', prefix: '0320', rooms: 22 },
  { address: 'г. Зареченск, ул. Мира, д. 5', prefix: '0500', rooms: 12 },
  { address: 'г. Зареченск, ул. Озёрная, д. 14', prefix: '1400', rooms: 16 },
  { address: 'г. Зареченск, ул. Речная, д. 2', prefix: '0200', rooms: 8 },
  { address: 'г. Зареченск, ул. Садовая, д. 16', prefix: '1600', rooms: 10 },
];

type Value = { readonly value: string; readonly basis: string };
type Service = {
  readonly code: string;
  readonly method: ChargingMethod;
  readonly more?: { readonly heatingMode: HeatingMode };
  readonly tariff: Value;
  readonly norm?: Value;
};

const PRICES = 'Приказ Комитета по тарифам Зареченской области от 10.04.2026 № 34-т';
const NORMS = 'Постановление Правительства Зареченской области от 11.10.2025 № 211-п';
const MEETING = 'Протокол общего собрания собственников от 14.05.2026 № 2';

export const SERVICES: readonly Service[] = [
  {
    code: 'cold-water',
    method: 'meter',
    tariff: { value: '53.61', basis: PRICES },
    norm: { value: '4.2', basis: NORMS },
  },
  {
    code: 'hot-water',
    method: 'norm',
    tariff: { value: '214.87', basis: PRICES },
    norm: { value: '3.19', basis: NORMS },
  },
  {
    code: 'water-disposal',
    method: 'water-disposal',
    tariff: { value: '38.52', basis: PRICES },
  },
  {
    code: 'heating',
    method: 'heating',
    more: { heatingMode: 'season' },
    tariff: { value: '2371.72', basis: PRICES },
    norm: { value: '0.0195', basis: NORMS },
  },
  { code: 'upkeep', method: 'area', tariff: { value: '35.18', basis: MEETING } },
];

const NAMES = [
  'Абрамова Светлана Игоревна',
  'Быков Роман Алексеевич',
  'Валиев Тимур Ильдарович',
  'Горбунова Нина Степановна',
  'Демидов Константин Львович',
  'Ершова Полина Андреевна',
  'Журавлёв Максим Петрович',
  'Зимина Вероника Олеговна',
  'Калинин Егор Викторович',
  'Ларионова Тамара Ивановна',
  'Мартынов Фёдор Сергеевич',
  'Никитина Алла Борисовна',
  'Осипов Денис Юрьевич',
  'Прохорова Лидия Николаевна',
  'Рыбаков Илья Дмитриевич',
  'Сидорова Юлия Павловна',
  'Трофимов Вадим Геннадьевич',
  'Ушакова Раиса Матвеевна',
  'Филатов Григорий Антонович',
  'Хабибуллина Дина Маратовна',
  'Цветков Антон Владимирович',
  'Шестакова Мария Егоровна',
  'Яковлев Станислав Романович',
];

/** Always the same name for the same number. */
export function payerOf(nth: number): string {
  return NAMES[nth % NAMES.length] ?? '';
}
