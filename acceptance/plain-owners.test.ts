// On the PostgreSQL that npm installs.
import { describeOwners } from './testing/plain-owners.ts';

describeOwners('PostgreSQL 17');
