// The form of houses with their rooms and personal accounts: one row an account.
import {
  choice,
  day,
  decimal,
  line,
  matching,
  monthNumbers,
  numberOfAccount,
  numberOfRoom,
  wholeNumber,
} from './cell-readers.ts';
import type { ImportForm } from './import-form.ts';
import { reason } from './row-reasons.ts';

const KINDS = {
  жилое: 'residential',
  нежилое: 'non-residential',
  residential: 'residential',
  'non-residential': 'non-residential',
} as const;

export const houseForm: ImportForm = {
  sheetName: 'Дома и лицевые счета',
  columns: [
    {
      code: 'address',
      title: 'Адрес дома',
      note: 'Обязательно. До 500 знаков; строки с одним адресом — один дом',
      required: 'cell',
      read: line(500),
      width: 40,
    },
    {
      code: 'fiasId',
      title: 'Код ФИАС дома',
      note: 'UUID из адресного реестра. По нему или по адресу находится уже заведённый дом',
      required: 'no',
      read: matching(/^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, 'uuid'),
      width: 38,
    },
    {
      code: 'commonArea',
      title: 'Площадь общего имущества, кв. м',
      note: 'От 0, до 2 знаков после запятой',
      required: 'no',
      read: decimal({ places: 2, from: '0', to: '1000000' }),
      width: 16,
    },
    {
      code: 'heatingMonths',
      title: 'Месяцы отопления',
      note: 'Номера месяцев: 10-4 или 1, 2, 3, 4, 10, 11, 12. Без них отопление не начисляется',
      required: 'no',
      read: monthNumbers,
      width: 18,
    },
    {
      code: 'roomNumber',
      title: 'Номер помещения',
      note: 'Обязательно. До 20 знаков; строки с одним номером — одно помещение',
      required: 'cell',
      read: numberOfRoom,
      width: 14,
    },
    {
      code: 'area',
      title: 'Площадь помещения, кв. м',
      note: 'Обязательно. Больше 0, до 2 знаков после запятой',
      required: 'cell',
      read: decimal({ places: 2, from: '0', isOpen: true, to: '100000' }),
      width: 16,
    },
    {
      code: 'kind',
      title: 'Вид помещения',
      note: 'жилое или нежилое; пусто — жилое',
      required: 'no',
      read: choice(KINDS, ['жилое', 'нежилое']),
      width: 14,
    },
    {
      code: 'accountNumber',
      title: 'Лицевой счёт',
      note: 'Обязательно. До 30 букв, цифр и знаков / _ -; один на всю организацию',
      required: 'cell',
      read: numberOfAccount,
      width: 18,
    },
    {
      code: 'payer',
      title: 'Плательщик',
      note: 'Обязательно. До 200 знаков',
      required: 'cell',
      read: line(200),
      width: 36,
    },
    {
      code: 'registeredPersons',
      title: 'Зарегистрировано человек',
      note: 'Обязательно. Целое число от 0; с открытия счёта, у заведённого счёта — с сегодня',
      required: 'cell',
      read: wholeNumber(0, 1000),
      width: 16,
    },
    {
      code: 'owners',
      title: 'Собственников',
      note: 'Целое число от 1; пусто — 1',
      required: 'no',
      read: wholeNumber(1, 1000),
      width: 14,
    },
    {
      code: 'share',
      title: 'Доля в помещении',
      note: 'Больше 0, не больше 1, до 8 знаков после запятой; пусто — 1',
      required: 'no',
      read: decimal({ places: 8, from: '0', isOpen: true, to: '1' }),
      width: 14,
    },
    {
      code: 'openedOn',
      title: 'Дата открытия счёта',
      note: 'Обязательно. ДД.ММ.ГГГГ',
      required: 'cell',
      read: day,
      width: 16,
    },
    {
      code: 'closedOn',
      title: 'Дата закрытия счёта',
      note: 'ДД.ММ.ГГГГ, последний день; пусто — счёт открыт',
      required: 'no',
      read: day,
      width: 16,
    },
  ],
  // Days are `YYYY-MM-DD`: their order as texts is that of the calendar.
  check: ({ openedOn, closedOn }) =>
    closedOn !== undefined && openedOn !== undefined && closedOn < openedOn
      ? [reason('closedOn', 'before-opened')]
      : [],
};
