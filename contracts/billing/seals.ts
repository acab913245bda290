// What proves closed months to outsiders: their seals, the log of all seals, and proofs for single accounts.
import Type, { type Static, type StaticDecode } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Id, IdText, InstantText, Moment, MonthText, Nullable } from '../scalars.ts';
import { CheckOutcome } from './closing-checks.ts';

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 in hexadecimal' });
const HashPath = Type.Array(
  Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$', description: 'SHA-256 in base64' }),
);
const Note = Type.String({ description: 'A checkpoint as a C2SP signed note' });
const LogSize = Type.Codec(Type.String({ pattern: '^(0|[1-9][0-9]{0,11})$' }))
  .Decode((text) => Number(text))
  .Encode((size) => String(size));

/** What is wrong with a house's chain; `number` is the link's, null for an entry without one. */
export const ChainFault = Type.Object({
  houseId: Id,
  number: Nullable(Type.Integer()),
  period: Nullable(MonthText),
  fault: Type.Union([
    Type.Literal('entries'),
    Type.Literal('documents'),
    Type.Literal('order'),
    Type.Literal('unlinked'),
  ]),
});

/** A closing that was undone, with its seal. */
export const ReopenedSeal = Type.Object({
  sealedAt: InstantText,
  turnoverHash: Hash,
  chainHash: Hash,
  reopenedAt: InstantText,
  by: Type.Integer({ description: 'The id of the user' }),
  reason: Type.String(),
});

/** Until the month is closed there is no seal, only what follows from its books. */
export const MonthSeal = Type.Object({
  billingCycleId: Id,
  period: MonthText,
  sealedAt: Nullable(InstantText),
  turnoverHash: Nullable(Hash),
  chainHash: Nullable(Hash),
  papersHash: Nullable(Hash),
  logIndex: Nullable(Type.Integer({ description: 'Its place in the log of seals, from 0' })),
  isLogged: Nullable(
    Type.Boolean({
      description:
        'The seal is that of the closing, the lines that are kept with it give its turnoverHash, and the signed log has it ' +
        'at its place. Looked up each time; says nothing of the entries',
    }),
  ),
  verifiedAt: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'When the verification began that `isValid`, `found` and `chainFaults` are of; null before the first',
    }),
  ),
  isValid: Nullable(
    Type.Boolean({
      description:
        'Whether the books still gave these hashes and the links held, with every entry, link and paper of the month read. ' +
        'Null for an open month',
    }),
  ),
  found: Nullable(
    Type.Object(
      {
        houses: Type.Integer(),
        accounts: Type.Integer(),
        turnoverHash: Hash,
        chainHash: Hash,
        papersHash: Hash,
      },
      { description: 'What the books gave' },
    ),
  ),
  chainFaults: Nullable(Type.Array(ChainFault, { description: 'The first 1,000' })),
  askedAt: Type.String({
    format: 'date-time',
    description: 'Send it as `since` to ask for the same verification again',
  }),
  reopened: Type.Array(ReopenedSeal, {
    description: 'Undone closings, newest first',
  }),
  checks: Nullable(
    Type.Array(CheckOutcome, { description: 'Results of the checks at the closing' }),
  ),
});
export type MonthSeal = Static<typeof MonthSeal>;

const MonthSealQuery = Type.Object(
  {
    withinMs: Type.Optional(
      Type.Codec(Type.String({ pattern: '^(0|[1-9][0-9]{0,3})$' }))
        .Decode((text) => Number(text))
        .Encode((ms) => String(ms)),
    ),
    since: Type.Optional(Moment),
  },
  { additionalProperties: false },
);
export type MonthSealQuery = StaticDecode<typeof MonthSealQuery>;

