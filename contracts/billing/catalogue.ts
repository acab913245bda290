// Every operation of the billing-service.
import * as shared from '../audit.ts';
import { catalogueOf } from '../catalogue.ts';
import * as audit from './audit.ts';

export const BILLING = catalogueOf(
  'billing',
  {
    description:
      'Billing cycles, calculation jobs, charges, the ledger, balances, payments, penalty rates and penalties',
    tags: { audit: 'Who changed what' },
    examples: {},
  },
  [audit, shared],
);
