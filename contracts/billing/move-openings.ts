// What core sends to billing when a company moves in, service to service: the balances of its accounts, booked and undone as a
// whole.
import { SERVICE_KINDS } from '@kvartplata/domain/charging/house-facts.ts';
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { JobErrorFields } from '../job-errors.ts';
import { Id, InstantText, Month, MonthText, Nullable } from '../scalars.ts';

const OpeningKind = Type.Union([
  Type.Literal('principal'),
  Type.Literal('penalty'),
  Type.Literal('advance'),
]);

/** A sum of an account, as checked by core. */
export const MoveOpeningRow = Type.Object(
  {
    line: Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'Of the file' }),
    houseId: Id,
    personalAccountId: Id,
    account: Type.String({ maxLength: 30, description: 'Its number' }),
    month: MonthText,
    kind: OpeningKind,
    amount: Type.String({ pattern: '^[0-9]{1,9}\\.[0-9]{2}$', description: 'Roubles, above zero' }),
    houseServiceId: Nullable(Id),
    serviceName: Nullable(Type.String({ minLength: 1, maxLength: 200 })),
    serviceKind: Nullable(Type.Enum(SERVICE_KINDS)),
  },
  { additionalProperties: false },
);
export type MoveOpeningRow = Static<typeof MoveOpeningRow>;

/** The current state of a move's opening balances. */
export const MoveOpening = Type.Object({
  openingImportId: Id,
  status: Type.Union([
    Type.Literal('QUEUED'),
    Type.Literal('RUNNING'),
    Type.Literal('COMPLETED'),
    Type.Literal('FAILED'),
    Type.Literal('UNDOING'),
    Type.Literal('UNDONE'),
  ]),
  processedRows: Type.Integer(),
  refused: Type.Integer(),
  ...JobErrorFields,
});
export type MoveOpening = Static<typeof MoveOpening>;

/**
 * Whether a move may be undone; the closed month is the last one, from the first month on in which it has bookings or charges.
 */
export const MoveBooks = Type.Object({
  closedMonth: Nullable(MonthText),
  bookedMonths: Type.Array(MonthText, {
    description: 'Months in which something was booked in the houses since, in their order',
  }),
  isBeingComputed: Type.Boolean({
    description: 'Whether a calculation of the houses is under way',
  }),
});
export type MoveBooks = Static<typeof MoveBooks>;

export const checkMoveBooks = endpoint({
  id: 'checkMoveBooks',
  service: 'billing',
  method: 'POST',
  path: '/api/internal/moves/:moveId/books',
  tag: 'internal',
  summary: 'Check the books before a move is undone',
  description: 'Later bookings that would be lost with it. Drafts and openings do not count.',
  access: 'service',
  body: Type.Object(
    {
      organizationId: Id,
      asOf: Month,
      storedAt: InstantText,
      houseIds: Type.Array(Id, { maxItems: 10_000 }),
    },
    { additionalProperties: false },
  ),
  answers: { 200: MoveBooks },
  refusals: [],
});

export const dropMoveDrafts = endpoint({
  id: 'dropMoveDrafts',
  service: 'billing',
  method: 'POST',
  path: '/api/internal/move-drafts/drop',
  tag: 'internal',
  summary: 'Drop the draft charges of the houses of a move',
  description: 'In months that are not applied, once the move is undone.',
  access: 'service',
  body: Type.Object(
    { organizationId: Id, houseIds: Type.Array(Id, { maxItems: 10_000 }) },
    { additionalProperties: false },
  ),
  answers: {
    200: Type.Object({ houseMonths: Type.Integer({ description: 'How many were dropped' }) }),
  },
  refusals: [],
});

/** Why billing would refuse a sum that core accepts. */
export const MOVE_REFUSALS = ['already-booked', 'month-charged', 'counted-from-differs'] as const;
export type MoveRefusal = (typeof MOVE_REFUSALS)[number];

/** The closed month is the organization's last: older debts are booked in the month after it. */
export const MoveJudgement = Type.Object({
  closedMonth: Nullable(MonthText),
  isBooked: Type.Boolean({
    description: 'The very same file is already booked and would add nothing',
  }),
  refused: Type.Array(
    Type.Object({
      line: Type.Integer(),
      code: Type.Enum(MOVE_REFUSALS),
      params: Type.Array(Type.String(), { description: 'What the reason is about' }),
    }),
  ),
});
export type MoveJudgement = Static<typeof MoveJudgement>;

const FileHash = Type.String({ pattern: '^[0-9a-f]{64}$' });

export const judgeMoveOpenings = endpoint({
  id: 'judgeMoveOpenings',
  service: 'billing',
  method: 'POST',
  path: '/api/internal/move-openings/judge',
  tag: 'internal',
  summary: 'Check opening balances of a move',
  description:
    'The sums that booking would refuse, one by one. Nothing is stored; without sums only the months are checked.',
  access: 'service',
  body: Type.Object(
    {
      organizationId: Id,
      asOf: Month,
      fileHash: FileHash,
      rows: Type.Array(MoveOpeningRow, { maxItems: 2000 }),
    },
    { additionalProperties: false },
  ),
  answers: { 200: MoveJudgement },
  refusals: [],
});

export const giveMoveOpenings = endpoint({
  id: 'giveMoveOpenings',
  service: 'billing',
  method: 'POST',
  path: '/api/internal/moves/:moveId/openings',
  tag: 'internal',
  summary: 'Store a piece of the opening balances of a move',
  description: 'Sending a piece again changes nothing. Nothing is booked yet.',
  access: 'service',
  body: Type.Object(
    {
      organizationId: Id,
      asOf: Month,
      fileName: Type.String({ minLength: 1, maxLength: 255 }),
      fileHash: FileHash,
      requestedBy: Id,
      number: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      rows: Type.Array(MoveOpeningRow, { minItems: 1, maxItems: 2000 }),
    },
    { additionalProperties: false },
  ),
  answers: { 200: MoveOpening },
  refusals: [],
});

const OfOrganization = Type.Object({ organizationId: Id }, { additionalProperties: false });

export const bookMoveOpenings = endpoint({
  id: 'bookMoveOpenings',
  service: 'billing',
  method: 'POST',
  path: '/api/internal/moves/:moveId/openings/book',
  tag: 'internal',
  summary: 'Book the opening balances of a move',
  description:
    'Queues the booking of all pieces once, all or nothing; repeated, it answers the state.',
  access: 'service',
  body: OfOrganization,
  answers: { 200: MoveOpening },
  refusals: ['not-found'],
});

export const undoMoveOpenings = endpoint({
  id: 'undoMoveOpenings',
  service: 'billing',
  method: 'POST',
  path: '/api/internal/moves/:moveId/openings/undo',
  tag: 'internal',
  summary: 'Take back the opening balances of a move',
  description:
    'Queues the undoing once; repeated, it answers the state. Nothing happens if none were booked.',
  access: 'service',
  body: Type.Object({ organizationId: Id, requestedBy: Id }, { additionalProperties: false }),
  answers: { 200: MoveOpening },
  refusals: ['not-found'],
});
