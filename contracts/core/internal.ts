// What billing asks core about organizations, houses and accounts, service to service.
import Type, { type Static } from 'typebox';
import { Id } from '../scalars.ts';

export const OrganizationRole = Type.Union([
  Type.Literal('owner'),
  Type.Literal('accountant'),
  Type.Literal('viewer'),
]);
export type OrganizationRole = Static<typeof OrganizationRole>;

const RANKS: Readonly<Record<OrganizationRole, number>> = { viewer: 1, accountant: 2, owner: 3 };

/** Whether who holds one role may do what another is needed for: an owner may do all that an accountant may. */
export function roleCovers(held: OrganizationRole, needed: OrganizationRole): boolean {
  return RANKS[held] >= RANKS[needed];
}

/** GET /api/internal/users/:userId/memberships */
export const Memberships = Type.Object({
  memberships: Type.Array(Type.Object({ organizationId: Id, role: OrganizationRole })),
});
export type Memberships = Static<typeof Memberships>;

/** GET /api/internal/organizations/:id/houses, also a 404 */
export const OrganizationHouses = Type.Object({
  houseIds: Type.Array(Id),
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
