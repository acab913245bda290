// The packed command line, installed in an empty folder as users install it, and a terminal in that folder.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { makeTemporaryFolder } from '@kvartplata/platform/testing/temporary-folder.ts';
import { pack } from '../../tools/packages/pack.ts';
import { withServices } from '../../tools/web/page-html.ts';
import { oldestNode } from './consumer.ts';
import { runProgram, type Ran } from './run-program.ts';

export type InstalledProgram = {
  readonly folder: string;
  /** Runs a shell command. */
  readonly sh: (
    line: string,
    more?: { readonly env?: NodeJS.ProcessEnv; readonly input?: string },
  ) => Promise<Ran>;
  readonly remove: () => void;
};

/** On the oldest Node installed here. @param env the terminal's variables */
export async function installProgram(env: NodeJS.ProcessEnv): Promise<InstalledProgram> {
  const folder = makeTemporaryFolder('kvartplata-installed-');
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const [{ file } = { file: '' }] = await pack(folder, ['command-line']);
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--engine-strict', file];
  const installed = await runProgram('npm', install, { env: process.env, cwd: folder });
  assert.equal(installed.code, 0, installed.stderr);
  const places = [path.join(folder, 'node_modules/.bin'), path.dirname(oldestNode())];
  const all = {
    PATH: [...places, process.env['PATH']].join(path.delimiter),
    XDG_CONFIG_HOME: path.join(folder, 'config'),
    ...env,
  };
  return {
    folder,
    sh: async (line, more = {}) =>
      runProgram('sh', ['-c', line], {
        env: { ...all, ...more.env },
        cwd: folder,
        ...(more.input === undefined ? {} : { input: more.input }),
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Serves the services' URLs as the page's server does, without the page. */
export async function serveAddresses(
  urls: Readonly<Record<ServiceName, string>>,
): Promise<{ readonly url: string; readonly stop: () => void }> {
  const html = withServices('<meta name="services" content="%SERVICES%" />', urls);
  const server = createServer((_request, response) => response.end(html));
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
