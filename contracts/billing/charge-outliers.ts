// Outliers: charges of a month that are oddly far from those of the month before, an account and a service each.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import { DecimalText, Id, IdText, Month, MoneyText, Nullable } from '../scalars.ts';

export const OutlierReason = Type.Union(
  [Type.Literal('new'), Type.Literal('gone'), Type.Literal('jump'), Type.Literal('drop')],
  {
    description:
      'Charged in one of the months only although account and service were there in both; or three times as much, or a third',
  },
);

const Rule = Type.String({ description: 'How the volume was found' });

/** Amounts are of the service with its excess and heat, corrections of these counted in and recalculations left out. */
export const ChargeOutlier = Type.Object({
  personalAccountId: Id,
  accountNumber: Type.String(),
  houseServiceId: Id,
  serviceCode: Type.String(),
  serviceName: Type.String(),
  before: Nullable(MoneyText),
  after: Nullable(MoneyText),
  difference: MoneyText,
  ratio: Nullable(DecimalText),
  why: OutlierReason,
  chargeBefore: Nullable(Id),
  chargeAfter: Nullable(Id),
  ruleBefore: Nullable(Rule),
  ruleAfter: Nullable(Rule),
});
export type ChargeOutlier = Static<typeof ChargeOutlier>;

export const ListOutliersQuery = Type.Object(
  { ...PageQuery, houseId: IdText, period: Month },
  { additionalProperties: false },
);
