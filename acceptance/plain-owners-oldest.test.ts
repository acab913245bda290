// On the oldest PostgreSQL that is supported.
import { existsSync } from 'node:fs';
import { describeOwners } from './testing/plain-owners.ts';

const PROGRAMS = '/usr/lib/postgresql/15/bin';

describeOwners(
  'PostgreSQL 15',
  PROGRAMS,
  !existsSync(PROGRAMS) && 'No PostgreSQL 15 here: it comes with Debian’s package postgresql-15.',
);
