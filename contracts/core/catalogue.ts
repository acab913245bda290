// Every operation of the core-service.
import * as shared from '../audit.ts';
import { catalogueOf } from '../catalogue.ts';
import * as appliedMonths from './applied-months.ts';
import * as audit from './audit.ts';
import * as rooms from './rooms.ts';

export const CORE = catalogueOf(
  'core',
  {
    description: 'Organizations, houses, personal accounts, services, meters and their readings',
    tags: {
      rooms: 'Parts of a house with an area of their own',
      audit: 'Who changed what',
    },
    examples: {},
  },
  [rooms, appliedMonths, audit, shared],
);
