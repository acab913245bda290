// Every operation of the core-service.
import * as shared from '../audit.ts';
import { catalogueOf } from '../catalogue.ts';
import * as absences from './absences.ts';
import * as accountServices from './account-services.ts';
import * as accountTransfers from './account-transfers.ts';
import * as appliedMonths from './applied-months.ts';
import * as audit from './audit.ts';
import * as benefits from './benefits.ts';
import * as billingSnapshot from './billing-snapshot.ts';
import * as closingFacts from './closing-facts.ts';
import exchange from './examples/exchange.json' with { type: 'json' };
import metering from './examples/metering.json' with { type: 'json' };
import prices from './examples/prices.json' with { type: 'json' };
import registry from './examples/registry.json' with { type: 'json' };
import * as gisAccounts from './gis-accounts.ts';
import * as gisMeters from './gis-meters.ts';
import * as gisReadings from './gis-readings.ts';
import * as goldenHouse from './golden-house.ts';
import * as houseServices from './house-services.ts';
import * as houseSetups from './house-setups.ts';
import * as houses from './houses.ts';
import * as imports from './imports.ts';
import * as internal from './internal.ts';
import * as invitations from './invitations.ts';
import * as members from './members.ts';
import * as endingVerifications from './ending-verifications.ts';
import * as meterActs from './meter-acts.ts';
import * as meterReplacements from './meter-replacements.ts';
import * as meterTypes from './meter-types.ts';
import * as meterVerifications from './meter-verifications.ts';
import * as meters from './meters.ts';
import * as moves from './moves.ts';
import * as norms from './norms.ts';
import * as organizations from './organizations.ts';
import * as personalAccounts from './personal-accounts.ts';
import * as readings from './readings.ts';
import * as receiptFacts from './receipt-facts.ts';
import * as registeredPersons from './registered-persons.ts';
import * as residentsDoor from './residents-door.ts';
import * as rooms from './rooms.ts';
import * as serviceActs from './service-acts.ts';
import * as tariffs from './tariffs.ts';
import * as utilityServices from './utility-services.ts';
import * as version from './version.ts';

const REGISTRY = [
  organizations,
  members,
  invitations,
  houses,
  rooms,
  personalAccounts,
  registeredPersons,
  absences,
];
const PRICES = [
  utilityServices,
  houseServices,
  tariffs,
  norms,
  houseSetups,
  accountServices,
  serviceActs,
  benefits,
];
const METERING = [
  meterTypes,
  meters,
  meterReplacements,
  accountTransfers,
  meterVerifications,
  endingVerifications,
  meterActs,
  readings,
];
const EXCHANGE = [
  imports,
  gisAccounts,
  gisMeters,
  gisReadings,
  moves,
  goldenHouse,
  version,
  billingSnapshot,
  closingFacts,
  receiptFacts,
  residentsDoor,
  internal,
];

export const CORE = catalogueOf(
  'core',
  {
    description: 'Organizations, houses, personal accounts, services, meters and their readings',
    tags: {
      organizations: 'Who manages houses',
      members: 'Which users may act for an organization, and in which role',
      invitations: 'How a user becomes a member',
      houses: 'Buildings with common property',
      rooms: 'Parts of a house with an area of their own',
      'personal-accounts': 'Who pays for a room, or for a share of it',
      'registered-persons': 'The number of registered persons, by date',
      absences: 'Temporary absences',
      'utility-services': 'The catalogue of services that a house may be charged for',
      'house-services': 'What a house is charged for, and by which method',
      tariffs: 'The price of a unit of a service, by date',
      norms: 'The volume of a service without a meter, by date',
      'house-setups': 'What many houses are charged for, viewed and changed together',
      'account-services': 'What differs from the house for one account, by date',
      'service-acts': 'Interruptions and bad quality of a service, by hours',
      benefits: 'What the law takes off the charges of some residents, by date',
      meters: 'Meters of accounts and houses, their verifications, acts and replacements',
      readings: 'Readings, one per meter and month',
      imports: 'Files of houses, services, meters and readings, each stored whole or not at all',
      moves: 'Moving a company in from another program by its files, and undoing it as a whole',
      'test-data': 'The golden house: test data with known results',
      version: 'The running version',
      audit: 'Who changed what',
      internal: 'For the billing-service only, with a service token',
    },
    examples: { ...registry, ...prices, ...metering, ...exchange },
  },
  [...REGISTRY, ...PRICES, ...METERING, ...EXCHANGE, appliedMonths, audit, shared],
);
