// Dry runs: what a calculation would give, with the current data or with another tariff, norm or method of common-house needs.
import Type, { type Static } from 'typebox';
import { NormValue } from '../core/norms.ts';
import { TariffValue } from '../core/tariffs.ts';
import { CommonNeedsMethod, Component } from '../core/billing-snapshot.ts';
import { Id, MoneyText, MonthText, Nullable } from '../scalars.ts';
import { SkippedAccount } from './skipped-accounts.ts';

/** One house's service, or by its code that service in every house. */
const Target = {
  houseServiceId: Type.Optional(Id),
  serviceCode: Type.Optional(Type.String({ pattern: '^[a-z0-9-]{1,50}$' })),
  component: Type.Optional(Nullable(Component)),
};

const TariffOverride = Type.Object(
  { ...Target, value: TariffValue },
  { additionalProperties: false },
);
const NormOverride = Type.Object({ ...Target, value: NormValue }, { additionalProperties: false });

const OdnMethod = Type.Enum(['house-meter', 'house-meter-capped', 'norm'], {
  description:
    'An older form of `commonNeedsMethod`: by the house-wide meter (`actual`), at most the norm (`capped`), or by the ' +
    'norm as if there were no house-wide meter',
});
export type OdnMethod = Static<typeof OdnMethod>;

/** The value is used on every day of the month, in place of those of its component. */
export const Overrides = Type.Object(
  {
    tariffs: Type.Optional(Type.Array(TariffOverride, { maxItems: 100 })),
    norms: Type.Optional(Type.Array(NormOverride, { maxItems: 100 })),
    odnMethod: Type.Optional(Nullable(OdnMethod)),
    commonNeedsMethod: Type.Optional(Nullable(CommonNeedsMethod)),
  },
  { additionalProperties: false },
);
/** In decoded form. */
export type Overrides = Type.StaticDecode<typeof Overrides>;

const Compared = {
  before: MoneyText,
  after: MoneyText,
  difference: MoneyText,
};

export const DryRun = Type.Object({
  organizationId: Id,
  period: MonthText,
  houseIds: Type.Array(Id),
  totals: Type.Object({
    ...Compared,
    accounts: Type.Integer(),
    changedAccounts: Type.Integer({ description: 'Those whose difference is not 0.00' }),
  }),
  accounts: Type.Array(
    Type.Object({
      houseId: Id,
      personalAccountId: Id,
      accountNumber: Type.String(),
      ...Compared,
      before: Nullable(MoneyText),
    }),
    {
      description:
        '`before` is the standing charge of the month, with corrections; null if there is none',
    },
  ),
  skippedCount: Type.Integer(),
  skipped: Type.Array(SkippedAccount, { description: 'The first 1,000' }),
});
export type DryRun = Static<typeof DryRun>;
