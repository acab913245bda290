// The seal of a closed month: hashes of its books, and whether the books still give them.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Id, InstantText, MonthText, Nullable } from '../scalars.ts';
import { CheckOutcome } from './closing-checks.ts';

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 in hexadecimal' });

/** What is wrong with a house's chain; `number` is the link's, null where an entry has none. */
export const ChainFault = Type.Object({
  houseId: Id,
  number: Nullable(Type.Integer()),
  period: Nullable(MonthText),
  fault: Type.Union([Type.Literal('entries'), Type.Literal('order'), Type.Literal('unlinked')]),
});

/** A closing that was taken back, with the seal that it had; months were once closed without any. */
export const ReopenedSeal = Type.Object({
  sealedAt: InstantText,
  turnoverHash: Nullable(Hash),
  chainHash: Nullable(Hash),
  reopenedAt: InstantText,
  by: Type.Integer({ description: 'The id of the user' }),
  reason: Type.String(),
});

/** Until the month is closed there is no seal, and only what its books give now is told. */
export const MonthSeal = Type.Object({
  billingCycleId: Id,
  period: MonthText,
  sealedAt: Nullable(InstantText),
  turnoverHash: Nullable(Hash),
  chainHash: Nullable(Hash),
  isValid: Nullable(
    Type.Boolean({ description: 'The books give these hashes still, and the month’s links hold' }),
  ),
  found: Type.Object(
    { houses: Type.Integer(), accounts: Type.Integer(), turnoverHash: Hash, chainHash: Hash },
    { description: 'What the books give now' },
  ),
  chainFaults: Type.Array(ChainFault),
  reopened: Type.Array(ReopenedSeal, {
    description: 'Undone closings, newest first',
  }),
  checks: Nullable(
    Type.Array(CheckOutcome, { description: 'Results of the checks at the closing' }),
  ),
});
export type MonthSeal = Static<typeof MonthSeal>;

export const getMonthSeal = endpoint({
  id: 'getMonthSeal',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/cycles/:cycleId/seal',
  tag: 'seals',
  summary: 'Get the seal of a month',
  description:
    'The hashes of a closed month’s books, and whether the books still give them; of an open month only what its books ' +
    'give now. Computed again each time.',
  access: 'viewer',
  answers: { 200: MonthSeal },
  refusals: ['not-found'],
});
