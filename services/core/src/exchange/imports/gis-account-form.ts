// The form of account numbers assigned by ГИС ЖКХ: one row per account. Blank cells change nothing, so that a sheet of all
// accounts can be filled in gradually.
import { guid, line, matching, numberOfAccount } from './cell-readers.ts';
import type { ImportForm } from './import-form.ts';

const TOLD = 'Для сведения: при загрузке не читается';

export const gisAccountForm: ImportForm = {
  sheetName: 'Номера ГИС ЖКХ',
  columns: [
    {
      code: 'accountNumber',
      title: 'Лицевой счёт',
      note: 'Обязательно. Номер счёта у нас',
      required: 'cell',
      read: numberOfAccount,
      width: 18,
    },
    {
      code: 'gisAccountNumber',
      title: 'Единый лицевой счёт',
      note: 'Номер из ГИС ЖКХ: 10 цифр и заглавных букв; пусто — не меняется',
      required: 'no',
      read: matching(/^[0-9A-ZА-Я]{10}$/, 'gis-account-number'),
      width: 20,
    },
    {
      code: 'gisServiceId',
      title: 'Идентификатор ЖКУ',
      note: 'Из ГИС ЖКХ: 10 цифр и заглавных букв, дефис и 2 цифры; пусто — не меняется',
      required: 'no',
      read: matching(/^[0-9A-ZА-Я]{10}-[0-9]{2}$/, 'gis-service-id'),
      width: 20,
    },
    {
      code: 'gisAccountGuid',
      title: 'Код счёта в ГИС ЖКХ',
      note: 'GUID, по которому ГИС ЖКХ принимает платёжные документы; пусто — не меняется',
      required: 'no',
      read: guid,
      width: 38,
    },
    ...[
      { code: 'address', title: 'Адрес дома', width: 40 },
      { code: 'roomNumber', title: 'Номер помещения', width: 14 },
      { code: 'payer', title: 'Плательщик', width: 32 },
    ].map(({ code, title, width }) => ({
      code,
      title,
      width,
      note: TOLD,
      required: 'no' as const,
      read: line(500),
    })),
  ],
  check: () => [],
};
