// A real browser, when one is installed, and the page that it visits.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { getProgram } from '@kvartplata/platform/testing/programs.ts';
import { chromium, type Browser } from 'playwright-core';

const PAGE = readFileSync(path.join(import.meta.dirname, 'foreign-page.html'));

export async function openBrowser(): Promise<Browser> {
  // Root has no sandbox, and the pages are our own.
  return chromium.launch({
    executablePath: getProgram('chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-software-rasterizer',
      '--force-prefers-reduced-motion',
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
