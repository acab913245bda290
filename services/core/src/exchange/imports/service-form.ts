// The form of services, tariffs and norms: one row per service of a house, or of all houses, with its values from a day on.
import { METHOD_NAMES, type ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';
import { choice, day, decimal, fiasCode, line, truth } from './cell-readers.ts';
import type { ImportForm } from './import-form.ts';
import { reason } from './row-reasons.ts';
import { normByPersons, tariffRanges } from './step-cells.ts';

const METHODS = Object.fromEntries(
  Object.entries(METHOD_NAMES).flatMap(([method, { ru, en }]) =>
    [method, ru.toLowerCase(), en.toLowerCase()].map((word) => [word, method as ChargingMethod]),
  ),
);

export const HEATING_MODES = {
  'в отопительный период': 'season',
  'равномерно круглый год': 'whole-year',
  'по общедомовому прибору': 'house-meter',
  'равномерно по общедомовому прибору': 'even-by-meter',
  season: 'season',
  'whole-year': 'whole-year',
  'house-meter': 'house-meter',
  'even-by-meter': 'even-by-meter',
} as const;

export const COMPONENTS = {
  'холодная вода': 'cold',
  тепло: 'heat',
  cold: 'cold',
  heat: 'heat',
} as const;

export const serviceForm: ImportForm = {
  sheetName: 'Услуги и тарифы',
  columns: [
    {
      code: 'address',
      title: 'Адрес дома',
      note: 'Обязательно, если нет кода ФИАС. Адрес заведённого дома; «все дома» — каждый дом организации',
      required: 'no',
      read: line(500),
      width: 40,
    },
    {
      code: 'fiasId',
      title: 'Код ФИАС дома',
      note: 'UUID из адресного реестра: дом находится по нему, без него — по адресу',
      required: 'no',
      read: fiasCode,
      width: 38,
    },
    {
      code: 'service',
      title: 'Услуга',
      note: 'Обязательно. Название или код из справочника услуг',
      required: 'cell',
      read: line(200),
      width: 32,
    },
    {
      code: 'method',
      title: 'Способ начисления',
      note: 'Для новой услуги дома, если способов несколько, например: по нормативу',
      required: 'no',
      read: choice(
        METHODS,
        Object.values(METHOD_NAMES).map(({ ru }) => ru),
      ),
      width: 24,
    },
    {
      code: 'heatingMode',
      title: 'Оплата отопления',
      note: 'Только для отопления; пусто — в отопительный период',
      required: 'no',
      read: choice(HEATING_MODES, Object.keys(HEATING_MODES).slice(0, 4)),
      width: 24,
    },
    {
      code: 'coefficientApplies',
      title: 'Повышающий коэффициент',
      note: 'да или нет; пусто — нет',
      required: 'no',
      read: truth,
      width: 16,
    },
    {
      code: 'payee',
      title: 'Получатель',
      note: 'Кому платят за услугу: название или ИНН получателя; «организация» — вашей организации; пусто — как есть',
      required: 'no',
      read: line(300),
      width: 32,
    },
    {
      code: 'component',
      title: 'Компонент',
      note: 'Для двухкомпонентного тарифа: холодная вода или тепло',
      required: 'no',
      read: choice(COMPONENTS, Object.keys(COMPONENTS).slice(0, 2)),
      width: 18,
    },
    {
      code: 'group',
      title: 'Группа',
      note: 'Слово группы счетов, для которых тариф или норматив свой; пусто — для всех',
      required: 'no',
      read: line(40),
      width: 16,
    },
    {
      code: 'validFrom',
      title: 'Действует с',
      note: 'Обязательно. ДД.ММ.ГГГГ; с этого дня — и услуга, если её у дома ещё нет',
      required: 'cell',
      read: day,
      width: 14,
    },
    {
      code: 'validTo',
      title: 'Действует по',
      note: 'ДД.ММ.ГГГГ, последний день тарифа и норматива; пусто — пока нет следующего',
      required: 'no',
      read: day,
      width: 14,
    },
    {
      code: 'tariff',
      title: 'Тариф, руб.',
      note: 'За единицу услуги, от 0, до 4 знаков после запятой',
      required: 'no',
      read: decimal({ places: 4, from: '0', to: '10000000' }),
      width: 14,
    },
    {
      code: 'ranges',
      title: 'Тариф сверх объёма, руб.',
      note: 'Если он свой для объёма за месяц сверх границы, например свыше 3900: 7,00; свыше 6000: 8,50. Слово «нет» убирает',
      required: 'no',
      read: tariffRanges,
      width: 32,
    },
    {
      code: 'norm',
      title: 'Норматив',
      note: 'Единиц услуги на человека или на кв. м в месяц, до 6 знаков после запятой',
      required: 'no',
      read: decimal({ places: 6, from: '0', to: '100000' }),
      width: 14,
    },
    {
      code: 'byPersons',
      title: 'Норматив по числу проживающих',
      note: 'Если он зависит от того, сколько человек живёт, например от 2: 80; от 3: 70. Слово «нет» убирает',
      required: 'no',
      read: normByPersons,
      width: 28,
    },
    {
      code: 'basis',
      title: 'Документ',
      note: 'Обязательно для тарифа и норматива. До 500 знаков',
      required: 'no',
      read: line(500),
      width: 40,
    },
  ],
  // Days are `YYYY-MM-DD`: sorting them as text is chronological.
  check: ({ address, fiasId, validFrom, validTo, tariff, norm, ranges, byPersons, basis }) => [
    ...((address ?? fiasId) === undefined ? [reason('address', 'required')] : []),
    ...(ranges !== undefined && tariff === undefined ? [reason('tariff', 'required')] : []),
    ...(byPersons !== undefined && norm === undefined ? [reason('norm', 'required')] : []),
    ...(validTo !== undefined && validFrom !== undefined && validTo < validFrom
      ? [reason('validTo', 'ends-before-start')]
      : []),
    ...((tariff ?? norm) !== undefined && basis === undefined ? [reason('basis', 'required')] : []),
  ],
};
