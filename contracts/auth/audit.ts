// The audit log of the auth-service.
import { auditLog } from '../audit.ts';

export const listAuthChanges = auditLog('listAuthChanges', 'auth', 'admin');
