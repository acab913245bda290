// Common to all records of the registry: a version, an audit entry for every change, and a response that lists the applied months
// that the change comes too late for.
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import { recordChanges, type AuditedFields } from '@kvartplata/platform/audit/audit.repository.ts';
import { entityTag, requireVersion } from '@kvartplata/platform/http/entity-tag.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../access.service.ts';
import type { Deps } from '../deps.ts';
import type { BooksClient } from '../books-client.ts';
import type { HousePlace } from '../places.ts';
import {
  findAppliedMonths,
  type Confirmable,
  type FactDays,
} from '../applied-months/applied-months.service.ts';
import type { Trx } from '../../tables.ts';

/** The caller who changes the registry, and the client for billing's books. */
export type Editor = { readonly caller: Caller; readonly books: BooksClient };

/** A record with the version in its entity tag. */
export type Versioned<T> = { readonly record: T; readonly version: number };

/** A record after its change. */
export type Changed<T> = Versioned<T> & { readonly appliedMonths: AppliedMonths };

export async function editorOf(
  { access, books }: Pick<Deps, 'access' | 'books'>,
  request: FastifyRequest,
): Promise<Editor> {
  return { caller: await access.callerOf(request), books };
}

/** The confirmation in a PUT that charged months may lose their days. */
export function confirmedBy({
  query,
}: {
  readonly query: { readonly confirmed?: boolean | undefined };
}): Confirmable {
  return { isConfirmed: query.confirmed === true };
}

/**
 * The locked row, if it exists and has the version that the caller has seen.
 * @throws Refusal not-found, version-stale
 */
export async function lockVersion<Row extends { readonly version: number }>(
  what: string,
  ifMatch: string | undefined,
  lock: () => Promise<Row | undefined>,
): Promise<Row> {
  const row = await lock();
  if (row === undefined) throw notFound(what);
  requireVersion(ifMatch, row.version);
  return row;
}

/** @throws Refusal validation-failed with every rule between fields that the body breaks */
export function refuseBrokenRules(errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  const detail = errors.map(({ path, message }) => `${path} ${message}`).join('; ');
  throw new Refusal('validation-failed', `The body is not valid: ${detail}`, { errors });
}

export type RecordChange = {
  readonly type: string;
  readonly id: number;
  readonly organizationId: number;
  /** Absent for a new record. */
  readonly before?: AuditedFields | undefined;
  /** Absent for a deleted record. */
  readonly after?: AuditedFields | undefined;
};

/** Writes `house.created`, `house.changed` or `house.deleted` into the audit log. */
export async function auditRecord(
  trx: Trx,
  caller: Pick<Caller, 'actor'>,
  change: RecordChange,
): Promise<void> {
  await auditRecords(trx, caller, [change]);
}

/** A record before and after a change: at least one of them. */
type RecordedChange<T> = { readonly before: T; readonly after?: T } | { readonly after: T };

/** `auditRecord` for one kind of record, which includes its id. */
export function auditorOf<T extends AuditedFields & { readonly id: number }>(type: string) {
  return async (
    trx: Trx,
    caller: Pick<Caller, 'actor'>,
    { organizationId }: Pick<HousePlace, 'organizationId'>,
    change: RecordedChange<T>,
  ): Promise<void> => {
    const { id } = 'before' in change ? change.before : change.after;
    await auditRecord(trx, caller, { type, id, organizationId, ...change });
  };
}

/** Like `auditRecord`, for many records in one statement. */
export async function auditRecords(
  trx: Trx,
  { actor }: Pick<Caller, 'actor'>,
  changes: readonly RecordChange[],
): Promise<void> {
  const audited = changes.map(({ type, id, organizationId, before, after }) => {
    const verb = before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed';
    return {
      action: `${type}.${verb}` as const,
      object: { type, id },
      organizationId,
      before,
      after,
    };
  });
  await recordChanges(trx, actor, audited);
}

/** The applied months that a fact affects; `null` days for a fact that affects no charge. */
export async function appliedMonthsOf(
  { books, caller }: Editor,
  house: HousePlace,
  days: FactDays | null,
): Promise<AppliedMonths> {
  return days === null ? [] : findAppliedMonths(books, house, days, caller.actor.requestId);
}

/** Responds with the record, and its version in the `ETag` header. */
export function answerRecord<T>(reply: FastifyReply, { record, version }: Versioned<T>): T {
  void reply.header('etag', entityTag(version));
  return record;
}

export function answerChanged<T extends object>(
  reply: FastifyReply,
  { appliedMonths, ...versioned }: Changed<T>,
): T & { readonly appliedMonths: AppliedMonths } {
  return { ...answerRecord(reply, versioned), appliedMonths };
}

/** @param addressOfRecord by the new id */
export function answerCreated<T extends { readonly id: number }>(
  reply: FastifyReply,
  addressOfRecord: (id: number) => string,
  created: Changed<T>,
): T & { readonly appliedMonths: AppliedMonths } {
  void reply.header('location', addressOfRecord(created.record.id));
  return answerChanged(reply, created);
}

/** 204 has no body: the months are in the `Applied-Months` header, empty for none, `unknown` when billing is unavailable. */
export function answerDeleted(reply: FastifyReply, appliedMonths: AppliedMonths): undefined {
  const months = appliedMonths === null ? 'unknown' : appliedMonths.join(', ');
  void reply.header('applied-months', months);
}
