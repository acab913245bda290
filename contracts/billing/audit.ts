// The audit log of the billing-service.
import { auditLog } from '../audit.ts';

export const listBillingChanges = auditLog('listBillingChanges', 'billing', 'owner');
