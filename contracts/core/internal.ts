// What billing asks core about organizations, houses and accounts, service to service.
import Type, { type Static } from 'typebox';
import { OrganizationRole } from '../access.ts';
import { Id, MonthText, Nullable } from '../scalars.ts';

/** GET /api/internal/users/:userId/memberships */
export const Memberships = Type.Object({
  memberships: Type.Array(Type.Object({ organizationId: Id, role: OrganizationRole })),
});
export type Memberships = Static<typeof Memberships>;

/** GET /api/internal/organizations/:id, also a 404 */
export const OrganizationSummary = Type.Object({
  organizationId: Id,
  /** The month of the first day of any of its accounts; null while it has none. */
  firstMonth: Nullable(MonthText),
});
export type OrganizationSummary = Static<typeof OrganizationSummary>;

/** GET /api/internal/organizations/:id/houses, also a 404 */
export const OrganizationHouses = Type.Object({
  houseIds: Type.Array(Id),
  houseAccounts: Type.Array(Type.Integer(), {
    description: 'Personal accounts of each house, closed ones too, in the order of houseIds',
  }),
  accounts: Type.Integer({ description: 'Personal accounts of all these houses together' }),
});
export type OrganizationHouses = Static<typeof OrganizationHouses>;

/** GET /api/internal/houses/:id, also a 404 */
export const HouseSummary = Type.Object({
  houseId: Id,
  organizationId: Id,
  address: Type.String(),
  accounts: Type.Integer(),
});
export type HouseSummary = Static<typeof HouseSummary>;

/** GET /api/internal/personal-accounts/:id, also a 404 */
export const AccountSummary = Type.Object({
  personalAccountId: Id,
  houseId: Id,
  organizationId: Id,
  accountNumber: Type.String(),
});
export type AccountSummary = Static<typeof AccountSummary>;

/** POST /api/internal/organizations/:id/personal-accounts, also a 404: which of the numbers are accounts. */
export const AccountNumbers = Type.Object(
  { accountNumbers: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1000 }) },
  { additionalProperties: false },
);
export const AccountSummaries = Type.Object({ accounts: Type.Array(AccountSummary) });
export type AccountSummaries = Static<typeof AccountSummaries>;

/** POST /api/internal/account-cards: what paper says of an account; one that does not exist is left out. */
export const AccountIds = Type.Object(
  { personalAccountIds: Type.Array(Id, { maxItems: 1000 }) },
  { additionalProperties: false },
);
export const AccountCard = Type.Object({
  personalAccountId: Id,
  houseId: Id,
  organizationName: Type.String(),
  accountNumber: Type.String(),
  payer: Type.String(),
  /** Of the house. */
  address: Type.String(),
  roomNumber: Type.String(),
  roomKind: Type.Union([Type.Literal('residential'), Type.Literal('non-residential')]),
});
export type AccountCard = Static<typeof AccountCard>;
export const AccountCards = Type.Object({ accounts: Type.Array(AccountCard) });
