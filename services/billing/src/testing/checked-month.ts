// A month of a house for tests of its closing checks: charges with any basis, and the remarks of the checks.
import assert from 'node:assert/strict';
import {
  CHECK_CODES,
  ClosingCheck,
  listCheckRows,
  listClosingChecks,
  type CheckCode,
} from '@kvartplata/contracts/billing/closing-checks.ts';
import type pg from 'pg';
import { Check } from 'typebox/value';
import type { BillingStand } from './billing-stand.ts';
import type { PayingHouse } from './paying-house.ts';
import { ask, readAll, type TestUser } from './test-user.ts';
import { writeCharges } from './written-charges.ts';

/** The checks of a cycle in order, each validated against its schema. */
export async function checksOf(
  { app }: BillingStand,
  user: TestUser,
  cycleId: number,
): Promise<Readonly<Record<CheckCode, ClosingCheck>>> {
  const { body } = await ask(app, user, listClosingChecks, { params: { cycleId } });
  assert.deepEqual(
    body.items.map(({ code }) => code),
    CHECK_CODES,
  );
  for (const check of body.items) assert.ok(Check(ClosingCheck, check), JSON.stringify(check));
  for (const { code, count, rows } of body.items) {
    const paged = await readAll(app, user, listCheckRows, {
      params: { cycleId, check: code },
      query: { limit: 1 },
    });
    assert.equal(paged.length, count, code);
    assert.deepEqual(paged.slice(0, rows.length), rows, code);
  }
  return Object.fromEntries(body.items.map((check) => [check.code, check])) as Record<
    CheckCode,
    ClosingCheck
  >;
}

export type WrittenCharge = {
  readonly cycleId: number;
  /** `YYYY-MM` */
  readonly period: string;
  readonly account: number;
  readonly service: number;
  readonly rateType: string;
  readonly amount?: string;
  readonly basis: object;
};

/** Inserts a charge into a draft, without the calculation. */
export async function writeCharge(
  owner: pg.Pool,
  { houseId, organizationId }: PayingHouse,
  charge: WrittenCharge,
): Promise<void> {
  const { service, period, account, rateType, amount = '100.00', basis } = charge;
  await owner.query(
    `insert into charged_services (house_id, organization_id, house_service_id, code, name, unit, kind)
     values ($1, $2, $3, 'service-' || $3::bigint, 'Услуга ' || $3::bigint, 'м³', 'utility') on conflict do nothing`,
    [houseId, organizationId, service],
  );
  await writeCharges(owner, [
    {
      organizationId,
      houseId,
      period: `${period}-01`,
      personalAccountId: account,
      accountNumber: `LS-${account}`,
      houseServiceId: service,
      rateType,
      amount,
      basis,
    },
  ]);
}
