// Readings of meters: a house's sheet, some of its values, or a file.
import { itemsOf } from '@kvartplata/client/pages.ts';
import { getImport, importReadings } from '@kvartplata/contracts/core/imports.ts';
import { getReadingSheet, storeReadingSheet } from '@kvartplata/contracts/core/readings.ts';
import { lastDayOf, today } from '../../../web/lib/days.ts';
import type { Command } from '../command.ts';
import { UsageError } from '../command-errors.ts';
import { formOf } from '../files.ts';
import { assertCompleted, untilEnded } from '../jobs.ts';
import { HOUSE, MONTH, ORGANIZATION, organizationOf } from '../places.ts';
import { KEY, writtenOnce } from '../written-once.ts';

const list: Command = {
  name: 'readings list',
  words: {
    ru: 'приборы дома с показаниями месяца',
    en: "a house's meters with their readings of a month",
  },
  options: { house: { ...HOUSE, isRequired: true }, month: MONTH },
  run: async ({ connect, given, output }) => {
    const params = { houseId: given.id('house') ?? 0, period: given.month('month') ?? '' };
    await output.list(
      [
        {
          title: { ru: 'прибор', en: 'meter' },
          of: ({ meterId }) => String(meterId),
          isFigure: true,
        },
        {
          title: { ru: 'заводской №', en: 'serial number' },
          of: ({ serialNumber }) => serialNumber,
        },
        { title: { ru: 'счёт', en: 'account' }, of: ({ accountNumber }) => accountNumber ?? '' },
        { title: { ru: 'помещение', en: 'room' }, of: ({ roomNumber }) => roomNumber ?? '' },
        { title: { ru: 'услуга', en: 'service' }, of: ({ serviceName }) => serviceName },
        {
          title: { ru: 'было', en: 'previous' },
          of: ({ previous }, { figure }) => figure(previous.value),
          isFigure: true,
        },
        {
          title: { ru: 'показание', en: 'reading' },
          of: ({ reading }, { figure }) => figure(reading?.value),
          isFigure: true,
        },
        {
          title: { ru: 'расход', en: 'consumption' },
          of: ({ consumption }, { figure }) => figure(consumption),
          isFigure: true,
        },
      ],
      itemsOf(await connect(), getReadingSheet, { params }),
    );
  },
};

const send: Command = {
  name: 'readings send',
  operands: 'METER=VALUE…',
  words: {
    ru: 'записать показания приборов дома: все или ни одного',
    en: "record readings of a house's meters: all of them or none",
  },
  options: {
    house: { ...HOUSE, isRequired: true },
    month: MONTH,
    'taken-on': {
      value: 'YYYY-MM-DD',
      words: {
        ru: 'когда сняты; иначе в последний день месяца, но не позже сегодняшнего',
        en: 'when they were read; else on the last day of the month, or today',
      },
    },
  },
  run: async ({ connect, given, output }) => {
    const params = { houseId: given.id('house') ?? 0, period: given.month('month') ?? '' };
    const [end, now] = [lastDayOf(params.period), today()];
    const takenOn = given.day('taken-on') ?? (end < now ? end : now);
    const body = given.operands.map((operand) => ({ ...readingOf(operand), takenOn }));
    const stored = await (await connect()).call(storeReadingSheet, { params, body });
    output.tell(stored, {
      ru: `Принято показаний: ${stored.accepted}, новых или изменённых: ${stored.changed}, необычных: ${stored.odd.length}`,
      en: `Readings taken: ${stored.accepted}, new or changed: ${stored.changed}, unusual: ${stored.odd.length}`,
    });
  },
};

function readingOf(operand: string): { readonly meterId: number; readonly value: string } {
  const [, meterId, value] = /^([1-9]\d{0,14})=(\d+(?:[.,]\d+)?)$/.exec(operand) ?? [];
  if (meterId === undefined || value === undefined)
    throw new UsageError({
      ru: `нужно ПРИБОР=ПОКАЗАНИЕ, а не «${operand}»`,
      en: `METER=VALUE is needed, not "${operand}"`,
    });
  return { meterId: Number(meterId), value: value.replace(',', '.') };
}

const file: Command = {
  name: 'readings file',
  operands: 'FILE',
  words: {
    ru: 'загрузить показания из файла CSV или XLSX: все или ни одного',
    en: 'import readings from a CSV or XLSX file: all of them or none',
  },
  options: {
    organization: ORGANIZATION,
    house: HOUSE,
    month: {
      value: MONTH.value ?? '',
      words: { ru: 'месяц строк без месяца', en: 'the month of rows that name none' },
    },
    'dry-run': { words: { ru: 'только проверить', en: 'check only' } },
    key: KEY,
  },
  run: async (context) => {
    const { connect, given, output } = context;
    const body = formOf(given.operands[0] ?? '');
    const [period, houseId] = [given.month('month'), given.id('house')];
    const client = await connect();
    const place =
      houseId === undefined ? { organizationId: await organizationOf(client, given) } : { houseId };
    const query = { ...place, period, dryRun: given.has('dry-run') || undefined };
    const begun = await writtenOnce(context, async (idempotencyKey) =>
      client.call(importReadings, { query, body, idempotencyKey }),
    );
    const ended = await untilEnded(
      begun,
      async () => client.call(getImport, { params: { importId: begun.id } }),
      output,
      ({ processedRows, totalRows }) => ({
        ru: `Строк проверено: ${processedRows} из ${totalRows}`,
        en: `Rows checked: ${processedRows} of ${totalRows}`,
      }),
    );
    output.tell(ended, {
      ru: `Строк: ${ended.totalRows}, годных: ${ended.accepted}, отвергнуто: ${ended.refused}, изменений: ${ended.changed}`,
      en: `Rows: ${ended.totalRows}, valid: ${ended.accepted}, refused: ${ended.refused}, changes: ${ended.changed}`,
    });
    for (const { message, messageRu, rows, lines } of ended.reasons)
      output.remark({
        ru: `${messageRu}: строк ${rows}, первые ${lines.join(', ')}`,
        en: `${message}: ${rows} rows, the first ${lines.join(', ')}`,
      });
    assertCompleted(ended);
  },
};

export const READING_COMMANDS = [list, send, file];
