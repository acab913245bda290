// Every table of the core database. `Db` may be used anywhere, `Trx` only inside a transaction.
import type { Kysely, Transaction } from 'kysely';
import type { AbsencesTable } from './absences/absences.table.ts';
import type {
  HouseServicesTable,
  ServiceNormsTable,
  ServiceTariffsTable,
} from './house-services/house-services.table.ts';
import type { HousesTable } from './houses/houses.table.ts';
import type {
  ImportPiecesTable,
  ImportRefusalsTable,
  ImportsTable,
} from './imports/imports.table.ts';
import type { InvitationsTable } from './invitations/invitations.table.ts';
import type { OrganizationMembersTable } from './members/organization-members.table.ts';
import type { MeterOutagesTable } from './meter-outages/meter-outages.table.ts';
import type { MeterTypesTable } from './meter-types/meter-types.table.ts';
import type { MeterVerificationsTable } from './meter-verifications/meter-verifications.table.ts';
import type { MetersTable } from './meters/meters.table.ts';
import type { OrganizationsTable } from './organizations/organizations.table.ts';
import type {
  AccountNumbersTable,
  PersonalAccountsTable,
  RegisteredPersonsTable,
} from './personal-accounts/personal-accounts.table.ts';
import type { MeterReadingsTable } from './readings/meter-readings.table.ts';
import type { RoomsTable } from './rooms/rooms.table.ts';
import type { UtilityServicesTable } from './utility-services/utility-services.table.ts';

export type Tables = {
  organizations: OrganizationsTable;
  organization_members: OrganizationMembersTable;
  invitations: InvitationsTable;
  utility_services: UtilityServicesTable;
  houses: HousesTable;
  rooms: RoomsTable;
  account_numbers: AccountNumbersTable;
  personal_accounts: PersonalAccountsTable;
  registered_persons: RegisteredPersonsTable;
  absences: AbsencesTable;
  house_services: HouseServicesTable;
  service_tariffs: ServiceTariffsTable;
  service_norms: ServiceNormsTable;
  meter_types: MeterTypesTable;
  meters: MetersTable;
  meter_verifications: MeterVerificationsTable;
  meter_outages: MeterOutagesTable;
  meter_readings: MeterReadingsTable;
  imports: ImportsTable;
  import_pieces: ImportPiecesTable;
  import_refusals: ImportRefusalsTable;
};

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;
