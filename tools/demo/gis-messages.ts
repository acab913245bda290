// The demo's part about messages to ГИС ЖКХ besides documents: the codes of meters are imported, and a house's readings and
// payments of a month are exported.
import {
  exportGisPayments,
  exportGisReadings,
} from '@kvartplata/contracts/billing/gis-messages.ts';
import { downloadGisMeterRows, importGisMeters } from '@kvartplata/contracts/core/gis-meters.ts';
import { getImport } from '@kvartplata/contracts/core/imports.ts';
import { countReadings } from '@kvartplata/contracts/core/readings.ts';
import { formatKopecks, parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumOf } from '@kvartplata/domain/money/sums.ts';
import { counted, roubles, say } from '../speech/speech.ts';
import { bytesOf, waitFor, type Api } from './api.ts';
import type { Outcome } from './colleagues.ts';

type House = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly period: string;
};

export async function tellReadingsAndPayments(
  api: Api,
  { organizationId, houseId, period }: House,
  paid: Kopecks,
): Promise<readonly Outcome[]> {
  const numbered = await numberMeters(api, organizationId);
  const readings = await textOf(api, exportGisReadings, { houseId, period });
  const shown = readings.split('<MeteringDevicesValues>').length - 1;
  const { items } = await api.call(countReadings, { query: { organizationId, period } });
  const read = items.find((house) => house.houseId === houseId)?.read;
  const payments = await textOf(api, exportGisPayments, { houseId, period });
  const amounts = [...payments.matchAll(/<Amount>([^<]+)</g)].map(([, amount = '']) =>
    parseKopecks(amount),
  );
  const told = sumOf(amounts);
  return [
    numbered,
    {
      what: say(
        `показания для ГИС ЖКХ: ${counted(shown, 'прибор', 'прибора', 'приборов')}`,
        `readings for the state’s system: ${shown} devices`,
      ),
      holds: shown === read,
    },
    {
      what: say(
        `платежи для ГИС ЖКХ: ${counted(amounts.length, 'платёж', 'платежа', 'платежей')} на ${roubles(formatKopecks(told))}, как в оборотке`,
        `payments for the state’s system: ${amounts.length} of ${roubles(formatKopecks(told))}, as the turnover has it`,
      ),
      holds: told === paid,
    },
  ];
}

async function textOf(
  api: Api,
  message: typeof exportGisReadings | typeof exportGisPayments,
  query: Pick<House, 'houseId' | 'period'>,
): Promise<string> {
  return (await bytesOf(await api.callFile(message, { query }))).toString();
}

/** The sheet of all devices, filled in with made-up GUIDs. */
async function numberMeters(api: Api, organizationId: number): Promise<Outcome> {
  const query = { organizationId, all: true, format: 'csv' } as const;
  const sheet = (await bytesOf(await api.callFile(downloadGisMeterRows, { query }))).toString();
  const [head = '', note = '', ...rows] = sheet.split(/\r?\n/).filter((row) => row !== '');
  const filled = rows.map((row, nth) => {
    const [serialNumber, , ...others] = row.split(';');
    const guid = `00000004-0000-4000-8000-${String(nth + 1).padStart(12, '0')}`;
    return [serialNumber, guid, ...others].join(';');
  });
  const body = new FormData();
  body.append('file', new File([[head, note, ...filled].join('\n')], 'Приборы в ГИС ЖКХ.csv'));
  const { id: importId } = await api.call(importGisMeters, { query: { organizationId }, body });
  const told = await waitFor(
    `import ${importId}`,
    async () => api.call(getImport, { params: { importId } }),
    ({ finishedAt }) => finishedAt !== null,
  );
  return {
    what: say(
      `коды приборов ГИС ЖКХ загружены файлом: ${counted(told.totalRows, 'прибор', 'прибора', 'приборов')}`,
      `the codes of meters come as a file: ${told.totalRows} devices`,
    ),
    holds: told.status === 'COMPLETED' && told.accepted === rows.length,
  };
}
