// The form of a house's meter readings: one row a meter and month.
import {
  day,
  decimal,
  line,
  month,
  numberOfAccount,
  numberOfMeter,
  truth,
} from './cell-readers.ts';
import type { ImportForm } from './import-form.ts';
import { reason } from './row-reasons.ts';

export const readingForm: ImportForm = {
  sheetName: 'Показания приборов',
  columns: [
    {
      code: 'serialNumber',
      title: 'Заводской номер',
      note: 'Номер прибора; пусто, если указаны лицевой счёт и услуга',
      required: 'no',
      read: numberOfMeter,
      width: 20,
    },
    {
      code: 'accountNumber',
      title: 'Лицевой счёт',
      note: 'Вместе с услугой — вместо заводского номера или рядом с номером б/н',
      required: 'no',
      read: numberOfAccount,
      width: 18,
    },
    {
      code: 'service',
      title: 'Услуга',
      note: 'Название или код. С заводским номером — если под ним две зоны, день и ночь',
      required: 'no',
      read: line(200),
      width: 32,
    },
    {
      code: 'value',
      title: 'Показание',
      note: 'Обязательно. От 0, до 3 знаков после запятой',
      required: 'cell',
      read: decimal({ places: 3, from: '0', to: '999999999.999' }),
      width: 16,
    },
    {
      code: 'takenOn',
      title: 'Дата снятия',
      note: 'Обязательно. ДД.ММ.ГГГГ',
      required: 'cell',
      read: day,
      width: 16,
    },
    {
      code: 'period',
      title: 'Расчётный период',
      note: 'ММ.ГГГГ; пусто — период, за который загружается файл',
      required: 'no',
      read: month,
      width: 18,
    },
    {
      code: 'rollover',
      title: 'Переход через ноль',
      note: 'да или нет; пусто — нет',
      required: 'no',
      read: truth,
      width: 14,
    },
  ],
  check: ({ serialNumber, accountNumber, service, period }) => [
    ...(serialNumber === undefined && (accountNumber === undefined || service === undefined)
      ? [reason(null, 'meter-not-named')]
      : []),
    ...(period === undefined ? [reason('period', 'required')] : []),
  ],
};
