// The demo's part about imports: another company imports its house from a file. A dry run reports what is wrong, the corrected
// file is stored, and importing the same file again changes nothing.
import { buffer } from 'node:stream/consumers';
import {
  getImport,
  type Import,
  type ImportError,
  importHouses,
} from '@kvartplata/contracts/core/imports.ts';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import type { Cell } from '@kvartplata/platform/table-files/written-table.ts';
import { inLanguage, say } from '../speech/speech.ts';
import { waitFor, type Api } from './api.ts';
import { findOrCreateOrganization } from './bill-a-year.ts';
import type { Outcome } from './colleagues.ts';
import { setUpServices } from './set-up-services.ts';
import { renderTable } from './table.ts';

const ORGANIZATION = {
  name: 'Товарищество собственников жилья «Речная, 7»',
  shortName: 'ТСЖ «Речная, 7»',
  legalAddress: '301000, г. Зареченск, ул. Речная, д. 7',
};
const FILE_NAME = 'Речная 7, лицевые счета.xlsx';

const HEADER = [
  'Адрес дома',
  'Площадь общего имущества, кв. м',
  'Номер помещения',
  'Площадь помещения, кв. м',
  'Вид помещения',
  'Лицевой счёт',
  'Плательщик',
  'Зарегистрировано человек',
  'Доля в помещении',
  'Дата открытия счёта',
] as const;

/** Room, its area, account, payer, persons, share, opening day. */
const ACCOUNTS: readonly (readonly [string, string, string, string, string, string, string])[] = [
  ['1', '44.2', '0070001', 'Белова Наталья Петровна', '2', '1', '2014-06-02'],
  ['2', '61.8', '0070002', 'Ермаков Виктор Семёнович', '4', '1', '2014-06-02'],
  ['3', '33.5', '0070003', 'Чернышёва Зоя Фёдоровна', '1', '1', '2014-06-02'],
  ['4', '58.9', '0070004', 'Сафин Рустам Маратович', '3', '0.5', '2016-11-15'],
  ['4', '58.9', '0070005', 'Сафина Алия Маратовна', '1', '0.5', '2016-11-15'],
  ['5', '44.2', '0070006', 'Дьяконов Пётр Ильич', '2', '1', '2014-06-02'],
  ['6', '61.8', '0070007', 'Панкратова Елена Олеговна', '5', '1', '2019-03-01'],
  ['7', '33.5', '0070008', 'Мельник Андрей Юрьевич', '0', '1', '2021-08-20'],
  ['8', '58.9', '0070009', 'Щербакова Ирина Львовна', '2', '1', '2014-06-02'],
  ['Н1', '112.4', '0070010', 'ООО «Хлебная лавка»', '0', '1', '2018-02-01'],
];

/** Errors in the export of the office's former program, by line: the cell's header and its content. */
const SPOILED: Readonly<Record<number, readonly [(typeof HEADER)[number], Cell]>> = {
  3: ['Площадь помещения, кв. м', '61,8 кв.м'],
  5: ['Доля в помещении', '0,75'],
  7: ['Лицевой счёт', '0070001'],
  8: ['Плательщик', ''],
  9: ['Дата открытия счёта', '31.06.2021'],
};

export type ShownImport = { readonly refusals: string; readonly outcomes: readonly Outcome[] };

export async function importAHouse(api: Api): Promise<ShownImport> {
  const organizationId = await findOrCreateOrganization(api, ORGANIZATION);
  const put = async (rows: readonly (readonly Cell[])[], query = {}): Promise<Import> =>
    importRows(api, { organizationId, ...query }, rows);

  const tried = await put(spoiledRows(), { dryRun: true });
  const refused = await put(spoiledRows());
  const stored = await put(goodRows());
  const again = await put(goodRows());
  const lines = (told: Import): string => [...new Set(told.errors.map(({ line }) => line))].join();
  return {
    refusals: refusalsTable(tried.errors),
    outcomes: [
      {
        what: say(
          `проверка файла не пропускает ${tried.refused} из ${tried.totalRows} строк, каждую называет`,
          `the dry run refuses ${tried.refused} of ${tried.totalRows} rows, each by its line`,
        ),
        // When an account claims too large a share of a room, the others in the room are refused as well.
        holds: tried.status === 'COMPLETED' && lines(tried) === '3,5,6,7,8,9',
      },
      {
        what: say(
          'загруженный с ошибками файл не записывает ничего',
          'sent in earnest, the spoiled file stores nothing',
        ),
        holds: refused.status === 'FAILED' && lines(refused) === lines(tried),
      },
      {
        what: say(
          `исправленный файл: записано строк ${stored.changed}, уже было ${stored.unchanged}`,
          `the mended file: ${stored.changed} rows stored, ${stored.unchanged} stood there already`,
        ),
        holds: stored.status === 'COMPLETED' && stored.accepted === ACCOUNTS.length,
      },
      {
        what: say(
          `тот же файл ещё раз: изменено строк ${again.changed}`,
          `the same file again: ${again.changed} rows changed`,
        ),
        holds: again.changed === 0 && again.unchanged === ACCOUNTS.length,
      },
      ...(await setUpServices(api, organizationId)),
    ],
  };
}

function goodRows(): readonly (readonly Cell[])[] {
  return ACCOUNTS.map(([room, area, account, payer, persons, share, openedOn]) => [
    'г. Зареченск, ул. Речная, д. 7',
    { decimal: '128.6' },
    room,
    { decimal: area },
    room.startsWith('Н') ? 'нежилое' : '',
    account,
    payer,
    { decimal: persons },
    { decimal: share },
    { day: openedOn },
  ]);
}

function spoiledRows(): readonly (readonly Cell[])[] {
  return goodRows().map((row, index) => {
    const [title, cell = ''] = SPOILED[index + 2] ?? [];
    return row.map((own, column) => (HEADER[column] === title ? cell : own));
  });
}

async function importRows(
  api: Api,
  query: { readonly organizationId: number; readonly dryRun?: boolean },
  rows: readonly (readonly Cell[])[],
): Promise<Import> {
  const table = { rows: [HEADER, ...rows], sheetName: 'Лицевые счета', widths: [] };
  const form = new FormData();
  form.append('file', new Blob([await buffer(writeTable('xlsx', table))]), FILE_NAME);
  const { id } = await api.call(importHouses, { query, body: form });
  return waitFor(
    `import ${id}`,
    async () => api.call(getImport, { params: { importId: id } }),
    ({ finishedAt }) => finishedAt !== null,
  );
}

function refusalsTable(errors: readonly ImportError[]): string {
  return renderTable<ImportError>(
    [
      { title: say('Строка', 'Line'), of: ({ line }) => String(line), align: 'right' },
      {
        title: say('Колонка', 'Column'),
        of: ({ column, columnTitle }) => say(columnTitle ?? '–', column ?? '–'),
      },
      {
        title: say('Почему', 'Why'),
        of: ({ message, messageRu }) => inLanguage({ ru: messageRu, en: message }),
        most: 60,
      },
    ],
    errors,
  );
}
