// The audit log of a service: who changed what, when, and the values before and after. It is append-only.
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import Type, { type Static } from 'typebox';
import { endpoint, type ServiceName } from './endpoint.ts';
import { Page, PageQuery } from './page.ts';
import { Id, IdText, InstantText, Nullable } from './scalars.ts';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z$/;

/** Decodes a day or an instant to an instant; `daysLater` is for the end of a range of days. */
function Moment(description: string, daysLater: number) {
  return Type.Codec(
    Type.Refine(
      Type.String({ maxLength: 30, description }),
      (text) => momentOf(text, daysLater) !== undefined,
      () => 'must be a day YYYY-MM-DD or an instant such as 2026-07-01T09:00:00Z',
    ),
  )
    .Decode((text) => momentOf(text, daysLater) ?? new Date(Number.NaN))
    .Encode((moment) => moment.toISOString());
}

function momentOf(text: string, daysLater: number): Date | undefined {
  try {
    if (INSTANT.test(text)) return new Date(Temporal.Instant.from(text).epochMilliseconds);
    return new Date(`${parseDay(text).add({ days: daysLater }).toString()}T00:00:00+03:00`);
  } catch {
    return undefined;
  }
}

const AuditQuery = Type.Object(
  {
    organizationId: Type.Optional(IdText),
    who: Type.Optional(IdText),
    what: Type.Optional(
      Type.String({
        pattern: '^[a-z]+(-[a-z]+)*(\\.[a-z]+(-[a-z]+)*)?$',
        maxLength: 60,
        description: 'An action such as cycle.applied, or its first word for all of that kind',
      }),
    ),
    object: Type.Optional(
      Type.String({
        pattern: '^[a-z]+(-[a-z]+)*(:[A-Za-z0-9-]{1,64})?$',
        maxLength: 100,
        description: 'What was changed, such as cycle:12, or cycle for all of that kind',
      }),
    ),
    from: Type.Optional(Moment('The first day, or the first instant; days are in Moscow', 0)),
    to: Type.Optional(
      Moment('The last day, or the instant before which it happened; days are in Moscow', 1),
    ),
    ...PageQuery,
  },
  { additionalProperties: false },
);

/** They follow no current schema: an entry stays as it was written, even if the record's fields change later. */
function AuditedFields(description: string) {
  return Nullable(Type.Record(Type.String(), Type.Unknown(), { description }));
}

export const AuditEntry = Type.Object({
  id: Id,
  at: InstantText,
  organizationId: Nullable(Id),
  userId: Nullable(Id),
  apiKeyId: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The API key that the user’s request came with' }),
  ),
  action: Type.String({ description: 'The object and what happened to it, such as cycle.applied' }),
  objectType: Type.String(),
  objectId: Type.String(),
  before: AuditedFields('The fields before the change, null if there were none'),
  after: AuditedFields('The fields after the change, null if there are none'),
  requestId: Type.String(),
});
export type AuditEntry = Static<typeof AuditEntry>;

/** Each service has its own log, at the same path. */
export function auditLog(id: string, service: ServiceName, access: 'owner' | 'admin') {
  return endpoint({
    id,
    service,
    method: 'GET',
    path: '/api/audit',
    tag: 'audit',
    summary: `List changes in the ${service}-service`,
    description:
      'Newest first. Entries are only added; each names the request that made the change.',
    access,
    query: AuditQuery,
    answers: { 200: Page(AuditEntry) },
    refusals: ['not-found', 'forbidden'],
  });
}
