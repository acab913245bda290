// The form of meter GUIDs assigned by ГИС ЖКХ: one row per device. A blank GUID changes nothing, so that a sheet of all devices
// can be filled in gradually.
import { guid, line, numberOfAccount, numberOfMeter, numberOfRoom } from './cell-readers.ts';
import type { ImportForm } from './import-form.ts';

export const gisMeterForm: ImportForm = {
  sheetName: 'Приборы в ГИС ЖКХ',
  columns: [
    {
      code: 'serialNumber',
      title: 'Заводской номер',
      note: 'Обязательно. Номер прибора, который стоит сейчас',
      required: 'cell',
      read: numberOfMeter,
      width: 20,
    },
    {
      code: 'gisMeterGuid',
      title: 'Код прибора в ГИС ЖКХ',
      note: 'Корневой GUID прибора из ГИС ЖКХ; пусто — не меняется',
      required: 'no',
      read: guid,
      width: 38,
    },
    {
      code: 'service',
      title: 'Услуга',
      note: 'Название или код, если приборов с этим номером несколько',
      required: 'no',
      read: line(200),
      width: 32,
    },
    {
      code: 'accountNumber',
      title: 'Лицевой счёт',
      note: 'Если приборов с этим номером несколько',
      required: 'no',
      read: numberOfAccount,
      width: 18,
    },
    {
      code: 'roomNumber',
      title: 'Помещение',
      note: 'Номер помещения, если приборов с этим номером несколько',
      required: 'no',
      read: numberOfRoom,
      width: 14,
    },
    {
      code: 'address',
      title: 'Адрес дома',
      note: 'Если приборы с этим номером стоят в разных домах',
      required: 'no',
      read: line(500),
      width: 40,
    },
  ],
  check: () => [],
};
