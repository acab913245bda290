// A real browser, when one is installed, and the page that it visits.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { getProgram } from '@kvartplata/platform/testing/programs.ts';
import { chromium, type Browser } from 'playwright-core';

const PAGE = readFileSync(path.join(import.meta.dirname, 'foreign-page.html'));

/** Most of a test's scripts run a few times: to compile them into faster code costs more than that code saves. */
const UNOPTIMIZED = '--js-flags=--no-maglev --no-turbofan';

export type BrowserUse = {
  /** It is measured how fast scripts are: they run as a user's do. */
  readonly isTimed?: boolean;
};

export async function openBrowser({ isTimed = false }: BrowserUse = {}): Promise<Browser> {
  // Root has no sandbox, and the pages are our own.
  return chromium.launch({
    executablePath: getProgram('chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-software-rasterizer',
      '--force-prefers-reduced-motion',
      ...(isTimed ? [] : [UNOPTIMIZED]),
    ],
  });
}

export type PageServer = {
  readonly port: number;
  readonly close: () => Promise<void>;
};

/** The same page at every address; the port and the host by which it is asked make its origin. */
export async function servePage(): Promise<PageServer> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE),
  );
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}
