// The penalty rules of houses and organizations, in SQL.
import type {
  PenaltyRuleKind,
  PenaltyRuleValue,
} from '@kvartplata/contracts/billing/penalty-rules.ts';
import { sql } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import { ofOrganizations } from '../../access/scope.ts';
import type { Db, Trx } from '../../tables.ts';

export type PenaltyRuleRow = {
  readonly id: number;
  readonly organizationId: number;
  readonly houseId: number | null;
  readonly kind: PenaltyRuleKind;
  readonly value: PenaltyRuleValue;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly dueFrom: string | null;
  readonly dueTo: string | null;
  readonly basis: string;
  readonly version: number;
};

const COLUMNS = [
  'id',
  'organizationId',
  'houseId',
  'kind',
  'value',
  'validFrom',
  'validTo',
  'dueFrom',
  'dueTo',
  'basis',
  'version',
] as const;

export type RuleScope = {
  readonly organizationIds: OrganizationIds;
  /** The rules of this house and of its organization as a whole; undefined also includes all houses. */
  readonly houseId?: number | undefined;
};

/** By organization, first its own rules, then those of its houses; each newest first. */
export async function listPenaltyRules(
  db: Db,
  { organizationIds, houseId }: RuleScope,
): Promise<readonly PenaltyRuleRow[]> {
  let query = db
    .selectFrom('penaltyRules')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('penaltyRules', organizationIds)}`)
    .orderBy('organizationId')
    .orderBy('houseId', (order) => order.asc().nullsFirst())
    .orderBy('validFrom', 'desc')
    .orderBy('id', 'desc');
  if (houseId !== undefined)
    query = query.where((where) =>
      where.or([where('houseId', 'is', null), where('houseId', '=', houseId)]),
    );
  return query.execute();
}

export async function findPenaltyRule(
  db: Db,
  organizationIds: OrganizationIds,
  id: number,
): Promise<PenaltyRuleRow | undefined> {
  return db
    .selectFrom('penaltyRules')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('penaltyRules', organizationIds)}`)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A rule and its organization. */
export type OwnRule = Pick<PenaltyRuleRow, 'organizationId' | 'id'>;

/** Locked until the transaction ends. */
export async function lockPenaltyRule(
  trx: Trx,
  { organizationId, id }: OwnRule,
): Promise<PenaltyRuleRow | undefined> {
  return trx
    .selectFrom('penaltyRules')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export type PenaltyRuleFields = {
  readonly value: PenaltyRuleValue;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly dueFrom: string | null;
  readonly dueTo: string | null;
  readonly basis: string;
};

export type NewPenaltyRule = PenaltyRuleFields & {
  readonly organizationId: number;
  readonly houseId: number | null;
  readonly kind: PenaltyRuleKind;
};

/** @throws the database's exclusion violation when the days overlap another rule of the kind */
export async function insertPenaltyRule(
  trx: Trx,
  { organizationId, houseId, kind, ...fields }: NewPenaltyRule,
): Promise<PenaltyRuleRow> {
  return trx
    .insertInto('penaltyRules')
    .values({ organizationId: organizationId, houseId: houseId, kind, ...columnsOf(fields) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** @throws the database's exclusion violation when the days overlap another rule of the kind */
export async function updatePenaltyRule(
  trx: Trx,
  { organizationId, id }: OwnRule,
  fields: PenaltyRuleFields,
): Promise<PenaltyRuleRow> {
  return trx
    .updateTable('penaltyRules')
    .set((rule) => ({ ...columnsOf(fields), version: rule('version', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function deletePenaltyRule(trx: Trx, { organizationId, id }: OwnRule): Promise<void> {
  await trx
    .deleteFrom('penaltyRules')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

function columnsOf({ value, ...fields }: PenaltyRuleFields) {
  return { value: JSON.stringify(value), ...fields };
}
