// What core gives billing of a company that moves in, service to service: the balances of its accounts, to be booked as a whole
// and taken back so.
import { SERVICE_KINDS } from '@kvartplata/domain/charging/house-facts.ts';
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Id, Month, MonthText, Nullable } from '../scalars.ts';

const OpeningKind = Type.Union([
  Type.Literal('principal'),
  Type.Literal('penalty'),
  Type.Literal('advance'),
]);

/** A sum of an account, as core has judged it. */
export const MoveOpeningRow = Type.Object({
  line: Type.Integer({ minimum: 1, description: 'Of the file' }),
  houseId: Id,
  personalAccountId: Id,
  account: Type.String({ maxLength: 30, description: 'Its number' }),
  month: MonthText,
  kind: OpeningKind,
  amount: Type.String({ pattern: '^[0-9]{1,9}\\.[0-9]{2}$', description: 'Roubles, above zero' }),
  houseServiceId: Nullable(Id),
  serviceName: Nullable(Type.String({ minLength: 1, maxLength: 200 })),
  serviceKind: Nullable(Type.Enum(SERVICE_KINDS)),
});
export type MoveOpeningRow = Static<typeof MoveOpeningRow>;

/** The opening of a move as it is. */
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
});
export type MoveOpening = Static<typeof MoveOpening>;

/** Whether a move may be made or taken back. */
export const MoveBooks = Type.Object({
  closedMonth: Nullable(MonthText),
  chargedHouses: Type.Array(Id, {
    description: 'Those with charges, drafts included, or with entries other than of openings',
  }),
});
export type MoveBooks = Static<typeof MoveBooks>;

export const checkMoveBooks = endpoint({
  id: 'checkMoveBooks',
  service: 'billing',
  method: 'POST',
  path: '/api/internal/move-books',
  tag: 'internal',
  summary: 'Check the books before a move is made or taken back',
  description:
    'The last closed month from the given one on, and which of the houses have anything in the books.',
  access: 'service',
  body: Type.Object(
    { organizationId: Id, since: Month, houseIds: Type.Array(Id, { maxItems: 10_000 }) },
    { additionalProperties: false },
  ),
  answers: { 200: MoveBooks },
  refusals: [],
});

export const giveMoveOpenings = endpoint({
  id: 'giveMoveOpenings',
  service: 'billing',
  method: 'POST',
  path: '/api/internal/moves/:moveId/openings',
  tag: 'internal',
  summary: 'Give a piece of the opening balances of a move',
  description: 'Again and again the same piece is one. Nothing is booked yet.',
  access: 'service',
  body: Type.Object(
    {
      organizationId: Id,
      asOf: Month,
      fileName: Type.String({ minLength: 1, maxLength: 255 }),
      fileHash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
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
    'Queues the booking of all pieces, all or nothing, once; then it answers how it goes on.',
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
    'Queues what takes them back, once; then it answers how it goes on. One that was never booked is none.',
  access: 'service',
  body: Type.Object({ organizationId: Id, requestedBy: Id }, { additionalProperties: false }),
  answers: { 200: MoveOpening },
  refusals: ['not-found'],
});
