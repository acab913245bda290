// The billing application with a fake central bank, for tests of the key-rate import.
import assert from 'node:assert/strict';
import { importKeyRate, KeyRateImport } from '@kvartplata/contracts/billing/key-rate-import.ts';
import { listPenaltyRates, type PenaltyRate } from '@kvartplata/contracts/billing/penalty-rates.ts';
import pg from 'pg';
import { Check } from 'typebox/value';
import { createKeyRateClient } from '../penalties/key-rate-import/key-rate-client.ts';
import { openCentralBank, type CentralBank } from './central-bank.ts';
import { createTestApp, type TestApp } from './test-app.ts';

export type ImportStand = {
  readonly bank: CentralBank;
  readonly billing: TestApp;
  /** A connection as the owner of the tables. */
  readonly owner: pg.Client;
  /** The time limit for the bank's answer. */
  readonly limits: { answerMs: number };
  /** Restores the seeded reference, without runs and logs, and the initial clock. */
  readonly reset: () => Promise<void>;
  readonly list: () => Promise<readonly PenaltyRate[]>;
  /** An import that has to succeed. */
  readonly importNow: () => Promise<KeyRateImport>;
  /** What was logged: level and message. */
  readonly told: () => readonly string[];
  /** The outcomes of the runs. */
  readonly runs: () => Promise<readonly string[]>;
  /** The value of the metric whose line begins with the name. */
  readonly metric: (name: string) => Promise<number>;
  readonly close: () => Promise<void>;
};

const ANSWER_MS = 15_000;

export async function openImportStand(now: string): Promise<ImportStand> {
  const bank = await openCentralBank();
  const limits = { answerMs: ANSWER_MS };
  const billing = await createTestApp(now, {
    ask: async (days, signal) =>
      createKeyRateClient({ url: bank.url, answerMs: limits.answerMs }).ask(days, signal),
  });
  const owner = new pg.Client({ connectionString: billing.databaseUrl });
  await owner.connect();
  const { rows: seed } = await owner.query<object>(
    'select to_jsonb(t) as row from penalty_rates t',
  );

  return {
    bank,
    billing,
    owner,
    limits,
    reset: async () => {
      await owner.query('delete from penalty_rates');
      await owner.query(
        `insert into penalty_rates select r.* from jsonb_array_elements($1) as given,
           jsonb_populate_record(null::penalty_rates, given -> 'row') r`,
        [JSON.stringify(seed)],
      );
      await owner.query('delete from key_rate_imports');
      billing.clock.now = new Date(now);
      billing.logged.length = 0;
      limits.answerMs = ANSWER_MS;
    },
    list: async () => (await billing.ask(1, listPenaltyRates)).body,
    importNow: async () => {
      const { body } = await billing.ask('admin', importKeyRate);
      assert.ok(Check(KeyRateImport, body));
      return body;
    },
    told: () => billing.logged.map(({ level, message }) => `${level}: ${message}`),
    runs: async () => {
      const { rows } = await owner.query<{ outcome: string }>(
        'select outcome from key_rate_imports order by id',
      );
      return rows.map(({ outcome }) => outcome);
    },
    metric: async (name) => {
      const text = await billing.metrics.registry.metrics();
      const value = text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.split(' ')
        .at(-1);
      return Number(value?.replace('Nan', 'NaN').replace('+Inf', 'Infinity'));
    },
    close: async () => {
      await owner.end();
      await billing.close();
      await bank.close();
    },
  };
}
