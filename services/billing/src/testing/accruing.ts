// A house whose penalties a test books and reads back.
import assert from 'node:assert/strict';
import { AccrualJob, PenaltyAccrual } from '@kvartplata/contracts/billing/penalty-accruals.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type pg from 'pg';
import { Check } from 'typebox/value';
import type { BillingStand } from './billing-stand.ts';
import { makePayingHouse, type PayingHouse } from './paying-house.ts';
import { askAt, readAllAt } from './test-user.ts';

const PATH = '/api/billing/penalties/accruals';

export type AccruingHouse = PayingHouse & {
  /** One of its accounts. */
  readonly account: number;
  /** Books the penalties up to the day, of the house unless another place is named, and waits for the job's end. */
  readonly accrue: (targetDate: string, place?: object) => Promise<AccrualJob>;
  /** @param location where the job is polled */
  readonly untilEnded: (location: string) => Promise<AccrualJob>;
  /** What is booked of the account, or of another one. */
  readonly accruals: (personalAccountId?: number) => Promise<readonly PenaltyAccrual[]>;
};

export async function makeAccruingHouse(
  stand: BillingStand,
  owner: pg.Pool,
): Promise<AccruingHouse> {
  const house = await makePayingHouse(stand, owner);
  const { app } = stand;
  const { user, houseId } = house;
  const account = house.accounts[0] ?? 0;

  async function untilEnded(location: string): Promise<AccrualJob> {
    let job: AccrualJob | undefined;
    await until('the accrual job has ended', async () => {
      const { status, body } = await askAt<AccrualJob>(app, user, 'GET', location);
      assert.equal(status, 200, JSON.stringify(body));
      job = body;
      return body.finishedAt !== null;
    });
    assert.ok(Check(AccrualJob, job));
    return job;
  }

  return {
    ...house,
    account,
    untilEnded,
    accrue: async (targetDate, place = { houseId }) => {
      const asked = await askAt<AccrualJob>(app, user, 'POST', PATH, { ...place, targetDate });
      assert.equal(asked.status, 202, JSON.stringify(asked.body));
      return untilEnded(String(asked.headers['location']));
    },
    accruals: async (personalAccountId = account) => {
      const url = `${PATH}?personalAccountId=${personalAccountId}`;
      const list = await readAllAt<PenaltyAccrual>(app, user, url);
      for (const accrual of list) assert.ok(Check(PenaltyAccrual, accrual));
      return list;
    },
  };
}

/** `2026-01 utilities 1.00 of 3.00`: what is booked of a month's debt, and its whole. */
export function debtsInWords({ debts }: PenaltyAccrual): readonly string[] {
  return debts.map(
    ({ period, kind, amount, penalty }) => `${period} ${kind} ${amount} of ${penalty}`,
  );
}
