// What a calculation follows from is declared by the domain and in core's snapshot: here the compiler compares their fields, so
// that no fact is lost on its way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  AccountFacts,
  AccountServiceFacts,
  BenefitFacts,
  HouseFacts,
  MeterFacts,
  NormFacts,
  ServiceFacts,
  TariffFacts,
} from '@kvartplata/domain/charging/house-facts.ts';
import type { Coefficient } from '@kvartplata/domain/regulation/coefficient/coefficient.ts';
import type { ApartByName, ItemOf } from '../testing/same-shape.ts';
import type {
  SnapshotAccount,
  SnapshotAccountService,
  SnapshotBenefit,
  SnapshotHouse,
  SnapshotMeter,
  SnapshotNorm,
  SnapshotService,
  SnapshotTariff,
} from './billing-snapshot.ts';

/** A decimal is sent as text and used as a scaled bigint: `value` and `valueE4` are one field. */
type Unscaled<Facts> = {
  [Name in keyof Facts as Name extends `${infer Word}E${number}` ? Word : Name]: Facts[Name];
};

/** Without fields of the stream, and those meant only for people. */
type House = Omit<SnapshotHouse, 'line' | 'version' | 'address' | 'accounts' | 'period'> & {
  readonly month: string;
};
/** Billing itself knows what earlier months carry over. */
type OwnHouse = Omit<HouseFacts, 'commonNeedsBefore'>;
type Account = Omit<SnapshotAccount, 'line' | 'houseId'>;
/** Billing itself knows what it has charged in place of a reading. */
type Meter = Omit<MeterFacts, 'estimatedE6'>;

const APART: readonly [
  ApartByName<Unscaled<ServiceFacts>, SnapshotService>,
  ApartByName<Unscaled<TariffFacts>, SnapshotTariff>,
  ApartByName<Unscaled<NormFacts>, SnapshotNorm>,
  ApartByName<Unscaled<Coefficient>, ItemOf<SnapshotService['coefficients']>>,
  ApartByName<Unscaled<OwnHouse>, House>,
  ApartByName<Unscaled<AccountFacts>, Account>,
  ApartByName<Unscaled<AccountServiceFacts>, SnapshotAccountService>,
  ApartByName<Unscaled<BenefitFacts>, SnapshotBenefit>,
  ApartByName<Unscaled<Meter>, SnapshotMeter>,
] = ['none', 'none', 'none', 'none', 'none', 'none', 'none', 'none', 'none'];

test("core's snapshot has all fields that a calculation needs", () => {
  assert.ok(APART.every((fields) => fields === 'none'));
});
