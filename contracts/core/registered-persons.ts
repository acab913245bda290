// How many persons are registered at a personal account, from a certain day on.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page } from '../page.ts';
import { Day, DayText, IdText } from '../scalars.ts';
import { Written } from './applied-months.ts';

/** `count` persons from `validFrom` on, until the next entry. */
export const NewRegisteredPersons = Type.Object(
  { count: Type.Integer({ minimum: 0, maximum: 1000 }), validFrom: Day },
  { additionalProperties: false },
);

const EntryParams = Type.Object({ personalAccountId: IdText, validFrom: Day });

export const RegisteredPersons = Type.Object({ count: Type.Integer(), validFrom: DayText });
export type RegisteredPersons = Static<typeof RegisteredPersons>;

export const WrittenRegisteredPersons = Written(RegisteredPersons);
export type WrittenRegisteredPersons = Static<typeof WrittenRegisteredPersons>;

export const listRegisteredPersons = endpoint({
  id: 'listRegisteredPersons',
  service: 'core',
  method: 'GET',
  path: '/api/personal-accounts/:personalAccountId/registered-persons',
  tag: 'registered-persons',
  summary: 'List the numbers of registered persons',
  description:
    'The whole history in the order of days, on one page with a null `nextCursor`. Each count holds until the next ' +
    'entry.',
  access: 'viewer',
  answers: { 200: Page(RegisteredPersons) },
  refusals: ['not-found'],
});

export const writeRegisteredPersons = endpoint({
  id: 'writeRegisteredPersons',
  service: 'core',
  method: 'POST',
  path: '/api/personal-accounts/:personalAccountId/registered-persons',
  tag: 'registered-persons',
  summary: 'Record the number of registered persons from a day on',
  description:
    'An entry of the same day is replaced. The day has to be within the account’s life. `If-Match` and `ETag` hold the ' +
    'version of the account.',
  access: 'owner',
  body: NewRegisteredPersons,
  ifMatch: true,
  answers: { 201: WrittenRegisteredPersons },
  refusals: ['not-found'],
});

export const getRegisteredPersons = endpoint({
  id: 'getRegisteredPersons',
  service: 'core',
  method: 'GET',
  path: '/api/personal-accounts/:personalAccountId/registered-persons/:validFrom',
  tag: 'registered-persons',
  summary: 'Get the entry that begins on a day',
  description: 'The count holds until the next entry.',
  access: 'viewer',
  params: EntryParams,
  answers: { 200: RegisteredPersons },
  refusals: ['not-found'],
});

export const deleteRegisteredPersons = endpoint({
  id: 'deleteRegisteredPersons',
  service: 'core',
  method: 'DELETE',
  path: '/api/personal-accounts/:personalAccountId/registered-persons/:validFrom',
  tag: 'registered-persons',
  summary: 'Delete the entry that begins on a day',
  description:
    'The previous count then holds. Some count has to remain for the day of opening. `If-Match` holds the version of ' +
    'the account.',
  access: 'owner',
  params: EntryParams,
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found', 'first-persons-stay'],
});
