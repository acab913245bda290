// Another owner of a flat: the account ends, and its successor begins, in one request.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Day, Id, Line } from '../scalars.ts';
import { ConfirmedQuery, Written } from './applied-months.ts';
import { MeterValue } from './meters.ts';
import { AccountNumber, PersonalAccount } from './personal-accounts.ts';
import { READING_RULES } from './readings.ts';

export const NewAccountTransfer = Type.Object(
  {
    on: Day,
    payer: Line(200),
    accountNumber: Type.Optional(AccountNumber),
    registeredPersons: Type.Integer({ minimum: 0, maximum: 1000 }),
    readings: Type.Optional(
      Type.Array(
        Type.Object(
          {
            meterId: Id,
            value: MeterValue,
            rollover: Type.Optional(
              Type.Boolean({ description: 'The counter passed its highest figure before' }),
            ),
          },
          { additionalProperties: false },
        ),
        { maxItems: 100, description: 'What the meters of the account show on the day' },
      ),
    ),
  },
  { additionalProperties: false },
);

export const TRANSFER_REMARKS = ['major-repairs-debt'] as const;

export const TransferredAccount = Type.Object({
  ...PersonalAccount.properties,
  formerAccountId: Id,
  remarks: Type.Array(Type.Enum(TRANSFER_REMARKS), {
    description:
      '`major-repairs-debt`: the debt of major repairs passes on with the flat by law, and stays on the former ' +
      'account here until it is moved by hand',
  }),
});
export type TransferredAccount = Static<typeof TransferredAccount>;

export const createAccountTransfer = endpoint({
  id: 'createAccountTransfer',
  service: 'core',
  method: 'POST',
  path: '/api/personal-accounts/:personalAccountId/transfer',
  tag: 'personal-accounts',
  summary: 'Transfer an account to a new owner',
  description:
    'The account ends on the day before `on`, and a new one begins with its room, share and owners, and what differs ' +
    'from the house for it. A meter with a reading is counted up to it by the old account, and from it on by the new ' +
    'one; one without is shared by days. Without a number the new account gets the old one with `-2`, `-3` … The debt ' +
    'stays with the old account. The answer is the new account.',
  access: 'owner',
  query: ConfirmedQuery,
  body: NewAccountTransfer,
  ifMatch: true,
  answers: { 201: Written(TransferredAccount) },
  refusals: [
    'not-found',
    'months-charged',
    'account-number-taken',
    'share-exceeded',
    'meter-removed',
    'meter-out-of-order',
    'reading-needed',
    'readings-contradict',
    ...READING_RULES,
    'serial-number-taken',
  ],
});
