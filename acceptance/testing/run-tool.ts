// Runs a program of tools/ on a test's databases, as an operator does, with an otherwise empty environment.
import path from 'node:path';
import { SERVICES, type ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { BARE_ENVIRONMENT } from '@kvartplata/platform/testing/bare-environment.ts';
import { runProgram, type Ran } from './run-program.ts';

export type UrlOf = (service: ServiceName) => string;

/** @param tool the name of its file */
export async function runTool(tool: string, args: readonly string[], urlOf: UrlOf): Promise<Ran> {
  const program = path.resolve(import.meta.dirname, `../../tools/${tool}.ts`);
  return runProgram(process.execPath, [program, ...args], {
    env: {
      ...BARE_ENVIRONMENT,
      ...Object.fromEntries(
        SERVICES.map((service) => [`${service.toUpperCase()}_DATABASE_URL`, urlOf(service)]),
      ),
    },
  });
}
