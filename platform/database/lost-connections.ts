// Finds connections whose other end has silently gone, for example because a firewall has dropped its state. Their queries would
// never be answered, and their places in the pool would be lost. Only the server can tell such silence from a long query: a new
// connection asks it whether it is still working on the query.
import pg from 'pg';
import type { OpenClient } from './open-client.ts';

type Silence = { readonly bytes: number; looks: number; askAt: number; suspicions: number };

const LOOK_MS = 1_000;
/** After this many looks without a byte the server is asked. */
const SILENT_LOOKS = 2;
/** The result may be on its way when the server first says that it is idle. */
const SUSPICIONS = 2;
const ASK_TIMEOUT_MS = 2_000;

/** @param url of the pool's database */
export function dropLostConnections(pool: pg.Pool, url: string): void {
  const silences = new Map<OpenClient, Silence | undefined>();
  let timer: NodeJS.Timeout | undefined;

  pool.on('acquire', (client) => {
    silences.set(client as OpenClient, undefined);
    lookSoon();
  });
  pool.on('release', (_error, client) => silences.delete(client as OpenClient));

  function lookSoon(): void {
    timer ??= setTimeout(() => {
      void look().finally(() => {
        timer = undefined;
        if (silences.size > 0) lookSoon();
      });
    }, LOOK_MS).unref();
  }

  async function look(): Promise<void> {
    const asked = new Map<OpenClient, Silence>();
    for (const [client, before] of silences) {
      const silence = silenceOf(client, before);
      silences.set(client, silence);
      if (silence !== undefined && silence.looks >= silence.askAt) asked.set(client, silence);
    }
    if (asked.size === 0) return;
    const working = await listWorking(url, [...asked.keys()]);
    if (working === undefined) return;
    for (const [client, silence] of asked) judge(client, silence, working);
  }
}

function silenceOf(client: OpenClient, before: Silence | undefined): Silence | undefined {
  if (client.readyForQuery) return undefined;
  const bytes = client.connection.stream.bytesRead;
  if (before?.bytes !== bytes) return { bytes, looks: 0, askAt: SILENT_LOOKS, suspicions: 0 };
  return { ...before, looks: before.looks + 1 };
}

function judge(client: OpenClient, silence: Silence, working: ReadonlySet<number>): void {
  if (working.has(client.processID)) {
    // The longer a query takes, the less often the server is asked.
    silence.askAt = silence.looks * 2;
    silence.suspicions = 0;
    return;
  }
  silence.suspicions += 1;
  if (silence.suspicions >= SUSPICIONS && !client.readyForQuery) client.connection.stream.destroy();
}

/**
 * The clients that the server is working for; undefined when this is unknown: the server is unavailable, or a pooler in between
 * has given out its own process ids.
 */
async function listWorking(
  url: string,
  clients: readonly OpenClient[],
): Promise<ReadonlySet<number> | undefined> {
  const asking = new pg.Client({
    connectionString: url,
    application_name: 'lost-connections',
    connectionTimeoutMillis: ASK_TIMEOUT_MS,
    query_timeout: ASK_TIMEOUT_MS,
  });
  asking.on('error', () => undefined);
  try {
    await asking.connect();
    const { rows } = await asking.query<{ own: number; working: number[] }>(
      `select pg_backend_pid() as own, array(
         select pid from pg_stat_activity where pid = any($1) and state = 'active'
       ) as working`,
      [clients.map(({ processID }) => processID)],
    );
    const [row] = rows;
    if (row?.own !== (asking as unknown as OpenClient).processID) return undefined;
    return new Set(row.working);
  } catch {
    return undefined;
  } finally {
    await asking.end().catch(() => undefined);
  }
}
