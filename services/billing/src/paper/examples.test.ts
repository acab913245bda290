// The scenario behind the examples of reports, files, receipts and disputes in the OpenAPI document.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import {
  getAccountStatement,
  getCourtCalculation,
  getReconciliation,
} from '@kvartplata/contracts/billing/account-reports.ts';
import { BILLING } from '@kvartplata/contracts/billing/catalogue.ts';
import { listCharges } from '@kvartplata/contracts/billing/charges.ts';
import { getAccountList } from '@kvartplata/contracts/billing/account-list.ts';
import {
  answerDebtRequest,
  createDebtRequest,
  getDebtRequest,
  listDebtRequests,
} from '@kvartplata/contracts/billing/debt-requests.ts';
import { getDebtors } from '@kvartplata/contracts/billing/debtors.ts';
import { getDispute, listDisputes, settleDispute } from '@kvartplata/contracts/billing/disputes.ts';
import {
  export1c,
  exportBankDebts,
  exportBenefits,
  exportCharges,
  exportLedger,
} from '@kvartplata/contracts/billing/exports.ts';
import { listGisAnswers, readGisAnswer } from '@kvartplata/contracts/billing/gis-answers.ts';
import {
  exportGisCancellations,
  exportGisPayments,
  exportGisReadings,
} from '@kvartplata/contracts/billing/gis-messages.ts';
import {
  exportGisZhkh,
  listGisPlacements,
  listGisServices,
  replaceGisServices,
} from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { getMonthSummary } from '@kvartplata/contracts/billing/month-summary.ts';
import { reversePayment } from '@kvartplata/contracts/billing/payments.ts';
import {
  getReceiptLinks,
  withdrawReceiptLinks,
} from '@kvartplata/contracts/billing/receipt-links.ts';
import { getHouseReceipts, getReceipt } from '@kvartplata/contracts/billing/receipts.ts';
import {
  cancelReceiptFile,
  createReceiptFile,
  fetchReceiptFile,
  getReceiptFile,
  listReceiptFiles,
} from '@kvartplata/contracts/billing/receipt-files.ts';
import { getVerificationLetters } from '@kvartplata/contracts/billing/verification-letters.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { listMeterTypes } from '@kvartplata/contracts/core/meter-types.ts';
import { createMeter } from '@kvartplata/contracts/core/meters.ts';
import { createReading } from '@kvartplata/contracts/core/readings.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import type { getCollection } from '@kvartplata/contracts/billing/collection.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { moscowDayOf, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import {
  openExampleBook,
  operationsAbout,
  type ExampleBook,
} from '@kvartplata/platform/testing/example-book.ts';
import { makeTemporaryFolder } from '@kvartplata/platform/testing/temporary-folder.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { makeAccruingHouse } from '../testing/accruing.ts';
import { startOwnStand, type BillingStand } from '../testing/billing-stand.ts';
import { changeBankDetails, CONTRACTOR } from '../testing/contractor.ts';
import { paymentGuidOf } from './gis-zhkh/gis-payments.service.ts';
import { transportGuidOf } from './gis-zhkh/payment-documents.service.ts';
import { exampleDeliveries } from '../testing/example-deliveries.ts';
import { answerFile, answerXml, guidOf, numberAccount } from '../testing/gis-file.ts';
import { untilAllocated } from '../testing/paying-house.ts';
import { calculate, inBilling, inCore, type TestUser } from '../testing/test-user.ts';
import { payerMarkOf, tokenOf } from './receipt-links/receipt-token.ts';

const EXAMPLES = new URL('../../../../contracts/billing/examples/paper.json', import.meta.url);
const TAGS = [
  'turnover',
  'reports',
  'exports',
  'receipts',
  'receipt-files',
  'deliveries',
  'disputes',
  'debt-requests',
];
const MONTHS = { periodFrom: '2025-01', periodTo: '2025-02' };

/** For all services of the test houses, and for penalties. */
const GIS_ENTRIES = [
  { subject: 'upkeep', list: 'housing', code: '1.1', guid: guidOf(1) },
  { subject: 'cold-water', list: 'municipal', code: '2.1', guid: guidOf(2) },
  { subject: 'heating', list: 'municipal', code: '3.1', guid: guidOf(3) },
  { subject: 'gas/meter', list: 'resource', code: '4', guid: guidOf(4) },
  { subject: 'penalties', list: 'costs', code: '1', guid: guidOf(9) },
] as const;

test('the service answers as the documented examples of reports and receipts', async (t) => {
  // The house is created in the months before the real today; the age of debts in reports is counted from a fixed day.
  let today = moscowDayOf(new Date());
  const lately = today.toPlainYearMonth().subtract({ months: 2 }).toString();
  const letters = makeTemporaryFolder('example-letters-');
  const stand = await startOwnStand({
    today: () => today,
    variables: { MAIL_DIRECTORY: letters },
  });
  t.after(async () => {
    await stand.stop();
    await rm(letters, { recursive: true });
  });
  const book = openExampleBook(stand.app, operationsAbout(BILLING, TAGS), EXAMPLES);
  const house = await makeAccruingHouse(stand);
  const { houseId, organizationId, accounts, user } = house;
  const [personalAccountId = 0, other = 0] = accounts;
  await changeBankDetails(stand, house, CONTRACTOR);
  await house.charge('2025-01', [
    [personalAccountId, '1097.18'],
    [other, '356.63'],
  ]);
  await house.pay({ personalAccountId, amount: '500.00', paidOn: '2025-02-20' });
  await house.charge('2025-02', [[personalAccountId, '1097.18']]);
  await untilAllocated(stand.owner);
  await house.accrue('2025-04-30');
  await calculate(stand.app, user, { houseId }, lately);
  today = parseDay('2025-05-15');

  await addEndingMeter(stand, house);
  const { call, callFile } = inBilling(stand.app, user);
  const ofAccount = { query: { personalAccountId, ...MONTHS } };
  const period = '2025-01';
  await call(getTurnoverBalance, { query: { houseId, ...MONTHS, splitByService: true } });
  await call(getDebtors, { query: { organizationId } });
  await call(getAccountList, { query: { organizationId, order: '-balance', limit: 2 } });
  await call(getMonthSummary, { query: { organizationId, period } });
  for (const report of reportsOfMonths()) await call(report, { query: { houseId, ...MONTHS } });
  await call(getAccountStatement, ofAccount);
  await call(getReconciliation, ofAccount);
  await call(getCourtCalculation, { query: { personalAccountId } });

  const files = [
    await callFile(exportCharges, { query: { houseId, period } }),
    await callFile(export1c, { query: { organizationId, ...MONTHS } }),
    await callFile(exportBankDebts, { query: { organizationId } }),
    await callFile(exportBenefits, { query: { organizationId, period } }),
    await callFile(exportLedger, { query: { houseId, ...MONTHS } }),
    await callFile(getHouseReceipts, { query: { houseId, period } }),
    await callFile(getReceipt, { params: { personalAccountId }, query: { period } }),
    await callFile(getVerificationLetters, { query: { organizationId } }),
  ];
  for (const file of files) assert.ok((await file.arrayBuffer()).byteLength > 0, file.url);

  for (const id of accounts) await numberAccount(stand, house, id);
  await call(replaceGisServices, {
    query: { organizationId },
    body: { items: [...GIS_ENTRIES] },
  });
  await call(listGisServices, { query: { organizationId } });
  await callFile(exportGisZhkh, { query: { houseId, period } });
  await callFile(exportGisReadings, { query: { houseId, period } });
  await call(readGisAnswer, {
    query: { houseId, period },
    body: answerFile(
      answerXml(
        accounts.map((id, nth) => ({
          guid: transportGuidOf({ organizationId, period: `${period}-01` }, id),
          isRefused: nth === 0,
        })),
      ),
    ),
  });
  await call(listGisAnswers, { query: { houseId, period } });
  await tellPayments(house, callFile);
  await call(listGisPlacements, { query: { organizationId, period } });

  await printAll(stand, house, { aside: book.aside, period });

  await exampleDeliveries(stand, house, { aside: book.aside, period });

  const charged = await call(listCharges, { query: { personalAccountId, period: lately } });
  const upkeep = charged.items.find(({ serviceCode }) => serviceCode === 'upkeep');
  const line = (upkeep?.houseServiceId ?? 0).toString(36).padStart(2, '0');
  await object(stand, { organizationId, houseId, personalAccountId, period: lately }, line);
  const { items } = await call(listDisputes, { query: { houseId } });
  const ofDispute = { params: { disputeId: items[0]?.id ?? 0 } };
  await call(getDispute, ofDispute);
  await call(settleDispute, { ...ofDispute, body: { answer: 'Площадь верна, см. выписку ЕГРН' } });
  const links = { params: { personalAccountId } };
  await call(withdrawReceiptLinks, { ...links, body: { reason: 'Квартиру продали' } });
  await call(getReceiptLinks, links);

  await askOfDebt(stand, { personalAccountId, organizationId }, user);

  book.close();
});

/** The receipts of all houses as one file: one that is never made and is cancelled, and one that is downloaded. */
async function printAll(
  { app, owner }: BillingStand,
  { organizationId, houseId, user }: Awaited<ReturnType<typeof makeAccruingHouse>>,
  { aside, period }: Printing,
): Promise<void> {
  const { call, callFile } = inBilling(app, user);
  const { rows } = await owner.query<{ id: number }>(
    `insert into receipt_files (organization_id, period, form, house_ids, file_name, total_accounts, requested_by, request_id)
     values ($1, '2025-01-01', 'pdf', array[$2::bigint], 'kvitancii-2025-01.pdf', 10, 1, 'example') returning id::integer`,
    [organizationId, houseId],
  );
  const waiting = { params: { receiptFileId: rows[0]?.id ?? 0 } };
  await call(getReceiptFile, waiting);
  await call(listReceiptFiles, { query: { organizationId } });
  await call(cancelReceiptFile, waiting);
  const { id } = await call(createReceiptFile, { body: { period, organizationId, form: 'zip' } });
  const made = { params: { receiptFileId: id } };
  await aside(async () =>
    until('the file is made', async () => {
      const { status } = await call(getReceiptFile, made);
      return status === 'COMPLETED';
    }),
  );
  const file = await callFile(fetchReceiptFile, made);
  assert.ok((await file.arrayBuffer()).byteLength > 0);
}

type Printing = {
  readonly aside: ExampleBook['aside'];
  readonly period: string;
};

/** A meter whose verification ends soon. */
async function addEndingMeter(
  stand: BillingStand,
  { houseId, accounts, user }: Awaited<ReturnType<typeof makeAccruingHouse>>,
): Promise<void> {
  const { call } = inCore(stand, user);
  const { items: services } = await call(listUtilityServices, { query: { limit: 200 } });
  const { items: types } = await call(listMeterTypes, { query: { limit: 200 } });
  const idOf = (all: readonly { readonly id: number; readonly code: string }[]): number =>
    all.find(({ code }) => code === 'gas')?.id ?? 0;
  const { id: houseServiceId } = await call(createHouseService, {
    params: { houseId },
    body: { utilityServiceId: idOf(services), method: 'meter', validFrom: '2025-01-01' },
  });
  const verifiedUntil = moscowDayOf(new Date()).add({ days: 5 }).toString();
  const { id: meterId } = await call(createMeter, {
    body: {
      houseServiceId,
      ownerType: 'account',
      personalAccountId: accounts[0],
      meterTypeId: idOf(types),
      serialNumber: 'Г-1',
      digits: 5,
      installedOn: '2025-01-01',
      initialReading: '0',
      verifiedUntil,
      gisMeterGuid: guidOf(40),
    },
  });
  await call(createReading, {
    params: { meterId },
    body: { period: '2025-01', value: '12.3', takenOn: '2025-01-25' },
  });
}

/** A payment that ГИС ЖКХ has accepted and that is then reversed. */
async function tellPayments(
  { ask, pay, houseId, organizationId, accounts }: Awaited<ReturnType<typeof makeAccruingHouse>>,
  callFile: ReturnType<typeof inBilling>['callFile'],
): Promise<void> {
  const query = { houseId, period: '2025-02' };
  const paid = { personalAccountId: accounts[2] ?? 0, amount: '100.00', paidOn: '2025-02-25' };
  const { id: paymentId } = await pay(paid);
  await callFile(exportGisPayments, { query });
  const guid = paymentGuidOf({ organizationId }, paymentId);
  const body = answerFile(answerXml([{ guid, isRefused: false }]));
  await ask(readGisAnswer, { query, body });
  await ask(reversePayment, { params: { paymentId }, body: { reason: 'Чужой платёж' } });
  await callFile(exportGisCancellations, { query });
}

/** Reports on a house and months, such as the collection rate. */
function reportsOfMonths(): readonly (typeof getCollection)[] {
  const { operations } = operationsAbout(BILLING, ['reports']);
  return operations.filter((operation): operation is typeof getCollection => {
    const { properties = {} } = (operation.query ?? {}) as { readonly properties?: object };
    return ['houseId', 'periodFrom', 'periodTo'].every((name) => name in properties);
  });
}

/** As a resident does on the page of the receipt. */
async function object(
  { app, environment }: BillingStand,
  receipt: {
    readonly organizationId: number;
    readonly houseId: number;
    readonly personalAccountId: number;
    readonly period: string;
  },
  line: string,
): Promise<void> {
  const { links } = deriveKeys(Buffer.from(environment['JWT_SECRET'] ?? '', 'base64'));
  const of = {
    ...receipt,
    period: parseBillingMonth(receipt.period),
    withdrawals: 0,
    payerMark: payerMarkOf(links, receipt.personalAccountId, ''),
  };
  const { statusCode } = await app.inject({
    method: 'POST',
    url: `/r/${tokenOf(links, of, moscowDayOf(new Date()))}/disputes`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ line, reason: 'Площадь квартиры меньше' }).toString(),
  });
  assert.equal(statusCode, 303);
}

async function askOfDebt(
  { app }: BillingStand,
  { personalAccountId, organizationId }: Record<'personalAccountId' | 'organizationId', number>,
  user: TestUser,
): Promise<void> {
  const { call } = inBilling(app, user);
  const number = '10-26-000417';
  const { id: debtRequestId } = await call(createDebtRequest, {
    body: {
      personalAccountId,
      number,
      requestedBy: 'Центр жилищных субсидий',
      receivedOn: '2025-05-07',
    },
  });
  await call(listDebtRequests, { query: { organizationId } });
  await call(getDebtRequest, { params: { debtRequestId } });
  await call(answerDebtRequest, { params: { debtRequestId }, body: {} });
}
