// The demo's part about ГИС ЖКХ: account numbers are imported, services get their directory entries, a house's documents of a
// month are exported and the response read, and a request about a debt is left waiting.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  createDebtRequest,
  listDebtRequests,
} from '@kvartplata/contracts/billing/debt-requests.ts';
import {
  exportGisZhkh,
  replaceGisServices,
  type GisService,
} from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { readGisAnswer } from '@kvartplata/contracts/billing/gis-answers.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { importGisAccounts } from '@kvartplata/contracts/core/gis-accounts.ts';
import { getImport } from '@kvartplata/contracts/core/imports.ts';
import { listAccountsOfHouse } from '@kvartplata/contracts/core/personal-accounts.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumOf } from '@kvartplata/domain/money/sums.ts';
import { counted, month, roubles, say } from '../speech/speech.ts';
import { type Api, bytesOf, waitFor } from './api.ts';
import type { Outcome } from './colleagues.ts';
import { tellReadingsAndPayments } from './gis-messages.ts';

type House = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly period: string;
};

/** Made-up GUIDs. */
const guidOf = (of: number, nth: number): string =>
  `${String(of).padStart(8, '0')}-0000-4000-8000-${String(nth).padStart(12, '0')}`;

/** @returns the file's path and the checks */
export async function placeDocuments(
  api: Api,
  { organizationId, houseId, period }: House,
  dataDirectory: string,
): Promise<{ readonly file: string; readonly outcomes: readonly Outcome[] }> {
  const numbered = await numberAccounts(api, { organizationId, houseId });
  const items = await entriesOf(api, organizationId);
  await api.call(replaceGisServices, { query: { organizationId }, body: { items } });
  const text = (
    await bytesOf(await api.callFile(exportGisZhkh, { query: { houseId, period } }))
  ).toString();
  const file = path.join(dataDirectory, 'receipts', `${period}-house-${houseId}-gis-zhkh.xml`);
  writeFileSync(file, text);
  const totals = [...text.matchAll(/<TotalPayableByPD>([^<]+)</g)].map(([, sum = '']) =>
    parseKopecks(sum),
  );
  const documents = sumOf(totals);
  const { booked, paid: bookedPaid } = await bookedIn(api, { houseId, period });
  return {
    file,
    outcomes: [
      numbered,
      {
        what: say(
          `${month(period)} для ГИС ЖКХ: ${counted(totals.length, 'документ', 'документа', 'документов')} на ${roubles(formatKopecks(documents))}, как в оборотке`,
          `${month(period)} for the state’s system: ${totals.length} documents of ${roubles(formatKopecks(documents))}, as the turnover has it`,
        ),
        holds: documents === booked,
      },
      await readAnswer(api, { houseId, period }, text),
      ...(await tellReadingsAndPayments(api, { organizationId, houseId, period }, bookedPaid)),
      await leaveRequest(api, { organizationId, houseId }),
    ],
  };
}

async function numberAccounts(
  api: Api,
  { organizationId, houseId }: Pick<House, 'organizationId' | 'houseId'>,
): Promise<Outcome> {
  const { items } = await api.call(listAccountsOfHouse, {
    params: { houseId },
    query: { limit: 200 },
  });
  const rows = items.map(({ id, accountNumber }) => {
    const number = `60АВ${String(395_000 + id)}`;
    return [accountNumber, number, `${number}-01`, guidOf(1, id)].join(';');
  });
  const head = 'Лицевой счёт;Единый лицевой счёт;Идентификатор ЖКУ;Код счёта в ГИС ЖКХ';
  const body = new FormData();
  body.append('file', new File([[head, ...rows].join('\n')], 'Номера ГИС ЖКХ.csv'));
  const { id: importId } = await api.call(importGisAccounts, { query: { organizationId }, body });
  const told = await waitFor(
    `import ${importId}`,
    async () => api.call(getImport, { params: { importId } }),
    ({ finishedAt }) => finishedAt !== null,
  );
  return {
    what: say(
      `номера ГИС ЖКХ загружены файлом: ${counted(told.totalRows, 'счёт', 'счёта', 'счетов')}`,
      `the numbers of the state’s system come as a file: ${told.totalRows} accounts`,
    ),
    holds: told.status === 'COMPLETED' && told.accepted === items.length,
  };
}

