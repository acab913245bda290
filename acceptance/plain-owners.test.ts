// On the PostgreSQL that npm brings.
import { describeOwners } from './testing/plain-owners.ts';

describeOwners('PostgreSQL 17');
