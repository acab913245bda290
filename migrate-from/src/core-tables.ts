// What is copied into the core database, in the order in which its tables refer to each other.
import { sql } from 'kysely';
import type { Catalogue } from './catalogue.ts';
import type { Transfer } from './transfer.ts';

/** The former application stored an empty text for a missing value. */
function orNull(column: string): string {
  return `nullif(${column}, '')`;
}

export function coreTransfers(catalogue: Catalogue): readonly Transfer[] {
  return [
    ...ORGANIZATIONS,
    ...HOUSES,
    ...ACCOUNTS,
    ...servicesOfHouses(catalogue),
    ...metersWithReadings(catalogue),
  ];
}

const ORGANIZATIONS: readonly Transfer[] = [
  {
    table: 'organizations',
    former: 'organizations',
    from: sql`organizations`,
    key: 'organizations.id',
    columns: {
      id: 'organizations.id',
      name: 'organizations.name',
      short_name: orNull('organizations.short_name'),
      inn: orNull('organizations.inn'),
      kpp: orNull('organizations.kpp'),
      ogrn: orNull('organizations.ogrn'),
      legal_address: orNull('organizations.legal_address'),
      phone: orNull('organizations.phone'),
      email: orNull('organizations.email'),
      bank_name: orNull('organizations.bank_name'),
      bic: orNull('organizations.bic'),
      settlement_account: orNull('organizations.settlement_account'),
      correspondent_account: orNull('organizations.correspondent_account'),
      created_at: 'organizations.created_at',
      updated_at: 'organizations.updated_at',
    },
  },
  {
    table: 'organization_members',
    former: 'organization_users',
    from: sql`organization_users`,
    key: 'organization_users.id',
    columns: {
      organization_id: 'organization_users.organization_id',
      user_id: 'organization_users.user_id',
      role: 'organization_users.role',
      created_at: 'organization_users.created_at',
    },
  },
];

const HOUSES: readonly Transfer[] = [
  {
    table: 'houses',
    former: 'houses',
    from: sql`houses`,
    key: 'houses.id',
    columns: {
      id: 'houses.id',
      organization_id: 'houses.organization_id',
      address: 'houses.address',
      fias_id: 'houses.fias_id',
      common_area: 'houses.common_area',
      heating_months: `coalesce(houses.heating_months, '{}')`,
      common_needs_method: `case when houses.odn_capped then 'capped' when not houses.odn_capped then 'actual' end`,
      created_at: 'houses.created_at',
      updated_at: 'houses.updated_at',
    },
  },
  {
    table: 'rooms',
    former: 'rooms',
    from: sql`rooms left join houses on houses.id = rooms.house_id`,
    key: 'rooms.id',
    columns: {
      organization_id: 'houses.organization_id',
      house_id: 'rooms.house_id',
      id: 'rooms.id',
      number: 'rooms.number',
      area: 'rooms.area',
      kind: 'rooms.kind',
    },
  },
];

const ACCOUNTS: readonly Transfer[] = [
  {
    table: 'account_numbers',
    former: 'personal_accounts',
    from: sql`personal_accounts
      left join rooms on rooms.id = personal_accounts.room_id
      left join houses on houses.id = rooms.house_id`,
    key: 'personal_accounts.id',
    columns: {
      organization_id: 'houses.organization_id',
      account_number: 'personal_accounts.account_number',
      house_id: 'rooms.house_id',
    },
  },
  {
    table: 'personal_accounts',
    former: 'personal_accounts',
    from: sql`personal_accounts
      left join rooms on rooms.id = personal_accounts.room_id
      left join houses on houses.id = rooms.house_id`,
    key: 'personal_accounts.id',
    columns: {
      organization_id: 'houses.organization_id',
      house_id: 'rooms.house_id',
      id: 'personal_accounts.id',
      room_id: 'personal_accounts.room_id',
      account_number: 'personal_accounts.account_number',
      payer: 'personal_accounts.payer',
      owners: 'personal_accounts.owners',
      share: 'personal_accounts.share',
      opened_on: 'personal_accounts.opened_on',
      closed_on: 'personal_accounts.closed_on',
    },
  },
  {
    table: 'registered_persons',
    former: 'personal_accounts',
    from: sql`personal_accounts
      left join rooms on rooms.id = personal_accounts.room_id
      left join houses on houses.id = rooms.house_id`,
    key: 'personal_accounts.id',
    columns: {
      organization_id: 'houses.organization_id',
      house_id: 'rooms.house_id',
      personal_account_id: 'personal_accounts.id',
      valid_from: 'personal_accounts.opened_on',
      person_count: 'personal_accounts.registered_persons',
    },
  },
];

