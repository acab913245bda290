// What a charge follows from is declared by the domain and again for HTTP: here the compiler compares the two, so that no field
// is lost in responses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  ActsBasis,
  BenefitsBasis,
  ChargeBasis,
  ChargePart,
  CorrectionBasis,
  HouseBasis,
  MeterBasis,
  RoomBasis,
  UnreadMeterBasis,
} from '@kvartplata/domain/charging/charge-line.ts';
import type { Apart, ApartByName, ItemOf } from '../testing/same-shape.ts';
import type { ChargeExplanation } from './charges.ts';

type Told = Omit<ChargeExplanation, 'source' | 'formula'>;
type ToldCorrection = NonNullable<Told['correction']>;
/** Without the corrected charge, which is a basis again. */
type Corrected = Omit<CorrectionBasis, 'now'>;
type Inputs = Omit<ChargeBasis, 'correction'>;

/** For each pair, the fields that one side lacks or declares differently: none. */
const APART: readonly [
  Apart<ChargePart, ItemOf<Told['parts']>>,
  Apart<MeterBasis, ItemOf<Told['meters']>>,
  Apart<UnreadMeterBasis, ItemOf<Told['unread']>>,
  Apart<HouseBasis, NonNullable<Told['house']>>,
  Apart<RoomBasis, NonNullable<Told['room']>>,
  Apart<ActsBasis, NonNullable<Told['acts']>>,
  Apart<BenefitsBasis, NonNullable<Told['benefits']>>,
  Apart<Inputs, Omit<Told, 'correction'>>,
  Apart<Inputs, NonNullable<ToldCorrection['now']>>,
  Apart<Corrected, Omit<ToldCorrection, 'now'>>,
  ApartByName<ChargeBasis, Told>,
  ApartByName<CorrectionBasis, ToldCorrection>,
] = [
  'none',
  'none',
  'none',
  'none',
  'none',
  'none',
  'none',
  'none',
  'none',
  'none',
  'none',
  'none',
];

test('the response explains a charge with the same fields as the domain', () => {
  assert.ok(APART.every((fields) => fields === 'none'));
});
