// Billing cycles: an organization's month, from DRAFT to APPLIED to CLOSED.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import { CalendarMonth, Id, IdText, InstantText, Line, MoneyText, Nullable } from '../scalars.ts';

export const CycleStatus = Type.Union([
  Type.Literal('DRAFT'),
  Type.Literal('APPLIED'),
  Type.Literal('CLOSED'),
]);
export type CycleStatus = Static<typeof CycleStatus>;

export const BillingCycle = Type.Object({
  id: Id,
  organizationId: Id,
  month: Type.Integer(),
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

export const CreateCycle = Type.Object(
  { ...CalendarMonth, organizationId: Type.Optional(Id) },
  { additionalProperties: false },
);

export const ListCyclesQuery = Type.Object(
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

export const ReopenCycle = Type.Object({ reason: Line(500) }, { additionalProperties: false });

/** Some of the houses with draft charges; without `houseIds` all of them. */
export const ApplyCycle = Type.Object(
  { houseIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 10_000, uniqueItems: true })) },
  { additionalProperties: false },
);

export const CycleParams = Type.Object({ cycleId: IdText });

export const AppliedCycle = Type.Object({
  cycle: BillingCycle,
  chargesApplied: Type.Integer(),
  ledgerEntriesCreated: Type.Integer({ description: 'Charges of 0.00 book nothing' }),
  accountsUpdated: Type.Integer(),
  totalAmount: MoneyText,
});
export type AppliedCycle = Static<typeof AppliedCycle>;
