// A new owner of a flat: the account ends and its successor begins, in one request.
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
        { maxItems: 100, description: 'What the meters of the account show on that day' },
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
      '`major-repairs-debt`: by law the debt of major repairs passes to the new owner with the flat; here it stays on the ' +
      'former account until it is moved by hand',
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
    'The account ends on the day before `on`, and a new one begins with its room, share and owners, and its account ' +
    'services. A meter’s volume is divided between the two accounts at the given reading; without a reading, by days. ' +
    'Without a number the new account gets the old number with `-2`, `-3` … The debt stays with the old account. The ' +
    'answer is the new account.',
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
