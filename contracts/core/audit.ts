// The audit log of the core-service.
import { auditLog } from '../audit.ts';

export const listCoreChanges = auditLog('listCoreChanges', 'core', 'owner');
