// Service acts in SQL.
import type { ActKind } from '@kvartplata/domain/regulation/quality/service-act.ts';
import { isOfOne, type Organizations } from '@kvartplata/platform/database/of-organizations.ts';
import { sql, type Insertable } from 'kysely';
import type { HousePlace } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';
import type { ServiceActsTable } from './service-acts.table.ts';

export type ServiceActRow = {
  readonly id: number;
  readonly organizationId: number;
  readonly houseId: number;
  readonly houseServiceId: number;
  readonly code: string;
  readonly name: string;
  readonly kind: ActKind;
  readonly beginsAt: Date;
  readonly endsAt: Date;
  readonly measured: string | null;
  readonly required: string | null;
  readonly allowedHours: number | null;
  /** Ordered by id; null for the whole house. */
  readonly roomIds: readonly number[] | null;
  readonly basis: string;
  readonly version: number;
};
export type ServiceActFields = Omit<
  Insertable<ServiceActsTable>,
  'organizationId' | 'houseId' | 'id' | 'version'
>;
export type ServiceActKey = HousePlace & { readonly id: number };

/** The acts of one house, latest first. */
export async function listServiceActs(
  db: Db,
  { organizationId, houseId }: HousePlace,
  page: {
    /** The beginning and the id of the last row of the previous page. */
    readonly after: readonly [string, number] | undefined;
    readonly limit: number;
  },
): Promise<readonly ServiceActRow[]> {
  const isAfter =
    page.after === undefined
      ? sql`true`
      : sql`(service_acts.begins_at, service_acts.id) < (${page.after[0]}::timestamptz, ${page.after[1]}::bigint)`;
  const { rows } = await sql<ServiceActRow>`
    ${ACTS}
    where service_acts.organization_id = ${organizationId} and service_acts.house_id = ${houseId} and ${isAfter}
    order by service_acts.begins_at desc, service_acts.id desc
    limit ${page.limit}
  `.execute(db);
  return rows;
}

/** By id alone, as in paths. */
export async function findServiceAct(
  db: Db,
  id: number,
  organizations: Organizations,
): Promise<ServiceActRow | undefined> {
  const { rows } = await sql<ServiceActRow>`
    ${ACTS} where service_acts.id = ${id} and ${isOfOne(organizations, 'service_acts.organization_id')}
  `.execute(db);
  return rows[0];
}

/** Blocks other changes of the house's acts until the transaction ends. */
export async function lockServiceActs(trx: Trx, { houseId }: HousePlace): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('service-acts', ${houseId}))`.execute(
    trx,
  );
}

/** Locked until the transaction ends; undefined for a caller who may not change it. */
export async function lockServiceAct(
  trx: Trx,
  { organizationId, houseId, id }: ServiceActKey,
): Promise<ServiceActRow | undefined> {
  const isThis = sql`service_acts.organization_id = ${organizationId} and service_acts.house_id = ${houseId}
    and service_acts.id = ${id}`;
  // A statement of its own: a distributed engine cannot lock a row in a statement that reads another table.
  const held = await sql`select from service_acts where ${isThis} for update`.execute(trx);
  if (held.rows.length === 0) return undefined;
  const { rows } = await sql<ServiceActRow>`${ACTS} where ${isThis}`.execute(trx);
  return rows[0];
}

/** The overlap with another act of the same service and kind that shares a room with this one. */
export async function findOverlap(
  trx: Trx,
  { organizationId, houseId, id }: HousePlace & { readonly id: number | undefined },
  { houseServiceId, kind, beginsAt, endsAt }: ServiceActFields,
  roomIds: readonly number[] | null,
): Promise<Date | undefined> {
  const isOfRooms =
    roomIds === null
      ? sql`true`
      : sql`(
        not exists (
          select from service_act_rooms as any_room where any_room.organization_id = service_acts.organization_id
            and any_room.house_id = service_acts.house_id and any_room.service_act_id = service_acts.id
        ) or exists (
          select from service_act_rooms as same where same.organization_id = service_acts.organization_id
            and same.house_id = service_acts.house_id and same.service_act_id = service_acts.id
            and same.room_id = any(${roomIds}::bigint[])
        )
      )`;
  const { rows } = await sql<{ beginsAt: Date }>`
    select service_acts.begins_at from service_acts
    where service_acts.organization_id = ${organizationId} and service_acts.house_id = ${houseId}
      and service_acts.house_service_id = ${houseServiceId} and service_acts.kind = ${kind}
      and service_acts.begins_at < ${endsAt} and service_acts.ends_at > ${beginsAt}
      and service_acts.id is distinct from ${id ?? null}::bigint and ${isOfRooms}
    order by service_acts.begins_at limit 1
  `.execute(trx);
  return rows[0]?.beginsAt;
}

/** Those of the rooms that belong to the house. */
export async function findRooms(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  roomIds: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select rooms.id from rooms
    where rooms.organization_id = ${organizationId} and rooms.house_id = ${houseId}
      and rooms.id = any(${roomIds}::bigint[])
  `.execute(trx);
  return rows.map(({ id }) => id);
}

/** Returns the new id. */
export async function insertServiceAct(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  fields: ServiceActFields,
): Promise<number> {
  const { id } = await trx
    .insertInto('serviceActs')
    .values({ organizationId, houseId, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertRooms(
  trx: Trx,
  { organizationId, houseId, id }: ServiceActKey,
  roomIds: readonly number[],
): Promise<void> {
  await trx
    .insertInto('serviceActRooms')
    .values(roomIds.map((roomId) => ({ organizationId, houseId, serviceActId: id, roomId })))
    .execute();
}

export async function deleteRooms(
  trx: Trx,
  { organizationId, houseId, id }: ServiceActKey,
): Promise<void> {
  await trx
    .deleteFrom('serviceActRooms')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('serviceActId', '=', id)
    .execute();
}

export async function updateServiceAct(
  trx: Trx,
  { organizationId, houseId, id }: ServiceActKey,
  fields: ServiceActFields,
): Promise<void> {
  await trx
    .updateTable('serviceActs')
    .set((row) => ({ ...fields, version: row('version', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .execute();
}

export async function deleteServiceAct(
  trx: Trx,
  { organizationId, houseId, id }: ServiceActKey,
): Promise<void> {
  await trx
    .deleteFrom('serviceActs')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .execute();
}

const ACTS = sql`
  select service_acts.id, service_acts.organization_id, service_acts.house_id as "houseId", service_acts.house_service_id,
    utility_services.code, utility_services.name, service_acts.kind, service_acts.begins_at, service_acts.ends_at,
    service_acts.measured, service_acts.required, service_acts.allowed_hours, service_acts.basis, service_acts.version,
    (
      select json_agg(service_act_rooms.room_id order by service_act_rooms.room_id)
      from service_act_rooms
      where service_act_rooms.organization_id = service_acts.organization_id
        and service_act_rooms.house_id = service_acts.house_id
        and service_act_rooms.service_act_id = service_acts.id
    ) as room_ids
  from service_acts
  join house_services on house_services.organization_id = service_acts.organization_id
    and house_services.house_id = service_acts.house_id and house_services.id = service_acts.house_service_id
  join utility_services on utility_services.id = house_services.utility_service_id`;
