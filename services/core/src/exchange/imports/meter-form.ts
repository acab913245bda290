// The form of meters, of a house or of many: one row per meter.
import {
  day,
  decimal,
  line,
  numberOfAccount,
  numberOfMeter,
  numberOfRoom,
  wholeNumber,
} from './cell-readers.ts';
import type { ImportForm } from './import-form.ts';
import { reason } from './row-reasons.ts';

export const meterForm: ImportForm = {
  sheetName: 'Приборы учёта',
  columns: [
    {
      code: 'address',
      title: 'Адрес дома',
      note: 'В файле о многих домах обязательно для общедомового прибора',
      required: 'no',
      read: line(500),
      width: 40,
    },
    {
      code: 'accountNumber',
      title: 'Лицевой счёт',
      note: 'Пусто — общедомовой прибор или прибор помещения',
      required: 'column',
      read: numberOfAccount,
      width: 18,
    },
    {
      code: 'roomNumber',
      title: 'Помещение',
      note: 'Номер помещения, если прибор общий для его лицевых счетов',
      required: 'no',
      read: numberOfRoom,
      width: 18,
    },
    {
      code: 'service',
      title: 'Услуга',
      note: 'Обязательно. Название или код услуги, которая есть у дома',
      required: 'cell',
      read: line(200),
      width: 32,
    },
    {
      code: 'meterType',
      title: 'Вид прибора',
      note: 'Обязательно. Название или код из справочника видов приборов',
      required: 'cell',
      read: line(200),
      width: 32,
    },
    {
      code: 'serialNumber',
      title: 'Заводской номер',
      note: 'Обязательно. До 50 знаков; б/н, если номера нет',
      required: 'cell',
      read: numberOfMeter,
      width: 20,
    },
    {
      code: 'digits',
      title: 'Разрядность',
      note: 'Обязательно. Цифр до запятой, от 1 до 9',
      required: 'cell',
      read: wholeNumber(1, 9),
      width: 12,
    },
    {
      code: 'installedOn',
      title: 'Дата установки',
      note: 'Обязательно. ДД.ММ.ГГГГ',
      required: 'cell',
      read: day,
      width: 16,
    },
    {
      code: 'initialReading',
      title: 'Начальное показание',
      note: 'Обязательно. От 0, до 3 знаков после запятой',
      required: 'cell',
      read: decimal({ places: 3, from: '0', to: '999999999.999' }),
      width: 16,
    },
    {
      code: 'verifiedUntil',
      title: 'Поверен до',
      note: 'ДД.ММ.ГГГГ, последний день',
      required: 'no',
      read: day,
      width: 16,
    },
  ],
  check: ({ accountNumber, roomNumber, digits, initialReading }) => [
    ...(accountNumber !== undefined && roomNumber !== undefined
      ? [reason('roomNumber', 'account-or-room')]
      : []),
    ...(String(initialReading).indexOf('.') > Number(digits)
      ? [reason('initialReading', 'over-digits', Number(digits))]
      : []),
  ],
};
