// On the oldest PostgreSQL version that is supported.
import path from 'node:path';
import { findProgram, missing } from '@kvartplata/platform/testing/programs.ts';
import { describeOwners } from './testing/plain-owners.ts';

const server = findProgram('PostgreSQL 15') ?? '';

describeOwners('PostgreSQL 15', path.dirname(server), missing('PostgreSQL 15'));
