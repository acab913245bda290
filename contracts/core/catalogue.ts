// Every operation of the core-service.
import * as shared from '../audit.ts';
import { catalogueOf } from '../catalogue.ts';
import * as appliedMonths from './applied-months.ts';
import * as audit from './audit.ts';
import * as billingSnapshot from './billing-snapshot.ts';
import * as closingFacts from './closing-facts.ts';
import * as goldenHouse from './golden-house.ts';
import * as imports from './imports.ts';
import * as internal from './internal.ts';
import * as meterOutages from './meter-outages.ts';
import * as meterReplacements from './meter-replacements.ts';
import * as meterTypes from './meter-types.ts';
import * as meterVerifications from './meter-verifications.ts';
import * as meters from './meters.ts';
import * as readings from './readings.ts';
import * as receiptFacts from './receipt-facts.ts';
import * as rooms from './rooms.ts';
import * as version from './version.ts';

export const CORE = catalogueOf(
  'core',
  {
    description: 'Organizations, houses, personal accounts, services, meters and their readings',
    tags: {
      rooms: 'Parts of a house with an area of their own',
      meters: 'What counts a service, for an account or for a whole house, and what happens to it',
      readings: 'What meters show, one reading a meter and month',
      imports: 'Files of houses, meters and readings, stored as a whole or not at all',
      'test-data': 'A house whose every figure is known beforehand',
      version: 'What runs',
      audit: 'Who changed what',
      internal: 'For the billing-service alone, by a token of it',
    },
    examples: {},
  },
  [
    rooms,
    meterTypes,
    meters,
    meterReplacements,
    meterVerifications,
    meterOutages,
    readings,
    imports,
    goldenHouse,
    version,
    billingSnapshot,
    closingFacts,
    receiptFacts,
    internal,
    appliedMonths,
    audit,
    shared,
  ],
);