function servicesOfHouses({ services }: Catalogue): readonly Transfer[] {
  return [
    {
      table: 'house_services',
      former: 'house_services',
      from: sql`house_services
        left join houses on houses.id = house_services.house_id
        left join json_to_recordset(${JSON.stringify(services)}::json) as service ("formerId" bigint, id bigint)
          on service."formerId" = house_services.utility_service_id`,
      key: 'house_services.id',
      columns: {
        organization_id: 'houses.organization_id',
        house_id: 'house_services.house_id',
        id: 'house_services.id',
        utility_service_id: 'service.id',
        method: 'house_services.method',
        heating_mode: orNull('house_services.heating_mode'),
        valid_from: 'house_services.valid_from',
        valid_to: 'house_services.valid_to',
      },
    },
    datedValues('service_tariffs'),
    datedValues('service_norms'),
  ];
}

function metersWithReadings({ meterTypes }: Catalogue): readonly Transfer[] {
  return [
    {
      table: 'meters',
      former: 'meters',
      from: sql`meters
        left join house_services on house_services.id = meters.house_service_id
        left join houses on houses.id = house_services.house_id
        left join json_to_recordset(${JSON.stringify(meterTypes)}::json) as meter_type ("formerId" bigint, id bigint)
          on meter_type."formerId" = meters.meter_type_id`,
      key: 'meters.id',
      columns: {
        organization_id: 'houses.organization_id',
        house_id: 'house_services.house_id',
        id: 'meters.id',
        house_service_id: 'meters.house_service_id',
        owner_type: `case when meters.owner_type = 'house' then 'house' when meters.owner_type <> '' then 'account' end`,
        personal_account_id: 'meters.personal_account_id',
        meter_type_id: 'meter_type.id',
        serial_number: 'meters.serial_number',
        digits: 'meters.digits',
        initial_reading: 'meters.initial_reading',
        installed_on: 'meters.installed_on',
        verified_until: 'meters.verified_until',
        removed_on: 'meters.removed_on',
      },
    },
    {
      table: 'meter_readings',
      former: 'meter_readings',
      from: sql`meter_readings
        left join meters on meters.id = meter_readings.meter_id
        left join house_services on house_services.id = meters.house_service_id
        left join houses on houses.id = house_services.house_id`,
      key: 'meter_readings.id',
      columns: {
        organization_id: 'houses.organization_id',
        house_id: 'house_services.house_id',
        period: 'meter_readings.period',
        meter_id: 'meter_readings.meter_id',
        value: 'meter_readings.value',
        taken_on: 'meter_readings.taken_on',
        rollover: 'meter_readings.rollover',
        source: `'import'`,
        id: 'meter_readings.id',
      },
    },
  ];
}

function datedValues(table: 'service_tariffs' | 'service_norms'): Transfer {
  return {
    table,
    former: table,
    from: sql`${sql.table(table)}
      left join house_services on house_services.id = ${sql.ref(`${table}.house_service_id`)}
      left join houses on houses.id = house_services.house_id`,
    key: `${table}.id`,
    columns: {
      organization_id: 'houses.organization_id',
      house_id: 'house_services.house_id',
      id: `${table}.id`,
      house_service_id: `${table}.house_service_id`,
      component: orNull(`${table}.component`),
      value: `${table}.value`,
      basis: `${table}.basis`,
      valid_from: `${table}.valid_from`,
      valid_to: `${table}.valid_to`,
    },
  };
}
