// Parts of the schema that random books do not cover: common-house needs within upkeep, a coefficient, contributions for major
// repairs.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text as read } from 'node:stream/consumers';
import { test } from 'node:test';
import type { GisService } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import type { GisFigures } from '@kvartplata/domain/receipts/gis-document.ts';
import type { GisLine } from '@kvartplata/domain/receipts/gis-line.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { allIn, assertValid, documentsIn, guidOf, textOf } from '../../testing/gis-file.ts';
import { unzip } from '../../testing/workbook.ts';
import { requestXml, type PaymentDocument, type RequestHead } from './payment-document-xml.ts';
import { spoolRequests } from './request-files.ts';

const LISTS: Readonly<Record<string, GisService['list']>> = {
  upkeep: 'housing',
  needs: 'resource',
  water: 'municipal',
  intercom: 'additional',
  penalties: 'costs',
  repairs: 'housing',
};

function line(subject: string, totalKopecks: bigint, more: Partial<GisLine> = {}): GisLine {
  return {
    subject,
    payeeId: null,
    serviceName: subject,
    kind: 'utility',
    tariff: '10.5000',
    how: null,
    individualVolume: '2.500000',
    commonVolume: null,
    coefficient: null,
    reasons: [],
    excessKopecks: 0n,
    accruedKopecks: totalKopecks,
    recalculatedKopecks: 0n,
    discountKopecks: 0n,
    totalKopecks,
    ...more,
  };
}

function paidTo(payeeId: number, made: GisLine): GisLine {
  return { ...made, payeeId };
}

const LINES = [
  line('upkeep', 1000_00n, { kind: 'housing', how: '50 м² × 20 ₽ & более' }),
  line('needs', 12_30n, { kind: 'housing', individualVolume: null, commonVolume: '0.241000' }),
  line('water', 638_66n, { coefficient: '3.00', excessKopecks: 425_77n }),
  line('intercom', 45_00n, {
    recalculatedKopecks: -5_00n,
    accruedKopecks: 50_00n,
    reasons: ['Не работал'],
  }),
  line('repairs', 700_00n, { kind: 'major-repairs', tariff: '14.0000' }),
];
const COSTS = [{ subject: 'penalties', payeeId: null, cause: 'Пени', totalKopecks: 4_04n }];

const FIGURES: GisFigures = {
  lines: LINES,
  costs: COSTS,
  linesKopecks: 2395_96n,
  costsKopecks: 4_04n,
  totalKopecks: 2400_00n,
  debtKopecks: 0n,
  notDueKopecks: 0n,
  advanceKopecks: 100_00n,
  paidKopecks: 0n,
  balanceKopecks: 2300_00n,
};

const OWN = { guid: guidOf(10_001), bic: '044525225', settlementAccount: '40702810538000123456' };
const FUND = { guid: guidOf(10_002), bic: '044525225', settlementAccount: '40703810238000000001' };
const ACCOUNT = {
  gisAccountNumber: '60АВ395021',
  gisServiceId: '60АВ395021-01',
  gisAccountGuid: guidOf(7),
};

function documentOf(nth: number, figures = FIGURES): PaymentDocument {
  return {
    transportGuid: guidOf(nth),
    number: `202602-${nth}`,
    account: ACCOUNT,
    figures,
    lastPaidOn: parseDay('2026-02-11'),
    entryOf: (subject) => ({
      subject,
      list: LISTS[subject] ?? 'municipal',
      code: '1.1',
      guid: guidOf(5),
    }),
  };
}

function headOf(version = '11.2.0.16'): RequestHead {
  const keyOf = (payeeId: number | null): string => (payeeId === null ? OWN : FUND).guid;
  return { version, period: parseBillingMonth('2026-02'), details: { all: [OWN, FUND], keyOf } };
}

async function* oneByOne<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

async function file({ version = '11.2.0.16', figures = FIGURES } = {}): Promise<string> {
  return read(Readable.from(requestXml(headOf(version), oneByOne([documentOf(1, figures)]))));
}

test('every kind of charge is valid', { skip: missing('xmllint') }, async () => {
  assertValid(await file());
});

test('needs are within upkeep, contributions beside the charges, and all of it adds up to the total', async () => {
  const [document] = documentsIn(await file());
  assert.ok(document !== undefined);
  assert.equal(allIn(document, 'ChargeInfo').length, 3);
  const [needs] = allIn(document, 'MunicipalResource');
  assert.equal(needs && textOf(needs, 'TotalPayable'), '12.30');
  const [factor] = allIn(document, 'MultiplyingFactor');
  assert.deepEqual(
    [factor && textOf(factor, 'Ratio'), factor && textOf(factor, 'AmountOfExcessFees')],
    ['3', '425.77'],
  );
  const [repairs] = allIn(document, 'CapitalRepairCharge');
  assert.equal(repairs && textOf(repairs, 'Contribution'), '14.00');
  const cents = allIn(document, 'TotalPayable').map(({ text }) => Number(text.replace('.', '')));
  assert.equal(
    cents.reduce((sum, each) => sum + each, 0),
    2400_00,
  );
  assert.equal(textOf(document, 'TotalPayableByPD'), '2400.00');
  assert.equal(textOf(document, 'TotalPayableByChargeInfo'), '1695.96');
});

test('charges of several payees name them, and their sums add up to the total', async () => {
  const lines = LINES.map((made) =>
    ['repairs', 'water'].includes(made.subject) ? paidTo(3, made) : made,
  );
  const written = await file({ figures: { ...FIGURES, lines } });
  if (missing('xmllint') === false) assertValid(written);
  const [document] = documentsIn(written);
  assert.ok(document !== undefined);
  const payables = allIn(document, 'DetailsPaymentInformation').map((part) => [
    textOf(part, 'PaymentInformationKey'),
    textOf(part, 'TotalPayableByPaymentInformation'),
  ]);
  // 1000.00 + 12.30 + 45.00 + 4.04 for the organization, 638.66 + 700.00 for the fund.
  assert.deepEqual(payables, [
    [OWN.guid, '1061.34'],
    [FUND.guid, '1338.66'],
  ]);
  const [repairs] = allIn(document, 'CapitalRepairCharge');
  assert.equal(repairs && textOf(repairs, 'PaymentInformationKey'), FUND.guid);
  const [water] = allIn(document, 'MunicipalService');
  assert.equal(water && textOf(water, 'PaymentInformationKey'), FUND.guid);
});

for (const { documents, parts } of [
  { documents: 500, parts: [500] },
  { documents: 501, parts: [500, 1] },
  { documents: 1001, parts: [500, 500, 1] },
])
  test(`with ${documents} documents each request has at most 500: ${parts.join(', ')}`, async () => {
    const many = Array.from({ length: documents }, (_, nth) => documentOf(nth + 1));
    const { handle, isZip } = await spoolRequests(
      oneByOne(many),
      500,
      (some) => requestXml(headOf(), some),
      new Date('2026-03-05T00:00:00Z'),
    );
    const bytes = await handle.readFile();
    await handle.close();
    assert.equal(isZip, parts.length > 1);
    const files = isZip ? [...unzip(bytes).values()] : [bytes];
    assert.deepEqual(
      files.map((part) => part.toString().split('<PaymentDocument>').length - 1),
      parts,
    );
    const last = files.at(-1) ?? '';
    if (missing('xmllint') === false) assertValid(last);
  });

test('the version is the configured one', async () => {
  assert.match(await file({ version: '13.1.0.1' }), /base:version="13\.1\.0\.1"/);
});
