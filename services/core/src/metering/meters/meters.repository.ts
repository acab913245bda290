// Meters in SQL.
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { isOfOne, type Organizations } from '@kvartplata/platform/database/of-organizations.ts';
import type { HousePlace } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';
import type { ReadingBounds } from './meter-rules.ts';
import type { MetersTable } from './meters.table.ts';

/** With columns derived from other rows. */
export type MeterRow = Selectable<MetersTable> & {
  readonly replacedByMeterId: number | null;
  /** The day since which it is out of order, by an act without an end. */
  readonly outOfOrderSince: string | null;
};
/** Days and decimals are strings, formatted as in their columns. */
export type MeterColumns = Omit<
  Selectable<MetersTable>,
  'organizationId' | 'houseId' | 'id' | 'version' | 'replacedMeterId' | 'firstVerifiedUntil'
>;
/** Identifies a meter for everything that belongs to it. */
export type MeterPlace = HousePlace & { readonly meterId: number };

export type MeterFilter = {
  readonly organizationIds: readonly number[] | 'all';
  readonly houseId: number | undefined;
  readonly personalAccountId: number | undefined;
  readonly roomId: number | undefined;
  readonly houseServiceId: number | undefined;
  /** A day, `YYYY-MM-DD`. */
  readonly activeOn: string | undefined;
  readonly afterId: number;
  readonly limit: number | undefined;
};

/** Ordered by id. */
export async function listMeters(db: Db, filter: MeterFilter): Promise<readonly MeterRow[]> {
  const { organizationIds, houseId, personalAccountId, roomId, houseServiceId, activeOn } = filter;
  const conditions: RawBuilder<unknown>[] = [
    sql`meters.id > ${filter.afterId}`,
    ...(organizationIds === 'all'
      ? []
      : [sql`meters.organization_id = any(${organizationIds}::bigint[])`]),
    ...(houseId === undefined ? [] : [sql`meters.house_id = ${houseId}`]),
    ...(personalAccountId === undefined
      ? []
      : [sql`meters.personal_account_id = ${personalAccountId}`]),
    ...(roomId === undefined ? [] : [sql`meters.room_id = ${roomId}`]),
    ...(houseServiceId === undefined ? [] : [sql`meters.house_service_id = ${houseServiceId}`]),
    ...(activeOn === undefined
      ? []
      : [
          sql`meters.installed_on <= ${activeOn}
            and (meters.removed_on is null or meters.removed_on >= ${activeOn})`,
        ]),
  ];
  const { rows } = await sql<MeterRow>`
    select ${COLUMNS}
    from meters
    ${SUCCESSOR}
    where ${sql.join(conditions, sql` and `)}
    order by meters.id
    limit ${filter.limit ?? null}
  `.execute(db);
  return rows;
}

export async function findMeter(
  db: Db,
  meterId: number,
  organizations: Organizations,
): Promise<MeterRow | undefined> {
  const { rows } = await sql<MeterRow>`/* kept: find-meter */
    select ${COLUMNS}
    from meters
    ${SUCCESSOR}
    where meters.id = ${meterId} and ${isOfOne(organizations, 'meters.organization_id')}
  `.execute(db);
  return rows[0];
}

export async function findMeterPlace(
  db: Db,
  meterId: number,
  organizations: Organizations,
): Promise<MeterPlace | undefined> {
  return db
    .selectFrom('meters')
    .select(['id as meterId', 'houseId', 'organizationId'])
    .where('id', '=', meterId)
    .where(isOfOne(organizations, 'organizationId'))
    .executeTakeFirst();
}

/**
 * Facts about what a meter refers to: the house of its service, whether the account and the room are of it, and the type's owner.
 */
export type MeterParts = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly hasAccount: boolean;
  readonly hasRoom: boolean;
  /** Null for an unknown type. */
  readonly isHouseMeter: boolean | null;
};

/** An id that no account and no room has: a distributed engine refuses a join that is known to be empty. */
const NOBODY = 0;

/** Undefined for an unknown service. */
export async function findMeterParts(
  db: Db,
  meter: Pick<MeterColumns, 'houseServiceId' | 'personalAccountId' | 'roomId' | 'meterTypeId'>,
  organizations: Organizations,
): Promise<MeterParts | undefined> {
  const { rows } = await sql<MeterParts>`
    select
      house_services.organization_id, house_services.house_id,
      personal_accounts.id is not null as has_account, rooms.id is not null as has_room,
      meter_types.is_house_meter
    from house_services
    left join personal_accounts
      on personal_accounts.organization_id = house_services.organization_id
      and personal_accounts.house_id = house_services.house_id and personal_accounts.id = ${meter.personalAccountId ?? NOBODY}
    left join rooms on rooms.organization_id = house_services.organization_id
      and rooms.house_id = house_services.house_id and rooms.id = ${meter.roomId ?? NOBODY}
    left join meter_types on meter_types.id = ${meter.meterTypeId}
    where house_services.id = ${meter.houseServiceId}
      and ${isOfOne(organizations, 'house_services.organization_id')}
  `.execute(db);
  return rows[0];
}

