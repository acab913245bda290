// Every operation of the core-service.
import * as shared from '../audit.ts';
import { catalogueOf } from '../catalogue.ts';
import * as audit from './audit.ts';

export const CORE = catalogueOf(
  'core',
  {
    description: 'Organizations, houses, personal accounts, services, meters and their readings',
    tags: { audit: 'Who changed what' },
    examples: {},
  },
  [audit, shared],
);
