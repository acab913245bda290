// A house for tests that book penalties and read them back.
import assert from 'node:assert/strict';
import { addressOf } from '@kvartplata/contracts/address.ts';
import {
  accruePenalties,
  AccrualJob,
  getAccrualJob,
  listPenaltyAccruals,
  PenaltyAccrual,
} from '@kvartplata/contracts/billing/penalty-accruals.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { Check } from 'typebox/value';
import type { BillingStand } from './billing-stand.ts';
import { makePayingHouse, type PayingHouse } from './paying-house.ts';
import { readAll } from './test-user.ts';

export type AccruingHouse = PayingHouse & {
  /** One of its accounts. */
  readonly account: number;
  /** Books the penalties up to the day, of the house unless another place is named, and waits until the job has ended. */
  readonly accrue: (targetDate: string, place?: object) => Promise<AccrualJob>;
  readonly untilEnded: (accrualJobId: number) => Promise<AccrualJob>;
  /** The accruals of the account, or of another one. */
  readonly accruals: (personalAccountId?: number) => Promise<readonly PenaltyAccrual[]>;
};

export async function makeAccruingHouse(stand: BillingStand): Promise<AccruingHouse> {
  const house = await makePayingHouse(stand);
  const { app } = stand;
  const { user, houseId } = house;
  const account = house.accounts[0] ?? 0;

  async function untilEnded(accrualJobId: number): Promise<AccrualJob> {
    let job: AccrualJob | undefined;
    await until('the accrual job has ended', async () => {
      job = (await house.ask(getAccrualJob, { params: { accrualJobId } })).body;
      return job.finishedAt !== null;
    });
    assert.ok(Check(AccrualJob, job));
    return job;
  }

  return {
    ...house,
    account,
    untilEnded,
    accrue: async (targetDate, place = { houseId }) => {
      const { headers, body } = await house.ask(accruePenalties, {
        body: { ...place, targetDate },
      });
      const polled = addressOf(getAccrualJob, { params: { accrualJobId: body.id } });
      assert.equal(headers.get('location'), polled);
      return untilEnded(body.id);
    },
    accruals: async (personalAccountId = account) => {
      const list = await readAll(app, user, listPenaltyAccruals, { query: { personalAccountId } });
      for (const accrual of list) assert.ok(Check(PenaltyAccrual, accrual));
      return list;
    },
  };
}

/** `2026-01 utilities 1.00 of 3.00`: what is booked for a month's debt, and its whole penalty. */
export function debtsInWords({ debts }: PenaltyAccrual): readonly string[] {
  return debts.map(
    ({ period, kind, amount, penalty }) => `${period} ${kind} ${amount} of ${penalty}`,
  );
}
