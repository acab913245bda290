// Temporary absences: persons of an account who are away for some days. PUT replaces.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Day, DayText, Id, Line } from '../scalars.ts';
import { Written } from './applied-months.ts';

/** The body of POST and PUT. */
export const AbsenceBody = Type.Object(
  {
    /** The first full day away: the one after leaving. */
    from: Day,
    /** The last day away, inclusive: the one before coming back. */
    to: Day,
    persons: Type.Integer({ minimum: 1, maximum: 1000 }),
    /** The document that proves it. */
    basis: Line(500),
  },
  { additionalProperties: false },
);

const AbsencesQuery = Type.Object(PageQuery, { additionalProperties: false });

export const Absence = Type.Object({
  id: Id,
  houseId: Id,
  personalAccountId: Id,
  from: DayText,
  to: DayText,
  persons: Type.Integer(),
  basis: Type.String(),
  fullDays: Type.Integer({ description: 'From `from` to `to`, both counted' }),
  isRecalculated: Type.Boolean({
    description: 'Whether it changes charges: only if more than five full days in a row',
  }),
});
export type Absence = Static<typeof Absence>;

export const WrittenAbsence = Written(Absence);
export type WrittenAbsence = Static<typeof WrittenAbsence>;

export const listAbsences = endpoint({
  id: 'listAbsences',
  service: 'core',
  method: 'GET',
  path: '/api/personal-accounts/:personalAccountId/absences',
  tag: 'absences',
  summary: 'List the absences of an account',
  description: 'The latest start comes first.',
  access: 'viewer',
  query: AbsencesQuery,
  answers: { 200: Page(Absence) },
  refusals: ['not-found'],
});

export const createAbsence = endpoint({
  id: 'createAbsence',
  service: 'core',
  method: 'POST',
  path: '/api/personal-accounts/:personalAccountId/absences',
  tag: 'absences',
  summary: 'Record an absence',
  description:
    'Full days within the account’s life, without the days of leaving and return; more than five in a row are ' +
    'recalculated. No more persons may be absent on a day than are registered.',
  access: 'accountant',
  body: AbsenceBody,
  answers: { 201: WrittenAbsence },
  refusals: ['not-found', 'absence-of-too-many'],
});

export const getAbsence = endpoint({
  id: 'getAbsence',
  service: 'core',
  method: 'GET',
  path: '/api/absences/:absenceId',
  tag: 'absences',
  summary: 'Get an absence',
  description: 'With its version in `ETag`.',
  access: 'viewer',
  answers: { 200: Absence },
  refusals: ['not-found'],
});

export const replaceAbsence = endpoint({
  id: 'replaceAbsence',
  service: 'core',
  method: 'PUT',
  path: '/api/absences/:absenceId',
  tag: 'absences',
  summary: 'Replace an absence',
  description: 'The rules are those of a new one. A changed document counts in no month.',
  access: 'accountant',
  body: AbsenceBody,
  ifMatch: true,
  answers: { 200: WrittenAbsence },
  refusals: ['not-found', 'absence-of-too-many'],
});

export const deleteAbsence = endpoint({
  id: 'deleteAbsence',
  service: 'core',
  method: 'DELETE',
  path: '/api/absences/:absenceId',
  tag: 'absences',
  summary: 'Delete an absence',
  description: 'The header `Applied-Months` lists the applied months that it concerns.',
  access: 'accountant',
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found'],
});
