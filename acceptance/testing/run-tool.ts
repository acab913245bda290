// Runs a program of tools/ on the databases of a test, as an operator does, and nothing else of the environment.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { SERVICES, type ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { BARE_ENVIRONMENT } from '@kvartplata/platform/testing/bare-environment.ts';

export type UrlOf = (service: ServiceName) => string;
export type Ran = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** @param tool the name of its file */
export async function runTool(tool: string, args: readonly string[], urlOf: UrlOf): Promise<Ran> {
  const program = path.resolve(import.meta.dirname, `../../tools/${tool}.ts`);
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      ...BARE_ENVIRONMENT,
      ...Object.fromEntries(
        SERVICES.map((service) => [`${service.toUpperCase()}_DATABASE_URL`, urlOf(service)]),
      ),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}
