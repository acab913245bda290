// Billing cycles: an organization's month, from DRAFT to APPLIED to CLOSED.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { CalendarMonth, Id, IdText, InstantText, MoneyText, Nullable } from '../scalars.ts';

export const CycleStatus = Type.Union([
  Type.Literal('DRAFT'),
  Type.Literal('APPLIED'),
  Type.Literal('CLOSED'),
]);
export type CycleStatus = Static<typeof CycleStatus>;

export const BillingCycle = Type.Object({
  id: Id,
  organizationId: Id,
  month: Type.Integer({ description: '1–12' }),
  year: Type.Integer(),
  status: CycleStatus,
  createdAt: InstantText,
  appliedAt: Nullable(InstantText),
  closedAt: Nullable(InstantText),
  chargesTotal: MoneyText,
  accounts: Type.Integer({ description: 'Accounts that have charges in the cycle' }),
  housesNotApplied: Type.Integer({ description: 'Houses that have draft charges in the cycle' }),
});
export type BillingCycle = Static<typeof BillingCycle>;

/** A house that was calculated in the month; others are left out. */
export const HouseMonth = Type.Object({
  houseId: Id,
  accounts: Type.Integer({ description: 'Accounts that have charges' }),
  charges: Type.Integer(),
  amount: MoneyText,
  computedAt: Nullable(InstantText),
  appliedAt: Type.Union([InstantText, Type.Null()], {
    description: 'Null while its charges are drafts',
  }),
});
export type HouseMonth = Static<typeof HouseMonth>;

export const CycleHouses = Type.Object({
  items: Type.Array(HouseMonth, { description: 'In the order of ids' }),
});

export const CycleBody = Type.Object(
  { ...CalendarMonth, organizationId: Type.Optional(Id) },
  { additionalProperties: false },
);

const CyclesQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    year: Type.Optional(
      Type.Codec(Type.String({ pattern: '^2[0-9]{3}$' }))
        .Decode((text) => Number(text))
        .Encode((year) => String(year)),
    ),
  },
  { additionalProperties: false },
);

export const createCycle = endpoint({
  id: 'createCycle',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/cycles',
  tag: 'cycles',
  summary: 'Open a month of an organization',
  description:
    'Without `organizationId` it is the caller’s only organization. A month of an organization has one cycle, even ' +
    'under concurrent requests. Months run from that of the first account to the one after the current month in Moscow; ' +
    'a month before a closed one can no longer be opened.',
  access: 'accountant',
  body: CycleBody,
  answers: { 201: BillingCycle },
  refusals: [
    'organization-required',
    'not-found',
    'month-out-of-range',
    'cycle-exists',
    'month-closed',
    'month-archived',
  ],
});

export const listCycles = endpoint({
  id: 'listCycles',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/cycles',
  tag: 'cycles',
  summary: 'List cycles',
  description: 'Newest first. Without `organizationId` those of all the caller’s organizations.',
  access: 'viewer',
  query: CyclesQuery,
  answers: { 200: Page(BillingCycle) },
  refusals: ['not-found'],
});

export const getCycle = endpoint({
  id: 'getCycle',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/cycles/:cycleId',
  tag: 'cycles',
  summary: 'Get a cycle',
  description: 'With the sum of its charges in roubles, and how many accounts have any.',
  access: 'viewer',
  answers: { 200: BillingCycle },
  refusals: ['not-found'],
});

export const listCycleHouses = endpoint({
  id: 'listCycleHouses',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/cycles/:cycleId/houses',
  tag: 'cycles',
  summary: 'List the houses of a cycle',
  description:
    'When each house was calculated and applied, and its total in roubles. All houses at once.',
  access: 'viewer',
  answers: { 200: CycleHouses },
  refusals: ['not-found'],
});
