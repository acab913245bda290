// What a charge follows from is declared twice, by the domain and for HTTP: the compiler holds both against each other here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChargeExplanation } from '@kvartplata/contracts/billing/charges.ts';
import { SKIP_WORDS, skipWords } from '@kvartplata/contracts/billing/skip-words.ts';
import { SKIP_CODES } from '@kvartplata/contracts/billing/skipped-accounts.ts';
import type {
  ChargeBasis,
  ChargePart,
  CorrectionBasis,
  HouseBasis,
  MeterBasis,
  UnreadMeterBasis,
} from '@kvartplata/domain/charging/charge-line.ts';
import { explain } from './charge-explanation.ts';

/** The names that one of two types has and the other has not. */
type Apart<A, B> = Exclude<keyof A, keyof B> | Exclude<keyof B, keyof A>;
type ItemOf<List> = NonNullable<List> extends readonly (infer Item)[] ? Item : never;

/** True when the two have the same names, else the names that are apart. */
type Same<A, B> = [Apart<A, B>] extends [never] ? true : Apart<A, B>;

type Told = Omit<ChargeExplanation, 'source' | 'formula'>;
const agree: readonly [
  Same<ChargeBasis, Told>,
  Same<ChargePart, ItemOf<Told['parts']>>,
  Same<MeterBasis, ItemOf<Told['meters']>>,
  Same<UnreadMeterBasis, ItemOf<Told['unread']>>,
  Same<HouseBasis, NonNullable<Told['house']>>,
  Same<CorrectionBasis, NonNullable<Told['correction']>>,
  Same<Omit<ChargeBasis, 'correction'>, NonNullable<NonNullable<Told['correction']>['now']>>,
] = [true, true, true, true, true, true, true];

test('the client is told all that a charge follows from, the unit of the heat in water too', () => {
  assert.ok(agree.every(Boolean));
  const told = explain(
    { rule: 'former-bill', component: 'heat', unit: 'Гкал', daysInMonth: 31, parts: [] },
    'м³',
  );
  assert.equal(told.unit, 'Гкал');
});

test('every reason for which an account is skipped has words in both languages', () => {
  assert.deepEqual(Object.keys(SKIP_WORDS).toSorted(), SKIP_CODES.toSorted());
  for (const { ru, en } of Object.values(SKIP_WORDS)) assert.ok(ru !== '' && en !== '');
  assert.equal(skipWords('house-changing: 3 times').en, SKIP_WORDS['house-changing'].en);
  assert.equal(skipWords('never-heard-of: x').ru, 'never-heard-of: x');
});