/** Blocks other changes of the house's meters and readings until the transaction ends. */
export async function lockHouseMeters(trx: Trx, houseId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('house-meters', ${houseId}))`.execute(
    trx,
  );
}

export async function lockMeter(
  trx: Trx,
  { organizationId, houseId, meterId }: MeterPlace,
): Promise<MeterRow | undefined> {
  const isMeter = sql`meters.organization_id = ${organizationId} and meters.house_id = ${houseId}
    and meters.id = ${meterId}`;
  // The lock needs a statement of its own: the derived columns come from other tables.
  const [held, read] = await Promise.all([
    sql`select from meters where ${isMeter} for update`.execute(trx),
    sql<MeterRow>`select ${COLUMNS} from meters ${SUCCESSOR} where ${isMeter}`.execute(trx),
  ]);
  // A caller who may only read the row gets it here, but locks none.
  return held.rows.length === 0 ? undefined : read.rows[0];
}

export async function insertMeter(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  meter: MeterColumns,
  replacedMeterId: number | null,
): Promise<MeterRow> {
  const row = await trx
    .insertInto('meters')
    .values({ organizationId, houseId, ...meter, replacedMeterId: replacedMeterId })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, replacedByMeterId: null, outOfOrderSince: null };
}

export async function updateMeter(
  trx: Trx,
  { organizationId, houseId, id, replacedByMeterId, outOfOrderSince }: MeterRow,
  changed: Partial<MeterColumns & Pick<MeterRow, 'firstVerifiedUntil'>>,
): Promise<MeterRow> {
  const row = await trx
    .updateTable('meters')
    .set((meter) => ({ ...changed, version: meter('version', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, replacedByMeterId, outOfOrderSince };
}

export async function deleteMeter(
  trx: Trx,
  { organizationId, houseId, meterId }: MeterPlace,
): Promise<void> {
  await trx
    .deleteFrom('meters')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', meterId)
    .execute();
}

/** Whether the meter has readings, verifications, acts or a replacement. */
export async function hasChildren(
  trx: Trx,
  { organizationId, houseId, meterId }: MeterPlace,
): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from meter_readings where meter_readings.organization_id = ${organizationId}
      and house_id = ${houseId}
      and meter_id = ${meterId})
      or exists (select from meter_verifications where meter_verifications.organization_id = ${organizationId}
        and house_id = ${houseId}
        and meter_id = ${meterId})
      or exists (select from meter_acts where meter_acts.organization_id = ${organizationId}
        and house_id = ${houseId}
        and meter_id = ${meterId})
      or exists (select from meters where meters.organization_id = ${organizationId} and house_id = ${houseId}
        and replaced_meter_id = ${meterId}) as exists
  `.execute(trx);
  return rows[0]?.exists ?? false;
}

/** The last day of the meter that it replaced, and the first day of the one that replaced it; null for none. */
export async function findSuccession(
  trx: Trx,
  { organizationId, houseId, meterId }: MeterPlace,
  replacedMeterId: number | null,
): Promise<{ readonly removedBefore: string | null; readonly installedAfter: string | null }> {
  const { rows } = await sql<{ removedBefore: string | null; installedAfter: string | null }>`
    select max(removed_on) filter (where id = ${replacedMeterId}) as removed_before,
      min(installed_on) filter (where replaced_meter_id = ${meterId}) as installed_after
    from meters
    where meters.organization_id = ${organizationId} and house_id = ${houseId}
      and (id = ${replacedMeterId} or replaced_meter_id = ${meterId})
  `.execute(trx);
  return rows[0] ?? { removedBefore: null, installedAfter: null };
}

/** The limits that the meter's readings set to its life; undefined while it has none. */
export async function findReadingBounds(
  trx: Trx,
  { organizationId, houseId, meterId }: MeterPlace,
): Promise<ReadingBounds | undefined> {
  const { rows } = await sql<ReadingBounds>`
    select first.period as first_period, first.value as first_value, first.taken_on as first_taken_on,
      first.rollover as first_rollover, whole.greatest, whole.last_period,
      whole.last_taken_on
    from (
      select max(value) as greatest, max(period) as last_period, max(taken_on) as last_taken_on
      from meter_readings where meter_readings.organization_id = ${organizationId} and house_id = ${houseId}
        and meter_id = ${meterId}
    ) as whole
    cross join lateral (
      select period, value, taken_on, rollover
      from meter_readings where meter_readings.organization_id = ${organizationId} and house_id = ${houseId}
        and meter_id = ${meterId}
      order by period limit 1
    ) as first
  `.execute(trx);
  return rows[0];
}

const COLUMNS = sql.join([
  ...[
    'organizationId',
    'houseId',
    'id',
    'houseServiceId',
    'ownerType',
    'personalAccountId',
    'roomId',
    'meterTypeId',
    'serialNumber',
    'digits',
    'initialReading',
    'installedOn',
    'verifiedUntil',
    'firstVerifiedUntil',
    'removedOn',
    'gisMeterGuid',
    'replacedMeterId',
    'version',
  ].map((column) => sql.ref(`meters.${column}`)),
  sql`successor.id as replaced_by_meter_id`,
  sql`(
    select min(meter_acts.acted_on) from meter_acts
    where meter_acts.organization_id = meters.organization_id and meter_acts.house_id = meters.house_id
      and meter_acts.meter_id = meters.id and meter_acts.kind in ('failed', 'tampering')
      and meter_acts.counts_until is null
  ) as out_of_order_since`,
]);

const SUCCESSOR = sql`left join meters as successor
  on successor.organization_id = meters.organization_id and successor.house_id = meters.house_id
  and successor.replaced_meter_id = meters.id`;