/** All documents are accepted except the first, whose account ГИС ЖКХ does not know. */
async function readAnswer(
  api: Api,
  of: Pick<House, 'houseId' | 'period'>,
  documents: string,
): Promise<Outcome> {
  const guids = [
    ...documents.matchAll(/<base:TransportGUID>([^<]+)<\/base:TransportGUID><Pay/g),
  ].map(([, guid = '']) => guid);
  const results = guids.map((guid, nth) => {
    const outcome =
      nth === 0
        ? '<b:Error><b:ErrorCode>INT016041</b:ErrorCode><b:Description>Лицевой счёт не найден</b:Description></b:Error>'
        : `<b:UniqueNumber>60АВ${395_000 + nth}-01-6101</b:UniqueNumber><b:UpdateDate>2026-11-05T10:00:00+03:00</b:UpdateDate>`;
    return `<ImportResult><b:TransportGUID>${guid}</b:TransportGUID>${outcome}</ImportResult>`;
  });
  const body = new FormData();
  const answer = `<?xml version="1.0" encoding="UTF-8"?>
<getStateResult xmlns="http://dom.gosuslugi.ru/schema/integration/bills/" xmlns:b="http://dom.gosuslugi.ru/schema/integration/base/" b:version="10.0.1.1">
<b:RequestState>3</b:RequestState><b:MessageGUID>${guidOf(3, 1)}</b:MessageGUID>
${results.join('\n')}
</getStateResult>`;
  body.append('file', new File([answer], 'Ответ ГИС ЖКХ.xml'));
  const told = await api.call(readGisAnswer, { query: of, body });
  return {
    what: say(
      `ответ ГИС ЖКХ прочитан: принято ${told.accepted}, отклонено ${told.refused}`,
      `the answer of the state’s system is read: ${told.accepted} accepted, ${told.refused} refused`,
    ),
    holds: told.refused === 1 && told.accepted + told.refused === told.documents,
  };
}

/** With these methods a service is charged by meter readings. */
const COUNTED = new Set<string>(['meter', 'heating', 'odn']);

/** For all services, so that the page's table is complete. */
async function entriesOf(api: Api, organizationId: number): Promise<GisService[]> {
  const query = { organizationId, limit: 200 };
  const { items } = await api.call(listUtilityServices, { query });
  const services = items
    .filter(({ kind }) => kind !== 'major-repairs')
    .flatMap(({ code, kind, components, commonNeedsOf, methods, unit }) => {
      const list: GisService['list'] =
        commonNeedsOf.length > 0 ? 'resource' : kind === 'utility' ? 'municipal' : 'housing';
      const parts = components.includes('heat') ? ['', '/heat'] : [''];
      const own = parts.map((part) => ({ subject: code + part, list }));
      const isCounted = methods.some((method) => COUNTED.has(method)) && unit !== 'кВт·ч';
      return isCounted ? own.concat({ subject: `${code}/meter`, list: 'resource' }) : own;
    });
  const lines = [
    { subject: 'penalties', list: 'costs' },
    { subject: 'court-fees', list: 'costs' },
    { subject: 'no-service', list: 'additional' },
  ] as const;
  return [...services, ...lines].map(({ subject, list }, nth) => ({
    subject,
    list,
    code: `${nth + 1}`,
    guid: guidOf(2, nth + 1),
  }));
}

/** Everything booked in the month except payments, and the payments, as in the turnover. */
async function bookedIn(
  api: Api,
  { houseId, period }: Pick<House, 'houseId' | 'period'>,
): Promise<{ readonly booked: bigint; readonly paid: bigint }> {
  const { totals } = await api.call(getTurnoverBalance, { query: { houseId, period } });
  const sum = ({ principal, penalty }: Record<'principal' | 'penalty', string>): bigint =>
    parseKopecks(principal) + parseKopecks(penalty);
  const paid = parseKopecks(totals.paid);
  return { booked: sum(totals.closing) - sum(totals.opening) + paid, paid };
}

const REQUEST = '60-26-000417';

/** The request of an earlier run is enough. */
async function leaveRequest(
  api: Api,
  { organizationId, houseId }: Pick<House, 'organizationId' | 'houseId'>,
): Promise<Outcome> {
  const isWaiting = async (): Promise<boolean> => {
    const { items } = await api.call(listDebtRequests, { query: { organizationId } });
    return items.some(({ number }) => number === REQUEST);
  };
  const { items } = await api.call(listAccountsOfHouse, { params: { houseId } });
  if (!(await isWaiting()))
    await api.call(createDebtRequest, {
      body: {
        personalAccountId: items[0]?.id ?? 0,
        number: REQUEST,
        requestedBy: 'Центр жилищных субсидий',
        receivedOn: String(Temporal.Now.plainDateISO('Europe/Moscow').subtract({ days: 1 })),
      },
    });
  return {
    what: say('запрос о задолженности ждёт ответа', 'a request about a debt waits for an answer'),
    holds: await isWaiting(),
  };
}
