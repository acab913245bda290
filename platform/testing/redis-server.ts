// A Redis server for a single test, which may freeze and kill it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { freePort } from '../lifecycle/free-port.ts';
import { until } from './until.ts';

export type RedisServer = {
  readonly port: number;
  readonly url: string;
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Kills it; resolves when it is gone. */
  readonly kill: () => Promise<void>;
};

export async function startRedisServer(port?: number): Promise<RedisServer> {
  const ownPort = port ?? (await freePort());
  const server = spawn(
    'redis-server',
    ['--port', String(ownPort), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let output = '';
  server.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await until('Redis is ready', () => output.includes('eady to accept connections'));
  return {
    port: ownPort,
    url: `redis://127.0.0.1:${ownPort}`,
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    kill: async () => kill(server),
  };
}

async function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGKILL');
  await exited;
}
