// A house with a history for reports: debts of two years, payments, reversals, penalties.
import assert from 'node:assert/strict';
import type { AnswerOf, Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type pg from 'pg';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { FileAnswer } from '@kvartplata/contracts/file-answer.ts';
import { reversePayment } from '@kvartplata/contracts/billing/payments.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { makeAccruingHouse, type AccruingHouse } from './accruing.ts';
import { startBillingStand, type BillingStand } from './billing-stand.ts';
import { changePayer, ODD_PAYERS } from './odd-payers.ts';
import { untilAllocated } from './paying-house.ts';
import { readWorkbook, type Sheet } from './workbook.ts';

export type ReportQuery = NonNullable<Sent['query']>;

export type ReportedHouse = {
  readonly stand: BillingStand;
  readonly owner: pg.Pool;
  readonly house: AccruingHouse;
  readonly account: (nth: number) => number;
  /** The report as JSON, validated against its schema. */
  readonly reportOf: <E extends Endpoint>(report: E, query: ReportQuery) => Promise<AnswerOf<E>>;
  readonly sheetsOf: (report: Endpoint, query: ReportQuery) => Promise<readonly Sheet[]>;
  readonly fileOf: (file: Endpoint, query: ReportQuery) => Promise<Buffer>;
  readonly stop: () => Promise<void>;
};

export async function startReportedHouse(): Promise<ReportedHouse> {
  const stand = await startBillingStand();
  const { owner } = stand;
  const house = await makeAccruingHouse(stand);
  const account = (nth: number): number => house.accounts[nth] ?? 0;
  await bookHistory(house, account);
  await untilAllocated(owner);
  await changePayer(stand.coreUrl, house.user, account(0), { payer: ODD_PAYERS[0] ?? '' });
  async function fileOf(file: Endpoint, query: ReportQuery): Promise<Buffer> {
    const { status, text, bytes } = await house.ask(file, { query });
    assert.equal(status, 200, text.slice(0, 300));
    return bytes;
  }
  return {
    stand,
    owner,
    house,
    account,
    reportOf: async (report, query) => {
      const { body, text } = await house.ask(report, { query });
      assert.ok(Check(formOf(report), body), text);
      return body;
    },
    sheetsOf: async (report, query) =>
      readWorkbook(await fileOf(report, { ...query, format: 'xlsx' })),
    fileOf,
    stop: async () => {
      await stand.stop();
    },
  };
}

function formOf({ id, answers }: Endpoint): TSchema {
  const answer: TSchema | FileAnswer = answers[200] ?? {};
  const form = isFile(answer) ? answer.content['application/json']?.schema : answer;
  assert.ok(form, id);
  return form;
}

function isFile(answer: TSchema | FileAnswer): answer is FileAnswer {
  return 'content' in answer;
}

async function bookHistory(house: AccruingHouse, account: (nth: number) => number): Promise<void> {
  const { chargeIds } = await house.charge('2025-01', [
    [account(0), '1000.10'],
    [account(1), '500.00'],
    [account(2), '70.00'],
    [account(2), '7.00'],
  ]);
  await house.charge('2026-01', [
    [account(0), '200.00'],
    [account(1), '300.00'],
    [account(3), '-40.00'],
  ]);
  await house.pay({ personalAccountId: account(1), amount: '650', paidOn: '2025-06-02' });
  await house.pay({ personalAccountId: account(2), amount: '100', paidOn: '2025-02-02' });
  const wrong = await house.pay({
    personalAccountId: account(0),
    amount: '10',
    paidOn: '2025-02-02',
  });
  const storno = { reason: '=ошибка' };
  const { status } = await house.ask(reversePayment, {
    params: { paymentId: wrong.id },
    body: storno,
  });
  assert.equal(status, 200);
  const taken = await house.ask(reverseCharge, {
    params: { chargeId: chargeIds[3] },
    body: storno,
  });
  assert.equal(taken.status, 200);
  for (const day of ['2025-09-30', '2026-02-28', '2026-06-30']) await house.accrue(day);
  await house.pay({ personalAccountId: account(0), amount: '300.10', paidOn: '2025-05-05' });
  await house.accrue('2026-07-31');
}
