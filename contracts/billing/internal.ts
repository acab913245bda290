// What core asks billing about a house before and after it changes a fact, service to service.
import Type, { type Static } from 'typebox';
import { IdText, Month, MonthText } from '../scalars.ts';

export const HouseBooksQuery = Type.Object(
  {
    /** The first month that the fact counts in. */
    from: Type.Optional(Month),
    to: Type.Optional(Month),
    personalAccountId: Type.Optional(IdText),
    houseServiceId: Type.Optional(IdText),
  },
  { additionalProperties: false },
);

/** GET /api/internal/houses/:houseId/books: what billing's books hold of a house. */
export const HouseBooks = Type.Object({
  appliedMonths: Type.Array(MonthText, {
    description: 'Months of the range that are in the ledger, in their order',
  }),
  chargedMonths: Type.Array(MonthText, {
    description: 'Those of them in which the account or service that is named is charged',
  }),
  hasCharges: Type.Boolean({
    description: 'Whether the house, or the account or service that is named, was ever charged',
  }),
});
export type HouseBooks = Static<typeof HouseBooks>;
