// Requests over an unreliable connection: sent again because the response was lost, sent several times at once, cut off in the
// middle of a transaction by the end of the database session or of the whole process, and then retried with the same key.
import assert from 'node:assert/strict';
import { addressOfAny } from '@kvartplata/contracts/address.ts';
import type { AnswerOf, Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import type { ServiceProcess } from '@kvartplata/platform/testing/service-process.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type pg from 'pg';
import type { BillingStand } from './billing-stand.ts';
import type { TestUser } from './test-user.ts';

/** A transaction is cut off when it is about to write to this table. */
export const CUT_AT = [
  'audit_log',
  'billing_cycles',
  'idempotency_keys',
  'ledger_entries',
  'merged_balances',
  'payment_allocations',
  'payments',
  'stornos',
  'unmerged_charges',
] as const;
export type CutAt = (typeof CUT_AT)[number];

export type Way =
  | { readonly how: 'straight' }
  | { readonly how: 'answer lost' }
  | { readonly how: 'three at once' }
  | { readonly how: 'session ended'; readonly at: CutAt }
  | { readonly how: 'process killed'; readonly at: CutAt };

export type Write<E extends Endpoint = Endpoint> = {
  readonly user: TestUser;
  readonly endpoint: E;
  readonly params?: Sent['params'];
  readonly body?: object;
  /** Undefined for a request without a key: it is then sent at most twice. */
  readonly key: string | undefined;
};

export type WriteAnswer<T> = {
  readonly status: number;
  readonly body: T & Partial<Pick<Problem, 'code'>>;
};

export type RoughDelivery = {
  /** The response that the client finally gets. */
  readonly send: <E extends Endpoint>(
    write: Write<E>,
    way: Way,
  ) => Promise<WriteAnswer<AnswerOf<E>>>;
  /** Has to be called before the stand stops. */
  readonly end: () => Promise<void>;
};

export function createRoughDelivery(stand: BillingStand): RoughDelivery {
  const victims = createVictims(stand);

  async function cut(at: CutAt, send: () => Promise<unknown>, strike: Strike): Promise<unknown> {
    const holder = await stand.owner.connect();
    try {
      await holder.query(`begin; lock table ${at} in exclusive mode`);
      const answered = send();
      const isWaiting = await untilBlocked(holder, answered);
      if (isWaiting) await strike(holder);
      await holder.query('rollback');
      return await answered;
    } finally {
      holder.release();
    }
  }

  return {
    send: async <E extends Endpoint>(write: Write<E>, way: Way) => {
      type Told = WriteAnswer<AnswerOf<E>>;
      const here = async (): Promise<Told> => sendHere(stand, write);
      switch (way.how) {
        case 'straight':
          return here();
        case 'answer lost': {
          const lost = await here();
          const again = await here();
          if (write.key !== undefined) assert.deepEqual(again, lost);
          return lost;
        }
        case 'three at once': {
          const answers = await Promise.all([here(), here(), here()]);
          const heard = answers.filter(({ body }) => body.code !== 'idempotency-key-in-use');
          const [first] = heard.toSorted((a, b) => a.status - b.status);
          assert.ok(first);
          if (write.key !== undefined) for (const other of heard) assert.deepEqual(other, first);
          return first;
        }
        case 'session ended': {
          const answer = (await cut(way.at, here, endSessions)) as Told;
          return answer.status === 503 ? onceFree(here) : answer;
        }
        case 'process killed': {
          const { url, kill } = await victims.next();
          const answer = await cut(way.at, async () => sendThere(url, write), kill);
          return answer instanceof Error ? onceFree(here) : (answer as Told);
        }
      }
    },
    end: victims.end,
  };
}

/** The terminated session keeps its key locked until the database has noticed. */
async function onceFree<T>(send: () => Promise<WriteAnswer<T>>): Promise<WriteAnswer<T>> {
  let answer = await send();
  await until('the key is free', async () => {
    if (answer.body.code === 'idempotency-key-in-use') answer = await send();
    return answer.body.code !== 'idempotency-key-in-use';
  });
  return answer;
}

type Strike = (holder: pg.PoolClient) => Promise<void>;

/** False when the request is answered without reaching the table. */
async function untilBlocked(holder: pg.PoolClient, answered: Promise<unknown>): Promise<boolean> {
  const ended = Promise.allSettled([answered]).then(() => 'answered' as const);
  for (;;) {
    const seen = await Promise.race([ended, holder.query(`select ${BLOCKED}`)]);
    if (seen === 'answered') return false;
    if (seen.rowCount !== 0) return true;
  }
}

// Within a transaction pg_stat_activity is frozen after the first read; pg_locks is not.
const BLOCKED = `from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;

async function endSessions(holder: pg.PoolClient): Promise<void> {
  await holder.query(`select pg_terminate_backend(pid) ${BLOCKED}`);
}

async function sendHere<T>(
  { app }: BillingStand,
  { user, endpoint, params, body, key }: Write,
): Promise<WriteAnswer<T>> {
  const answer = await app.inject({
    method: 'POST',
    url: addressOfAny(endpoint, { params }),
    headers: {
      authorization: user.authorization,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { payload: body }),
  });
  return told(answer.statusCode, answer.json());
}

/** Returns the error of a broken connection. */
async function sendThere<T>(
  url: string,
  { user, endpoint, params, body, key }: Write,
): Promise<WriteAnswer<T> | Error> {
  try {
    const answer = await fetch(url + addressOfAny(endpoint, { params }), {
      method: 'POST',
      headers: {
        authorization: user.authorization,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return told(answer.status, await answer.json());
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

/** A problem contains the id of its own request, which may differ. */
function told<T>(status: number, body: unknown): WriteAnswer<T> {
  const { requestId: _, ...rest } = body as Record<string, unknown>;
  return { status, body: rest as WriteAnswer<T>['body'] };
}

/** Processes to be killed: the next one starts while the test continues. */
function createVictims({ startWorker }: BillingStand): {
  readonly next: () => Promise<{ readonly url: string; readonly kill: () => Promise<void> }>;
  readonly end: () => Promise<void>;
} {
  let current: Promise<ServiceProcess> | undefined;
  return {
    next: async () => {
      current ??= startWorker();
      const victim = await current;
      return {
        url: victim.url,
        kill: async () => {
          await victim.kill();
          current = startWorker();
        },
      };
    },
    // A process that is still starting does not belong to the stand yet.
    end: async () => {
      await current;
    },
  };
}
