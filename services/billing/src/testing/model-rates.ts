// The model's copy of the reference of rates, and the admin who changes it under penalties already booked.
import assert from 'node:assert/strict';
import {
  listPenaltyRates,
  replacePenaltyRate,
  type PenaltyRate,
} from '@kvartplata/contracts/billing/penalty-rates.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import * as fc from 'fast-check';
import type { BillingStand } from './billing-stand.ts';
import type { BooksModel, ModelRate } from './books-model.ts';
import { ask } from './test-user.ts';

/** The days on which the model counts penalties. */
const COUNTED = { from: '2026-03-13', to: '2026-09-30' };

/** The last day of the reference. */
const LAST_DAY = '2999-12-31';

/** Which of the rates to change, and to what, in per cent; 0 is a moratorium. */
export const changedRate = fc.tuple(fc.nat(), fc.constantFrom('0', '4.25', '9.5', '21'));

/** The reference as earlier histories have left it. */
export async function readRates(stand: BillingStand): Promise<readonly ModelRate[]> {
  return (await listRates(stand)).map(({ id, validFrom, validTo, effectiveRate }) => {
    const effectiveRateE4 = parseScaled(effectiveRate, 4);
    return { id, validFrom, validTo: validTo ?? LAST_DAY, effectiveRateE4 };
  });
}

export async function changeRate(
  stand: BillingStand,
  { rates }: BooksModel,
  nth: number,
  effectiveRate: string,
): Promise<void> {
  const counted = rates.filter(
    ({ validFrom, validTo }) => validTo >= COUNTED.from && validFrom <= COUNTED.to,
  );
  const changed = counted[nth % counted.length]!;
  const {
    id,
    source: _,
    ...body
  } = (await listRates(stand)).find((rate) => rate.id === changed.id)!;
  const answer = await ask(stand.app, stand.admin, replacePenaltyRate, {
    params: { penaltyRateId: id },
    body: { ...body, effectiveRate },
  });
  assert.equal(answer.status, 200, answer.text);
  changed.effectiveRateE4 = parseScaled(effectiveRate, 4);
}

async function listRates({ app, admin }: BillingStand): Promise<readonly PenaltyRate[]> {
  return (await ask(app, admin, listPenaltyRates)).body;
}
