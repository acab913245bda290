// A house with a history that reports can tell of: debts of two years, payments, what was taken back, penalties.
import assert from 'node:assert/strict';
import pg from 'pg';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { makeAccruingHouse, type AccruingHouse } from './accruing.ts';
import { startBillingStand, type BillingStand } from './billing-stand.ts';
import { ODD_PAYERS, renamePayer } from './odd-payers.ts';
import { untilAllocated } from './paying-house.ts';
import { askAt } from './test-user.ts';
import { readWorkbook, type Sheet } from './workbook.ts';

export type ReportedHouse = {
  readonly stand: BillingStand;
  readonly owner: pg.Pool;
  readonly house: AccruingHouse;
  readonly account: (nth: number) => number;
  /** The report as JSON, of its declared form. */
  readonly reportOf: <T>(path: string, schema: TSchema) => Promise<T>;
  readonly sheetsOf: (path: string) => Promise<readonly Sheet[]>;
  /** What is answered below /api/billing/. */
  readonly fileOf: (path: string) => Promise<Buffer>;
  readonly stop: () => Promise<void>;
};

export async function startReportedHouse(): Promise<ReportedHouse> {
  const stand = await startBillingStand();
  const owner = new pg.Pool({ connectionString: stand.databaseUrl, max: 2 });
  owner.on('error', () => {});
  const house = await makeAccruingHouse(stand, owner);
  const account = (nth: number): number => house.accounts[nth] ?? 0;
  await bookHistory(house, account);
  await untilAllocated(owner);
  await renamePayer(stand.coreUrl, house.user, account(0), ODD_PAYERS[0] ?? '');
  async function fileOf(path: string): Promise<Buffer> {
    const { statusCode, rawPayload } = await stand.app.inject({
      url: `/api/billing/${path}`,
      headers: { authorization: house.user.authorization },
    });
    assert.equal(statusCode, 200, rawPayload.toString().slice(0, 300));
    return rawPayload;
  }
  return {
    stand,
    owner,
    house,
    account,
    reportOf: async <T>(path: string, schema: TSchema) => {
      const url = `/api/billing/reports/${path}`;
      const { status, body } = await askAt<T>(stand.app, house.user, 'GET', url);
      assert.equal(status, 200, JSON.stringify(body));
      assert.ok(Check(schema, body), JSON.stringify(body));
      return body;
    },
    sheetsOf: async (path) => readWorkbook(await fileOf(`reports/${path}&format=xlsx`)),
    fileOf,
    stop: async () => {
      await owner.end();
      await stand.stop();
    },
  };
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
  assert.equal((await house.post(`payments/${wrong.id}/storno`, storno)).status, 200);
  assert.equal((await house.post(`charges/${chargeIds[3]}/storno`, storno)).status, 200);
  for (const day of ['2025-09-30', '2026-02-28', '2026-06-30']) await house.accrue(day);
  await house.pay({ personalAccountId: account(0), amount: '300.10', paidOn: '2025-05-05' });
  await house.accrue('2026-07-31');
}
