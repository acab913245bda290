// Dry runs when core's response is unusable.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Dialect,
} from 'kysely';
import type { BillingTables } from '../../tables.ts';
import { createDryRuns, type DryRuns } from './dry-runs.service.ts';

/** A database without data of earlier months. */
const NOTHING_STORED: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

const HOUSE = {
  houseIds: [1],
  month: '2026-07',
  organizationId: 1,
  overrides: { values: [], commonNeeds: null },
  corrected: { period: '2026-07', reason: 'просто так', daysInMonth: 31 },
  standing: [],
  found: { lines: [], commonNeeds: [] },
  db: new Kysely<BillingTables>({ dialect: NOTHING_STORED }),
  requestId: 'test',
};
const KINDS: readonly (readonly [string, (dryRuns: DryRuns) => Promise<unknown>])[] = [
  ['a dry run', async (dryRuns) => dryRuns.withOverrides(HOUSE)],
  ['a correction', async (dryRuns) => dryRuns.differences(HOUSE)],
];
const SNAPSHOTS: readonly {
  readonly why: string;
  readonly text: string;
  readonly code: string;
  readonly dependency?: 'core';
}[] = [
  { why: 'that is no snapshot', text: 'sorry', code: 'dependency-unavailable', dependency: 'core' },
  { why: 'that was cut off', text: '', code: 'dependency-unavailable', dependency: 'core' },
  {
    why: 'that knows no such house',
    text: '{"line":"end","accounts":0,"lateMeters":[]}\n',
    code: 'unprocessable-reference',
  },
];

for (const [kind, ask] of KINDS) {
  for (const { why, text, code, dependency } of SNAPSHOTS) {
    test(`${kind} is refused after an answer ${why}`, async () => {
      const dryRuns = createDryRuns({ readSnapshot: async () => new TextEncoder().encode(text) });
      try {
        await assert.rejects(
          ask(dryRuns),
          (error: unknown) =>
            error instanceof Refusal && error.code === code && error.dependency === dependency,
        );
      } finally {
        await dryRuns.close();
      }
    });
  }
}
