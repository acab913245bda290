// The form of meter readings, of a house or of many: one row per meter and month. A row without a value is ignored, so that a
// sheet of all meters can be filled in gradually.
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
      code: 'address',
      title: 'Адрес дома',
      note: 'В файле о многих домах; пусто — дом найдётся по лицевому счёту или номеру прибора',
      required: 'no',
      read: line(500),
      width: 40,
    },
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
      note: 'От 0, до 3 знаков после запятой; пусто — показания нет, строка ничего не меняет',
      required: 'column',
      read: decimal({ places: 3, from: '0', to: '999999999.999' }),
      width: 16,
    },
    {
      code: 'takenOn',
      title: 'Дата снятия',
      note: 'Обязательно для показания. ДД.ММ.ГГГГ',
      required: 'column',
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
    {
      code: 'previous',
      title: 'Прежнее показание',
      note: 'Для сведения: при загрузке не читается',
      required: 'no',
      read: line(50),
      width: 18,
    },
  ],
  check: ({ serialNumber, accountNumber, service, value, takenOn, period }) => [
    ...(serialNumber === undefined && (accountNumber === undefined || service === undefined)
      ? [reason(null, 'meter-not-named')]
      : []),
    ...(value !== undefined && takenOn === undefined ? [reason('takenOn', 'required')] : []),
    ...(value !== undefined && period === undefined ? [reason('period', 'required')] : []),
  ],
};
