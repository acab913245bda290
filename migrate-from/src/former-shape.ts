// The tables of the former application that are read, with their columns; docs/operating/migrate-from.md describes what each of
// them means and becomes. Views with these columns work as well as tables.

/** The types a column may have. Floating point is not among them: its sums depend on the order in which rows are added. */
export type FormerKind = keyof typeof TYPES_OF_KIND;

export const TYPES_OF_KIND = {
  id: ['integer', 'bigint'],
  integer: ['smallint', 'integer', 'bigint'],
  decimal: ['numeric', 'smallint', 'integer', 'bigint'],
  text: ['text', 'character varying'],
  day: ['date'],
  instant: ['timestamp with time zone', 'timestamp without time zone'],
  flag: ['boolean'],
  uuid: ['uuid'],
  months: ['smallint[]'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const DATED_VALUE = {
  id: 'id',
  house_service_id: 'id',
  component: 'text',
  value: 'decimal',
  basis: 'text',
  valid_from: 'day',
  valid_to: 'day',
} as const;

export type FormerShape = Readonly<Record<string, Readonly<Record<string, FormerKind>>>>;

export const FORMER_SHAPE = {
  users: {
    id: 'id',
    first_name: 'text',
    last_name: 'text',
    username: 'text',
    email: 'text',
    password_hash: 'text',
    is_admin: 'flag',
    created_at: 'instant',
  },
  organizations: {
    id: 'id',
    name: 'text',
    short_name: 'text',
    inn: 'text',
    kpp: 'text',
    ogrn: 'text',
    legal_address: 'text',
    phone: 'text',
    email: 'text',
    bank_name: 'text',
    bic: 'text',
    settlement_account: 'text',
    correspondent_account: 'text',
    created_at: 'instant',
    updated_at: 'instant',
  },
  organization_users: {
    id: 'id',
    organization_id: 'id',
    user_id: 'id',
    role: 'text',
    created_at: 'instant',
  },
  houses: {
    id: 'id',
    organization_id: 'id',
    address: 'text',
    fias_id: 'uuid',
    common_area: 'decimal',
    heating_months: 'months',
    odn_capped: 'flag',
    created_at: 'instant',
    updated_at: 'instant',
  },
  rooms: { id: 'id', house_id: 'id', number: 'text', area: 'decimal', kind: 'text' },
  personal_accounts: {
    id: 'id',
    room_id: 'id',
    account_number: 'text',
    payer: 'text',
    owners: 'integer',
    share: 'decimal',
    registered_persons: 'integer',
    opened_on: 'day',
    closed_on: 'day',
  },
  utility_services: { id: 'id', code: 'text', unit: 'text' },
  house_services: {
    id: 'id',
    house_id: 'id',
    utility_service_id: 'id',
    method: 'text',
    heating_mode: 'text',
    valid_from: 'day',
    valid_to: 'day',
  },
  service_tariffs: DATED_VALUE,
  service_norms: DATED_VALUE,
  meter_types: { id: 'id', code: 'text' },
  meters: {
    id: 'id',
    house_service_id: 'id',
    owner_type: 'text',
    personal_account_id: 'id',
    meter_type_id: 'id',
    serial_number: 'text',
    digits: 'integer',
    initial_reading: 'decimal',
    installed_on: 'day',
    verified_until: 'day',
    removed_on: 'day',
  },
  meter_readings: {
    id: 'id',
    meter_id: 'id',
    period: 'day',
    value: 'decimal',
    taken_on: 'day',
    rollover: 'flag',
  },
  bills: {
    id: 'id',
    personal_account_id: 'id',
    house_service_id: 'id',
    period: 'day',
    volume: 'decimal',
    tariff: 'decimal',
    amount: 'decimal',
    paid_amount: 'decimal',
    paid_on: 'day',
  },
} as const satisfies FormerShape;

export type FormerTable = keyof typeof FORMER_SHAPE;

/** The columns that refer to a row of another table. */
export const FORMER_REFERENCES: readonly (readonly [
  table: FormerTable,
  column: string,
  to: FormerTable,
])[] = [
  ['organization_users', 'organization_id', 'organizations'],
  ['organization_users', 'user_id', 'users'],
  ['houses', 'organization_id', 'organizations'],
  ['rooms', 'house_id', 'houses'],
  ['personal_accounts', 'room_id', 'rooms'],
  ['house_services', 'house_id', 'houses'],
  ['house_services', 'utility_service_id', 'utility_services'],
  ['service_tariffs', 'house_service_id', 'house_services'],
  ['service_norms', 'house_service_id', 'house_services'],
  ['meters', 'house_service_id', 'house_services'],
  ['meters', 'personal_account_id', 'personal_accounts'],
  ['meters', 'meter_type_id', 'meter_types'],
  ['meter_readings', 'meter_id', 'meters'],
  ['bills', 'personal_account_id', 'personal_accounts'],
  ['bills', 'house_service_id', 'house_services'],
];
