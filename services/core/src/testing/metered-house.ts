// A house in which every account has a cold-water meter, for tests of meters and readings.
import { sql } from 'kysely';
import type { HousePlace } from '../access/places.ts';
import type { Db } from '../tables.ts';

export type MeteredHouse = HousePlace & {
  /** Metered cold water, and its common-house needs. */
  readonly houseServiceId: number;
  readonly commonServiceId: number;
  readonly meterTypeId: number;
  readonly houseMeterTypeId: number;
  /** Ordered by id; one for each account. */
  readonly accountIds: readonly number[];
  readonly meterIds: readonly number[];
};

/** An account's number by its position in the house, from 1. */
export function accountOf({ houseId }: MeteredHouse, nth: number): string {
  return `${houseId}-${nth}`;
}

/** Meters of 5 digits, installed on 2025-01-01 at 10.000, with the serial numbers S1, S2, … */
export async function makeMeteredHouse(
  db: Db,
  organizationId: number,
  accounts: number,
  address = 'г. Тула, пр. Ленина, д. 2',
): Promise<MeteredHouse> {
  const { id: houseId } = await db
    .insertInto('houses')
    .values({ organizationId, address })
    .returning('id')
    .executeTakeFirstOrThrow();
  const house = { organizationId, houseId };
  const houseServiceId = await addService(db, house, 'cold-water', 'meter');
  const commonServiceId = await addService(db, house, 'cold-water-odn', 'odn');
  const meterTypeId = await findType(db, 'cold-water');
  await sql`
    insert into rooms (organization_id, house_id, number, area)
    select ${organizationId}, ${houseId}, n::text, 50 from generate_series(1, ${accounts}::int) as n
  `.execute(db);
  await sql`
    insert into account_numbers (organization_id, account_number, house_id)
    select ${organizationId}, ${houseId} || '-' || n, ${houseId} from generate_series(1, ${accounts}::int) as n
  `.execute(db);
  const accountIds = await idsOf(
    db,
    sql<{ id: number }>`
      insert into personal_accounts (organization_id, house_id, room_id, account_number, payer, opened_on)
      select organization_id, house_id, id, ${houseId} || '-' || number, 'Иванов ' || number, '2020-01-01'
      from rooms where house_id = ${houseId} order by id
      returning id
    `,
  );
  const meterIds = await idsOf(
    db,
    sql<{ id: number }>`
      insert into meters (organization_id, house_id, house_service_id, owner_type, personal_account_id, meter_type_id,
        serial_number, digits, initial_reading, installed_on)
      select organization_id, house_id, ${houseServiceId}, 'account', id, ${meterTypeId},
        'S' || row_number() over (order by id), 5, 10, '2025-01-01'
      from personal_accounts where house_id = ${houseId} order by id
      returning id
    `,
  );
  const houseMeterTypeId = await findType(db, 'cold-water-house');
  return {
    organizationId,
    houseId,
    houseServiceId,
    commonServiceId,
    meterTypeId,
    houseMeterTypeId,
    accountIds,
    meterIds,
  };
}

/** Readings of consecutive months with the given values, taken on the 25th. */
export async function addReadings(
  db: Db,
  { organizationId, houseId }: HousePlace,
  meterId: number,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [period, value] of Object.entries(values)) {
    await db
      .insertInto('meterReadings')
      .values({
        organizationId,
        houseId,
        meterId,
        period: `${period}-01`,
        value,
        takenOn: `${period}-25`,
        source: 'resident',
      })
      .execute();
  }
}

/** A service of the house since 2020. */
export async function addService(
  db: Db,
  { organizationId, houseId }: HousePlace,
  code: string,
  method: 'meter' | 'odn',
): Promise<number> {
  const { id } = await db
    .insertInto('houseServices')
    .columns(['organizationId', 'houseId', 'utilityServiceId', 'method', 'validFrom'])
    .expression((from) =>
      from
        .selectFrom('utilityServices')
        .select([
          sql<number>`${organizationId}`.as('organizationId'),
          sql<number>`${houseId}`.as('houseId'),
          'id',
          sql<string>`${method}`.as('method'),
          sql<string>`date '2020-01-01'`.as('validFrom'),
        ])
        .where('code', '=', code),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function findType(db: Db, code: string): Promise<number> {
  const { id } = await db
    .selectFrom('meterTypes')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  return id;
}

async function idsOf(
  db: Db,
  statement: ReturnType<typeof sql<{ id: number }>>,
): Promise<readonly number[]> {
  const { rows } = await statement.execute(db);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}
