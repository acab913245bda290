// A real browser, when one is installed, and the page that it visits.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { getProgram } from '@kvartplata/platform/testing/programs.ts';
import { chromium, type Browser } from 'playwright-core';

const PAGE = readFileSync(path.join(import.meta.dirname, 'foreign-page.html'));

/** Most scripts of a test run only a few times: optimizing them costs more than it saves. */
const UNOPTIMIZED = '--js-flags=--no-maglev --no-turbofan';

export type BrowserUse = {
  /** For measuring scripts: they then run as a user's do. */
  readonly isTimed?: boolean;
};

export async function openBrowser({ isTimed = false }: BrowserUse = {}): Promise<Browser> {
  // There is no sandbox for root, and the pages are our own.
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

/** The same page at every path; its port and host determine its origin. */
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
