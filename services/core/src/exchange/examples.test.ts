// Produces the OpenAPI document's examples of files, and of requests of other services and operators.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@kvartplata/client/client.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import {
  getBillingSnapshot,
  getHouseBillingSnapshot,
  listHouseVersions,
} from '@kvartplata/contracts/core/billing-snapshot.ts';
import { CORE } from '@kvartplata/contracts/core/catalogue.ts';
import {
  listOddReadingFacts,
  listOpenHouses,
  listTariffGaps,
  listUnverifiedMeters,
} from '@kvartplata/contracts/core/closing-facts.ts';
import { listLetterFacts } from '@kvartplata/contracts/core/ending-verifications.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import {
  downloadGisAccountRows,
  importGisAccounts,
} from '@kvartplata/contracts/core/gis-accounts.ts';
import { downloadGisMeterRows, importGisMeters } from '@kvartplata/contracts/core/gis-meters.ts';
import { listGisReadings } from '@kvartplata/contracts/core/gis-readings.ts';
import {
  cancelImport,
  downloadImportTemplate,
  downloadReadingRows,
  downloadRefusedRows,
  downloadServiceRows,
  getImport,
  importHouses,
  importMeters,
  importReadings,
  importServices,
  listImports,
  undoImport,
} from '@kvartplata/contracts/core/imports.ts';
import {
  getHouseServiceSummary,
  getHouseSummary,
  getOrganizationSummary,
  listAccountCards,
  listAccountSummaries,
  listAccountsInOrder,
  listServiceNames,
  listServicesOfPayee,
  listAccountsByNumber,
  listMemberships,
  countHouseAccounts,
  listOrganizationHouses,
} from '@kvartplata/contracts/core/internal.ts';
import { getReceiptFacts } from '@kvartplata/contracts/core/receipt-facts.ts';
import {
  getResidentAccount,
  storeResidentPreferences,
  storeResidentReadings,
} from '@kvartplata/contracts/core/residents-door.ts';
import { getCoreVersion, getSystemVersion } from '@kvartplata/contracts/core/version.ts';
import { getMove, listMoves, startMove, undoMove } from '@kvartplata/contracts/core/moves.ts';
import { getHealth, getMetrics, getReadiness } from '@kvartplata/contracts/operation.ts';
import { openExampleBook, operationsAbout } from '@kvartplata/platform/testing/example-book.ts';
import { injectedInto } from '@kvartplata/platform/testing/injected.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { sql } from 'kysely';
import { houseFile } from '../testing/house-file.ts';
import { accountOf, makeMeteredHouse } from '../testing/metered-house.ts';
import type { Db } from '../tables.ts';
import { createTestApp } from '../testing/test-app.ts';

const EXAMPLES = new URL('../../../../contracts/core/examples/exchange.json', import.meta.url);
const TAGS = ['imports', 'moves', 'test-data', 'version', 'internal', 'audit', 'operation'];
const OWNER = 1;