export const getMonthSeal = endpoint({
  id: 'getMonthSeal',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/cycles/:cycleId/seal',
  tag: 'seals',
  summary: 'Get the seal of a month',
  description:
    'The hashes of a closed month’s books, and whether the books still give them; for an open month only what its books ' +
    'give. Each request verifies the month, shared with concurrent requests, and answers when that is done. `withinMs` ' +
    'limits the wait to 0–9999 milliseconds: if that is too short, the answer is what the last verification found, with ' +
    '`verifiedAt` before `askedAt`, and the new verification goes on. To get it, ask again with the first `askedAt` as ' +
    '`since`: a verification that began then or later is enough.',
  access: 'viewer',
  query: MonthSealQuery,
  answers: { 200: MonthSeal },
  refusals: ['not-found'],
});

export const SealsKey = Type.Object({
  origin: Type.String({ description: 'The name of the log' }),
  key: Type.String({ description: 'A C2SP verifier key: `name+id+key`' }),
  pastKeys: Type.Array(Type.String(), {
    description: 'Former keys, which signed heads of proofs already handed out',
  }),
});
export type SealsKey = Static<typeof SealsKey>;

export const getSealsKey = endpoint({
  id: 'getSealsKey',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/seals/key',
  tag: 'seals',
  summary: 'Get the key of the log of seals',
  description: 'A verifier of proofs notes it once, and compares it with others.',
  access: 'public',
  answers: { 200: SealsKey },
  refusals: [],
});

const Consistency = Type.Object(
  { checkpoint: Note, path: HashPath },
  { description: 'An earlier head of the log, and what proves that it has only grown since' },
);

const CheckpointQuery = Type.Object(
  { since: Type.Optional(LogSize), size: Type.Optional(LogSize) },
  { additionalProperties: false },
);
export type CheckpointQuery = StaticDecode<typeof CheckpointQuery>;

/** A checkpoint, the last one unless a size was given, with the cosignatures of witnesses. */
export const Checkpoint = Type.Object({ checkpoint: Note, consistency: Consistency });
export type Checkpoint = Static<typeof Checkpoint>;

export const getCheckpoint = endpoint({
  id: 'getCheckpoint',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/seals/checkpoint',
  tag: 'seals',
  summary: 'Get the signed head of the log of seals',
  description:
    'With `since`, the size of an earlier head, also the proof that the log continues that head; by default its own. ' +
    'With `size` it is the head that the log had at that size, so any two heads can be proved to be of one log. The log ' +
    'is shared by all organizations, and reveals nothing about them except when months were closed.',
  access: 'public',
  query: CheckpointQuery,
  answers: { 200: Checkpoint },
  refusals: ['not-found'],
});

const ProofQuery = Type.Object(
  { personalAccountId: IdText, since: Type.Optional(LogSize) },
  { additionalProperties: false },
);
export type ProofQuery = StaticDecode<typeof ProofQuery>;

/** Enough to verify an account's line of a month without network or database. Hashes are in base64. */
export const ReceiptProof = Type.Object({
  leaf: Type.String({ description: 'The account’s line of the month' }),
  index: Type.Integer({ description: 'Its place in the month’s tree, from 0' }),
  size: Type.Integer({ description: 'How many lines the month has' }),
  path: HashPath,
  seal: Type.Object(
    { leaf: Type.String(), index: Type.Integer(), path: HashPath },
    { description: 'The month’s line in the log of seals, and its place there' },
  ),
  checkpoint: Note,
  consistency: Consistency,
  key: Type.String({ description: 'The C2SP verifier key of the log' }),
});
export type ReceiptProof = Static<typeof ReceiptProof>;

export const getReceiptProof = endpoint({
  id: 'getReceiptProof',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/seals/:cycleId/proof',
  tag: 'seals',
  summary: 'Get the proof of an account’s month',
  description:
    'That the account’s line stands in the sealed month and the seal in the log. Saved as a file, it is verified with ' +
    '`npm run verify-proof -- <file>` or `tools/verify-proof.py`. `since` is the size of a head that was noted earlier; ' +
    'without it the first head that has the seal. 404 too for a month that is not closed, and an account without a line ' +
    'in it.',
  access: 'viewer',
  query: ProofQuery,
  answers: { 200: ReceiptProof },
  refusals: ['not-found'],
});
