// The rules for penalties: those of the law, and those that owners set for a house or an organization instead.
import type {
  PenaltyRuleBody,
  PenaltyRule,
  PenaltyRules,
  PenaltyRuleChange,
} from '@kvartplata/contracts/billing/penalty-rules.ts';
import { monthOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { compareDays, daysBetween, formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { dueDayRuleOf } from '@kvartplata/domain/regulation/penalty/due-date.ts';
import { endingWithin, penaltyLaw } from '@kvartplata/domain/regulation/penalty/law-calendar.ts';
import type { OwnRules } from '@kvartplata/domain/regulation/penalty/own-rules.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { requireVersion, type Named } from '@kvartplata/platform/http/entity-tag.ts';
import { invalidField, notFound } from '@kvartplata/platform/http/refusal.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { StaticDecode } from 'typebox';
import type { Caller } from '../../access/access.service.ts';
import { requireHouse } from '../../access/places.ts';
import { RULE_ALLOCATION_QUEUE } from '../../payments/payments/allocations.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { readRuleValue, RuleValueError, toOwnRule } from './penalty-rule-value.ts';
import * as rules from './penalty-rules.repository.ts';
import type { PenaltyRuleRow } from './penalty-rules.repository.ts';

const WARNING_DAYS = 60;

/** A rule and the version that its entity tag names. */
export type VersionedRule = { readonly rule: PenaltyRule; readonly version: number };

type NewRule = StaticDecode<typeof PenaltyRuleBody>;
type RuleFields = StaticDecode<typeof PenaltyRuleChange>;

const FIRST_YEAR = 2000;
/** The other kinds determine when a debt is due, or concern money. */
const OF_SOME_DEBTS: ReadonlySet<PenaltyRule['kind']> = new Set(['rate-cap', 'scale', 'method']);

/**
 * The law's rules, those set by the caller's organizations and their houses, and which of all of them end soon.
 * @throws Refusal not-found
 */
export async function listRulesFor(
  caller: Caller,
  {
    organizationId,
    houseId,
  }: { readonly organizationId?: number | undefined; readonly houseId?: number | undefined },
  today: Temporal.PlainDate,
): Promise<PenaltyRules> {
  const house = houseId === undefined ? undefined : await requireHouse(caller, houseId);
  const organizationIds = await caller.organizationsOf(organizationId ?? house?.organizationId);
  const items = await rules.listPenaltyRules(caller.db, { organizationIds, houseId });
  return {
    items: [...items],
    law: penaltyLaw.map(({ validFrom, validTo, dueTo, description, descriptionRu }) => ({
      validFrom: formatDay(validFrom),
      validTo: validTo === null ? null : formatDay(validTo),
      dueTo: dueTo === undefined ? null : formatDay(dueTo),
      description,
      descriptionRu,
    })),
    endingSoon: endingSoon(items, today),
  };
}

/** @throws Refusal not-found */
export async function getRule(caller: Caller, id: number): Promise<VersionedRule> {
  return toVersioned(await getOwnRow(caller, id));
}

async function getOwnRow(caller: Caller, id: number): Promise<PenaltyRuleRow> {
  return caller.getOwn(`penalty rule ${id}`, async () =>
    rules.findPenaltyRule(caller.db, caller.ownOrganizations(), id),
  );
}

/** The caller who changes a rule, and the queue for the work that follows. */
export type RuleDeps = { readonly caller: Caller; readonly queue: JobQueue };

/** Which month's debt a payment may cover depends on due days and limitations. */
const OF_ALLOCATION: ReadonlySet<PenaltyRule['kind']> = new Set([
  'due-day',
  'working-day',
  'limitation',
]);

async function allocateAgain(
  queue: JobQueue,
  trx: Trx,
  { organizationId, id, kind }: Pick<PenaltyRuleRow, 'organizationId' | 'id' | 'kind'>,
): Promise<void> {
  if (OF_ALLOCATION.has(kind))
    await queue.enqueue(trx, RULE_ALLOCATION_QUEUE, { organizationId, reference: id });
}

/** @throws Refusal validation-failed, not-found, forbidden, period-overlap */
export async function createRule(
  { caller, queue }: RuleDeps,
  body: NewRule,
): Promise<VersionedRule> {
  const { organizationId, houseId } = await placeOf(caller, body);
  const fields = fieldsOf(body.kind, body);
  return inTransaction(caller.db, async (trx) => {
    const place = { organizationId, houseId, kind: body.kind };
    const row = await rules.insertPenaltyRule(trx, { ...place, ...fields });
    await allocateAgain(queue, trx, row);
    await audit(trx, caller, 'created', { after: row });
    return toVersioned(row);
  });
}

/** @throws Refusal not-found, forbidden, validation-failed, version-stale, period-overlap */
export async function replaceRule(
  { caller, queue }: RuleDeps,
  named: Named,
  body: RuleFields,
): Promise<VersionedRule> {
  const own = await getOwnRow(caller, named.id);
  const fields = fieldsOf(own.kind, body);
  return inTransaction(caller.db, async (trx) => {
    const before = await lockVersion(trx, own, named.ifMatch);
    const row = await rules.updatePenaltyRule(trx, own, fields);
    await allocateAgain(queue, trx, row);
    await audit(trx, caller, 'changed', { before, after: row });
    return toVersioned(row);
  });
}

/** @throws Refusal not-found, forbidden, version-stale */
export async function deleteRule({ caller, queue }: RuleDeps, named: Named): Promise<void> {
  const own = await getOwnRow(caller, named.id);
  await inTransaction(caller.db, async (trx) => {
    const before = await lockVersion(trx, own, named.ifMatch);
    await rules.deletePenaltyRule(trx, own);
    await allocateAgain(queue, trx, own);
    await audit(trx, caller, 'deleted', { before });
  });
}

/** The rules that an organization's houses have set, in the form that penalties are calculated with. */
export async function readOwnRules(
  db: Db,
  organizationId: number,
): Promise<(houseId: number) => OwnRules> {
  const rows = await rules.listPenaltyRules(db, { organizationIds: [organizationId] });
  const ofHouse = Map.groupBy(rows, (row) => row.houseId);
  const rulesOf = (houseId: number | null) =>
    (ofHouse.get(houseId) ?? []).map((row) => toOwnRule(periodOf(row), debtsOf(row), row));
  return (houseId) => ({ house: rulesOf(houseId), organization: rulesOf(null) });
}

/** In all organizations. */
export async function listEndingSoon(
  db: Db,
  today: Temporal.PlainDate,
): Promise<PenaltyRules['endingSoon']> {
  return endingSoon(await rules.listPenaltyRules(db, { organizationIds: 'all' }), today);
}

function endingSoon(
  own: readonly PenaltyRule[],
  today: Temporal.PlainDate,
): PenaltyRules['endingSoon'] {
  const settled = own.map((rule) => ({
    ruleId: rule.id,
    description: `${rule.kind}: ${rule.basis}`,
    validFrom: parseDay(rule.validFrom),
    validTo: rule.validTo === null ? null : parseDay(rule.validTo),
  }));
  const law = penaltyLaw.map(({ validFrom, validTo, description }) => ({
    ruleId: null,
    description,
    validFrom,
    validTo,
  }));
  return endingWithin([...law, ...settled], today, WARNING_DAYS).map(
    ({ ruleId, description, validTo }) => ({
      ruleId,
      description,
      lastDay: formatDay(validTo),
      daysLeft: daysBetween(today, validTo),
    }),
  );
}

async function placeOf(
  caller: Caller,
  { organizationId, houseId }: NewRule,
): Promise<{ readonly organizationId: number; readonly houseId: number | null }> {
  if (houseId !== undefined && organizationId === undefined) {
    const house = await requireHouse(caller, houseId);
    return { organizationId: house.organizationId, houseId };
  }
  if (organizationId === undefined || houseId !== undefined)
    throw invalidField('/houseId', 'or organizationId is required, and not both', {
      code: 'either-or',
    });
  await caller.requireRole(organizationId);
  return { organizationId, houseId: null };
}

/** @throws Refusal validation-failed */
function fieldsOf(kind: PenaltyRule['kind'], body: RuleFields): rules.PenaltyRuleFields {
  const { validFrom, validTo = null, basis } = body;
  if (validFrom.year < FIRST_YEAR)
    throw invalidField('/validFrom', `is before ${FIRST_YEAR}-01-01`, {
      code: 'before-day',
      params: { day: `${FIRST_YEAR}-01-01` },
    });
  if (validTo !== null && compareDays(validTo, validFrom) < 0)
    throw invalidField('/validTo', 'is before validFrom', { code: 'ends-before-start' });
  if (kind === 'due-day' && dueDayRuleOf(monthOf(validFrom))?.mayBeAgreed === false)
    throw invalidField('/validFrom', 'lies where the law lets no other day be agreed', {
      code: 'law-fixed',
    });
  return {
    value: valueOf(kind, body),
    validFrom: formatDay(validFrom),
    validTo: validTo === null ? null : formatDay(validTo),
    ...dueDaysOf(kind, body),
    basis,
  };
}

/** @throws Refusal validation-failed */
function dueDaysOf(
  kind: PenaltyRule['kind'],
  { dueFrom = null, dueTo = null }: RuleFields,
): Pick<rules.PenaltyRuleFields, 'dueFrom' | 'dueTo'> {
  for (const [path, day] of [['/dueFrom', dueFrom] as const, ['/dueTo', dueTo] as const]) {
    if (day === null) continue;
    if (!OF_SOME_DEBTS.has(kind))
      throw invalidField(path, `a ${kind} is of all debts, whenever they were due`, {
        code: 'not-of-rule',
      });
    if (day.year < FIRST_YEAR)
      throw invalidField(path, `is before ${FIRST_YEAR}-01-01`, {
        code: 'before-day',
        params: { day: `${FIRST_YEAR}-01-01` },
      });
  }
  if (dueFrom !== null && dueTo !== null && compareDays(dueTo, dueFrom) < 0)
    throw invalidField('/dueTo', 'is before dueFrom', { code: 'ends-before-start' });
  return {
    dueFrom: dueFrom === null ? null : formatDay(dueFrom),
    dueTo: dueTo === null ? null : formatDay(dueTo),
  };
}

function valueOf(kind: PenaltyRule['kind'], { value }: RuleFields): PenaltyRule['value'] {
  try {
    return readRuleValue(kind, value);
  } catch (error) {
    if (!(error instanceof RuleValueError)) throw error;
    throw invalidField('/value', error.message, { code: 'wrong-form' });
  }
}

/** @throws Refusal not-found, version-stale */
async function lockVersion(
  trx: Trx,
  own: rules.OwnRule,
  ifMatch: Named['ifMatch'],
): Promise<PenaltyRuleRow> {
  const row = await rules.lockPenaltyRule(trx, own);
  if (row === undefined) throw notFound(`penalty rule ${own.id}`);
  requireVersion(ifMatch, row.version);
  return row;
}

async function audit(
  trx: Trx,
  { actor }: Caller,
  verb: 'created' | 'changed' | 'deleted',
  { before, after }: { readonly before?: PenaltyRuleRow; readonly after?: PenaltyRuleRow },
): Promise<void> {
  const row = after ?? before;
  await recordChange(trx, actor, {
    action: `penalty-rule.${verb}`,
    object: { type: 'penalty-rule', id: row?.id ?? 0 },
    organizationId: row?.organizationId ?? null,
    ...(before === undefined ? {} : { before: toVersioned(before).rule }),
    ...(after === undefined ? {} : { after: toVersioned(after).rule }),
  });
}

function periodOf({ validFrom: from, validTo: to }: PenaltyRuleRow) {
  return { validFrom: parseDay(from), validTo: to === null ? null : parseDay(to) };
}

function debtsOf({ dueFrom, dueTo }: PenaltyRuleRow) {
  return {
    dueFrom: dueFrom === null ? null : parseDay(dueFrom),
    dueTo: dueTo === null ? null : parseDay(dueTo),
  };
}

function toVersioned({ version, ...rule }: PenaltyRuleRow): VersionedRule {
  return { rule, version };
}