test('what the document shows of files and other services is what the service answers', async (t) => {
  const core = await createTestApp('2026-08-15T09:00:00Z', undefined, { queue: 'working' });
  t.after(async () => core.close());
  const book = openExampleBook(core.app, operationsAbout(CORE, TAGS), EXAMPLES);
  const clientWith = (authorization: string) =>
    createClient({
      urls: { core: 'http://core' },
      transport: injectedInto(core.app),
      bearer: authorization.slice('Bearer '.length),
    });
  const { call, callFile } = clientWith(await core.userAuthorization(OWNER));
  const organizationId = await core.organizationOf(OWNER);

  await callFile(downloadImportTemplate, { params: { kind: 'houses' }, query: { format: 'csv' } });
  const houses = formOf('Дома.csv', houseFile([{ account: 'A1' }, { account: 'A2', room: '2' }]));
  await call(importHouses, { query: { organizationId, dryRun: true }, body: houses });
  const tariffs = `Адрес дома;Услуга;Действует с;Тариф, руб.;Документ
все дома;upkeep;01.07.2026;31,25;Протокол № 3 от 14.06.2026`;
  await call(importServices, {
    query: { organizationId, dryRun: true },
    body: formOf('Тарифы.csv', tariffs),
  });
  const metered = await makeMeteredHouse(core.db, organizationId, 1);
  const { houseId: meteredId } = metered;
  const meters = `Лицевой счёт;Услуга;Вид прибора;Заводской номер;Разрядность;Дата установки;Начальное показание
${accountOf(metered, 1)};cold-water;cold-water;СХВ-4471902;5;10.01.2026;0,015`;
  await call(importMeters, { query: { houseId: meteredId }, body: formOf('Приборы.csv', meters) });
  const readings = 'Заводской номер;Показание;Дата снятия\nСХВ-4471902;12,5;25.07.2026';
  const { id: importId } = await call(importReadings, {
    query: { houseId: meteredId, period: '2026-07' },
    body: formOf('Показания.csv', readings),
  });
  await call(getImport, { params: { importId } });
  const numbers = `Лицевой счёт;Единый лицевой счёт;Идентификатор ЖКУ;Код счёта в ГИС ЖКХ
${accountOf(metered, 1)};60АВ395021;60АВ395021-01;0f8fad5b-d9cb-469f-a165-70867728950e`;
  await call(importGisAccounts, {
    query: { organizationId, dryRun: true },
    body: formOf('Номера ГИС ЖКХ.csv', numbers),
  });
  await callFile(downloadGisAccountRows, { query: { organizationId, format: 'xlsx' } });
  const guids =
    'Заводской номер;Код прибора в ГИС ЖКХ\nСХВ-4471902;7c9e6679-7425-40de-944b-e07fc1f90ae7';
  await call(importGisMeters, {
    query: { organizationId },
    body: formOf('Приборы в ГИС ЖКХ.csv', guids),
  });
  await callFile(downloadGisMeterRows, { query: { organizationId, format: 'xlsx' } });
  await callFile(downloadReadingRows, {
    query: { organizationId, period: '2026-08', houseIds: [meteredId], format: 'xlsx' },
  });
  await callFile(downloadServiceRows, {
    query: { organizationId, on: '2026-09-01', utilityServiceIds: [1, 2], format: 'xlsx' },
  });
  await callFile(downloadRefusedRows, { params: { importId }, query: { format: 'xlsx' } });
  await call(listImports, { query: { organizationId, kind: 'readings' } });
  await call(undoImport, { params: { importId }, query: { dryRun: true } });
  const moving = new FormData();
  moving.append(
    'accounts',
    new File([houseFile([{ address: 'ул. Новая, д. 7', account: 'Н-1' }])], 'Счета.csv'),
  );
  moving.append(
    'balances',
    new File(['account;month;kind;service;amount\nН-1;06.2026;долг;;1534,56'], 'Долги.csv'),
  );
  const move = await call(startMove, { query: { organizationId, asOf: '2026-08' }, body: moving });
  await until('the move has ended', async () => {
    const { finishedAt } = await call(getMove, { params: { moveId: move.id } });
    return finishedAt !== null;
  });
  await call(listMoves, { query: { organizationId } });
  await call(undoMove, { params: { moveId: move.id } });
  await call(cancelImport, { params: { importId: await waitingImport(core.db) } });

  const seeded = await call(seedGoldenHouse, { body: { organizationId, houseId: 0 } });
  const { houseId, months } = seeded;
  const [, period = ''] = months;
  await call(getSystemVersion);
  await call(getCoreVersion);
  await call(listCoreChanges, { query: { object: 'house', limit: 2 } });

  const billing = clientWith(await core.serviceAuthorization());
  const ofOrganization = { params: { organizationId } };
  const inMonth = { query: { period } };
  await billing.callFile(getBillingSnapshot, {
    query: { organizationId, houseIds: [houseId], period },
  });
  await billing.callFile(getHouseBillingSnapshot, { params: { houseId }, ...inMonth });
  await billing.call(listHouseVersions, {
    query: { organizationId, houseIds: [houseId, meteredId], period },
  });
  await billing.call(listGisReadings, {
    params: { houseId: meteredId },
    query: { period: '2026-07' },
  });
  await billing.call(listOpenHouses, { ...ofOrganization, ...inMonth });
  await sql`update meters set verified_until = '2025-01-31' where house_id = ${meteredId}`.execute(
    core.db,
  );
  await billing.call(listUnverifiedMeters, { ...ofOrganization, ...inMonth });
  await billing.call(listLetterFacts, ofOrganization);
  await billing.call(listOddReadingFacts, { ...ofOrganization, query: { period: '2026-07' } });
  await billing.call(listTariffGaps, { ...ofOrganization, query: { period: '2026-07' } });
  await billing.call(listMemberships, { params: { userId: OWNER } });
  await billing.call(getOrganizationSummary, ofOrganization);
  await billing.call(listOrganizationHouses, ofOrganization);
  await billing.call(countHouseAccounts, ofOrganization);
  const { rows: services } = await sql<{ id: number }>`
    select id from house_services where house_id = ${houseId} order by id limit 1
  `.execute(core.db);
  const houseServiceId = services[0]?.id ?? 0;
  await billing.call(getHouseServiceSummary, { params: { houseId, houseServiceId } });
  const { accounts } = (await billing.call(listAccountsByNumber, {
    ...ofOrganization,
    body: { accountNumbers: ['LS02', 'LS99'] },
  })) ?? { accounts: [] };
  const [account] = accounts;
  assert.ok(account);
  const { personalAccountId } = account;
  await billing.call(listServicesOfPayee, { params: { organizationId, payeeId: 7 } });
  await billing.call(listServiceNames, {
    params: { organizationId },
    body: { houseIds: [houseId] },
  });
  await billing.call(listAccountCards, { body: { personalAccountIds: [personalAccountId] } });
  await billing.call(listAccountsInOrder, {
    params: { organizationId },
    body: { order: 'rooms', status: 'open' },
  });
  await billing.call(getHouseSummary, { params: { houseId } });
  await billing.call(listAccountSummaries, { body: { personalAccountIds: [personalAccountId] } });
  const ofAccount = { params: { houseId, personalAccountId } };
  const { window, meters: own } = (await billing.call(getResidentAccount, ofAccount)) ?? {};
  await billing.call(storeResidentReadings, {
    ...ofAccount,
    body: {
      period: window?.period ?? '',
      readings: (own ?? []).map(({ meterId }) => ({ meterId, value: '99999.5' })),
      confirmed: false,
    },
  });
  await billing.call(storeResidentPreferences, {
    ...ofAccount,
    body: { email: 'sokolova@example.org', wantsPaper: false },
  });
  await billing.call(getReceiptFacts, {
    params: { houseId },
    query: { period, personalAccountId },
  });

  const operator = createClient({
    urls: { core: 'http://core' },
    transport: injectedInto(core.app),
  });
  await operator.call(getHealth('core'));
  await operator.call(getReadiness('core'));
  await operator.callFile(getMetrics('core'));

  book.close();
});

/** An import that no worker takes, however quick they are. */
async function waitingImport(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into imports (organization_id, kind, dry_run, file_name, file_hash, columns, requested_by, request_id)
    select organization_id, kind, dry_run, file_name, file_hash, columns, requested_by, request_id
    from imports where kind = 'houses'
    returning id
  `.execute(db);
  return rows[0]?.id ?? 0;
}

function formOf(name: string, content: string): FormData {
  const form = new FormData();
  form.append('file', new File([content], name));
  return form;
}
