// The parts of the schema that random books do not have: common-house needs within upkeep, a coefficient, contributions for major repairs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GisService } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import type { GisFigures, GisLine } from '@kvartplata/domain/receipts/gis-document.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { allIn, assertValid, documentsIn, guidOf, textOf } from '../../testing/gis-file.ts';
import { requestXml } from './payment-document-xml.ts';

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
const COSTS = [{ subject: 'penalties', cause: 'Пени', totalKopecks: 4_04n }];

const FIGURES: GisFigures = {
  lines: LINES,
  costs: COSTS,
  linesKopecks: 2395_96n,
  costsKopecks: 4_04n,
  totalKopecks: 2400_00n,
  debtKopecks: 0n,
  advanceKopecks: 100_00n,
  paidKopecks: 0n,
  balanceKopecks: 2300_00n,
};

function file(version = '11.2.0.16'): string {
  const head = {
    version,
    period: parseBillingMonth('2026-02'),
    payeeGuid: guidOf(99),
    payee: { bic: '044525225', settlementAccount: '40702810538000123456' },
  };
  const account = {
    gisAccountNumber: '60АВ395021',
    gisServiceId: '60АВ395021-01',
    gisAccountGuid: guidOf(7),
  };
  return requestXml(head, [
    {
      transportGuid: guidOf(1),
      number: '202602-7',
      account,
      figures: FIGURES,
      lastPaidOn: parseDay('2026-02-11'),
      entryOf: (subject) => ({
        subject,
        list: LISTS[subject] ?? 'municipal',
        code: '1.1',
        guid: guidOf(5),
      }),
    },
  ]);
}

test('every kind of charge is valid', { skip: missing('xmllint') }, () => {
  assertValid(file());
});

test('needs stand within upkeep, contributions beside the charges, and all of it makes the total', () => {
  const [document] = documentsIn(file());
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

test('the version is the one that is set', () => {
  assert.match(file('13.1.0.1'), /base:version="13\.1\.0\.1"/);
});
