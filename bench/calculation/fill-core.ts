// Fills core's database with houses charged for eight services, by set-based statements.
import { sql, type Kysely } from 'kysely';

export type Registry = {
  readonly organizationId: number;
  readonly accounts: number;
  readonly accountsPerHouse: number;
  /** The first days of the months with readings, in order. */
  readonly months: readonly string[];
};

const CITY = 'г. Зареченск, ул. Садовая, д. ';
const BASIS = 'Приказ Комитета по тарифам Зареченской области от 11.07.2025 № 87-т';

/** Runs each statement separately, without checks and triggers, which requires a superuser. */
export async function fillCore(db: Kysely<unknown>, registry: Registry): Promise<void> {
  const houses = registry.accounts / registry.accountsPerHouse;
  const { organizationId, accounts, accountsPerHouse: perHouse, months } = registry;
  await db.connection().execute(async (connection) => {
    const run = async (text: string): Promise<void> => {
      await sql.raw(text).execute(connection);
    };
    await run(`set session_replication_role = replica; set synchronous_commit = off`);
    await run(`
      insert into houses (id, organization_id, address, heating_months)
      select n, ${organizationId}, '${CITY}' || n, '{1,2,3,4,10,11,12}' from generate_series(1, ${houses}) as n`);
    await run(`
      insert into rooms (organization_id, house_id, id, number, area)
      select ${organizationId}, (n - 1) / ${perHouse} + 1, n, (n - 1) % ${perHouse} + 1, 30 + n % 50
      from generate_series(1, ${accounts}) as n`);
    await run(`
      insert into account_numbers (organization_id, account_number, house_id)
      select ${organizationId}, 'LS' || n, (n - 1) / ${perHouse} + 1 from generate_series(1, ${accounts}) as n`);
    await run(`
      insert into personal_accounts (organization_id, house_id, id, room_id, account_number, payer, opened_on)
      select ${organizationId}, (n - 1) / ${perHouse} + 1, n, n, 'LS' || n, 'Плательщик', '2020-01-01'
      from generate_series(1, ${accounts}) as n`);
    await run(`
      insert into registered_persons (organization_id, house_id, personal_account_id, valid_from, person_count)
      select ${organizationId}, (n - 1) / ${perHouse} + 1, n, '2020-01-01', n % 4 + 1 from generate_series(1, ${accounts}) as n`);
    await run(`
      insert into house_services (organization_id, house_id, id, utility_service_id, method, heating_mode, valid_from)
      select ${organizationId}, house, (house - 1) * 8 + of_house.position, utility_services.id, of_house.method, of_house.mode, '2020-01-01'
      from generate_series(1, ${houses}) as house
      cross join (values (1, 'cold-water', 'meter', null), (2, 'hot-water', 'meter', null),
        (3, 'water-disposal', 'water-disposal', null), (4, 'heating', 'heating', 'season'),
        (5, 'electricity', 'norm', null), (6, 'upkeep', 'area', null), (7, 'major-repairs', 'area', null),
        (8, 'cold-water-odn', 'odn', null)) as of_house (position, code, method, mode)
      join utility_services on utility_services.code = of_house.code`);
    await run(`
      insert into service_tariffs (organization_id, house_id, house_service_id, value, basis, valid_from)
      select organization_id, house_id, id, (array[49.19, 214.87, 38.52, 2371.72, 5.47, 34.18, 12.10, 49.19])[(id - 1) % 8 + 1], '${BASIS}', '2020-01-01'
      from house_services`);
    await run(`
      insert into service_norms (organization_id, house_id, house_service_id, value, basis, valid_from)
      select organization_id, house_id, id, case (id - 1) % 8 when 3 then 0.0195 else 85 end, '${BASIS}', '2020-01-01'
      from house_services where (id - 1) % 8 in (3, 4)`);
    await run(`
      insert into meters (organization_id, house_id, id, house_service_id, owner_type, personal_account_id, meter_type_id, serial_number, digits, installed_on)
      select ${organizationId}, (n - 1) / ${perHouse} + 1, (n - 1) * 2 + water, ((n - 1) / ${perHouse}) * 8 + water, 'account', n, 1,
        'СВ-15 № ' || (n - 1) * 2 + water, 5, '2020-01-01'
      from generate_series(1, ${accounts}) as n, generate_series(1, 2) as water`);
    await run(`
      insert into meters (organization_id, house_id, id, house_service_id, owner_type, meter_type_id, serial_number, digits, installed_on)
      select ${organizationId}, house, ${accounts} * 2 + house, (house - 1) * 8 + 8, 'house', 1, 'ВСХН-40 № ' || house, 6, '2020-01-01'
      from generate_series(1, ${houses}) as house`);
    for (const [index, month] of months.entries()) {
      await run(`
        insert into meter_readings (organization_id, house_id, period, meter_id, value, taken_on, source)
        select organization_id, house_id, '${month}', id,
          case when personal_account_id is null then ${index + 1} * 700.0 else ${index + 1} * (3 + id % 50 * 0.1) end,
          date '${month}' + 24, 'resident'
        from meters order by house_id, id`);
    }
    await run(`set session_replication_role = origin; reset synchronous_commit`);
  });
  await sql`vacuum analyze`.execute(db);
}
