// All tables of the core database. `Db` may be used anywhere, `Trx` only inside a transaction.
import type { Kysely, Transaction } from 'kysely';
import type { AccountServicesTable } from './prices/account-services/account-services.table.ts';
import type { BenefitServicesTable, BenefitsTable } from './prices/benefits/benefits.table.ts';
import type { AbsencesTable } from './registry/absences/absences.table.ts';
import type {
  HouseServicesTable,
  ServiceNormsTable,
  ServiceTariffsTable,
} from './prices/house-services/house-services.table.ts';
import type { HousesTable } from './registry/houses/houses.table.ts';
import type {
  ImportPiecesTable,
  ImportRecordsTable,
  ImportRefusalsTable,
  ImportsTable,
} from './exchange/imports/imports.table.ts';
import type { MoveRecordsTable, MovesTable } from './exchange/moves/moves.table.ts';
import type { InvitationsTable } from './registry/invitations/invitations.table.ts';
import type { OrganizationMembersTable } from './registry/members/organization-members.table.ts';
import type { MeterActsTable } from './metering/meter-acts/meter-acts.table.ts';
import type { MeterTypesTable } from './metering/meter-types/meter-types.table.ts';
import type { MeterVerificationsTable } from './metering/meter-verifications/meter-verifications.table.ts';
import type { MetersTable } from './metering/meters/meters.table.ts';
import type { OrganizationsTable } from './registry/organizations/organizations.table.ts';
import type {
  AccountNumbersTable,
  PersonalAccountsTable,
  RegisteredPersonsTable,
} from './registry/personal-accounts/personal-accounts.table.ts';
import type { MeterReadingsTable } from './metering/readings/meter-readings.table.ts';
import type {
  ServiceActRoomsTable,
  ServiceActsTable,
} from './prices/service-acts/service-acts.table.ts';
import type { RoomsTable } from './registry/rooms/rooms.table.ts';
import type {
  UtilityServiceCoefficientsTable,
  UtilityServicesTable,
} from './prices/utility-services/utility-services.table.ts';

export type Tables = {
  organizations: OrganizationsTable;
  organizationMembers: OrganizationMembersTable;
  invitations: InvitationsTable;
  utilityServices: UtilityServicesTable;
  utilityServiceCoefficients: UtilityServiceCoefficientsTable;
  houses: HousesTable;
  rooms: RoomsTable;
  accountNumbers: AccountNumbersTable;
  personalAccounts: PersonalAccountsTable;
  registeredPersons: RegisteredPersonsTable;
  absences: AbsencesTable;
  houseServices: HouseServicesTable;
  serviceTariffs: ServiceTariffsTable;
  serviceNorms: ServiceNormsTable;
  accountServices: AccountServicesTable;
  serviceActs: ServiceActsTable;
  serviceActRooms: ServiceActRoomsTable;
  benefits: BenefitsTable;
  benefitServices: BenefitServicesTable;
  meterTypes: MeterTypesTable;
  meters: MetersTable;
  meterVerifications: MeterVerificationsTable;
  meterActs: MeterActsTable;
  meterReadings: MeterReadingsTable;
  imports: ImportsTable;
  importPieces: ImportPiecesTable;
  importRecords: ImportRecordsTable;
  importRefusals: ImportRefusalsTable;
  moves: MovesTable;
  moveRecords: MoveRecordsTable;
};

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;
