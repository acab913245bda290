// Outliers: charges of a month that are strikingly far from those of the month before, by account and service.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Id, IdText, Month, MoneyText, Nullable } from '../scalars.ts';

export const OutlierReason = Type.Union(
  [Type.Literal('new'), Type.Literal('gone'), Type.Literal('jump'), Type.Literal('drop')],
  {
    description:
      'Charged in only one of the months although account and service existed in both; or three times as much, or a third',
  },
);

const Rule = Type.String({ description: 'How the volume was found' });

/** Amounts are those of the service with its excess and heat, including corrections of these but not recalculations. */
export const ChargeOutlier = Type.Object({
  personalAccountId: Id,
  accountNumber: Type.String(),
  houseServiceId: Id,
  serviceCode: Type.String(),
  serviceName: Type.String(),
  before: Nullable(MoneyText),
  after: Nullable(MoneyText),
  difference: MoneyText,
  ratio: Nullable(Type.String({ description: 'after / before; null where before is 0.00' })),
  why: OutlierReason,
  chargeBefore: Nullable(Id),
  chargeAfter: Nullable(Id),
  ruleBefore: Nullable(Rule),
  ruleAfter: Nullable(Rule),
});
export type ChargeOutlier = Static<typeof ChargeOutlier>;

const OutliersQuery = Type.Object(
  { ...PageQuery, houseId: IdText, period: Month },
  { additionalProperties: false },
);

export const listChargeOutliers = endpoint({
  id: 'listChargeOutliers',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/charges/outliers',
  tag: 'charges',
  summary: 'List charges that differ sharply from the month before',
  description:
    'By account and service, with its excess and heat, in roubles. Left out: differences below 100.00, services that ' +
    'began or ended for the whole house, and accounts that began or ended.',
  access: 'viewer',
  query: OutliersQuery,
  answers: { 200: Page(ChargeOutlier) },
  refusals: ['not-found', 'month-archived'],
});
