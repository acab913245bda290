// The verifications of a meter: until which day each proved that it counts correctly.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Day, DayText, Id, Line, Nullable } from '../scalars.ts';
import { Written } from './applied-months.ts';

export const NewMeterVerification = Type.Object(
  {
    verifiedOn: Day,
    verifiedUntil: Day,
    basis: Type.Optional(Type.Union([Line(500), Type.Null()], { description: 'The certificate' })),
  },
  { additionalProperties: false },
);

export const MeterVerification = Type.Object({
  id: Id,
  houseId: Id,
  meterId: Id,
  verifiedOn: DayText,
  verifiedUntil: DayText,
  basis: Nullable(Type.String()),
});
export type MeterVerification = Static<typeof MeterVerification>;

export const WrittenMeterVerification = Written(MeterVerification);
export type WrittenMeterVerification = Static<typeof WrittenMeterVerification>;

export const listMeterVerifications = endpoint({
  id: 'listMeterVerifications',
  service: 'core',
  method: 'GET',
  path: '/api/meters/:meterId/verifications',
  tag: 'meters',
  summary: 'List the verifications of a meter',
  description: 'Newest first.',
  access: 'viewer',
  query: Type.Object(PageQuery, { additionalProperties: false }),
  answers: { 200: Page(MeterVerification) },
  refusals: ['not-found'],
});

export const createMeterVerification = endpoint({
  id: 'createMeterVerification',
  service: 'core',
  method: 'POST',
  path: '/api/meters/:meterId/verifications',
  tag: 'meters',
  summary: 'Record a verification of a meter',
  description:
    'One per day, not after today. The latest says until when the meter counts; earlier months are charged by the ' +
    'verification in force on their last day. A verification is never changed.',
  access: 'owner',
  body: NewMeterVerification,
  answers: { 201: WrittenMeterVerification },
  refusals: ['not-found', 'verification-exists'],
});

export const getMeterVerification = endpoint({
  id: 'getMeterVerification',
  service: 'core',
  method: 'GET',
  path: '/api/meter-verifications/:verificationId',
  tag: 'meters',
  summary: 'Get a verification of a meter',
  description: 'It has no version: it is recorded once and never changed.',
  access: 'viewer',
  answers: { 200: MeterVerification },
  refusals: ['not-found'],
});

export const deleteMeterVerification = endpoint({
  id: 'deleteMeterVerification',
  service: 'core',
  method: 'DELETE',
  path: '/api/meter-verifications/:verificationId',
  tag: 'meters',
  summary: 'Delete a verification that was recorded by mistake',
  description:
    'The previous one counts again; without one, what was stored of the meter before the first. The header ' +
    '`Applied-Months` lists the applied months that it concerns.',
  access: 'owner',
  answers: { 204: null },
  refusals: ['not-found'],
});
