// A real browser, when one is installed, and the page that it visits.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const PAGE = readFileSync(path.join(import.meta.dirname, 'foreign-page.html'));

/** The path of an installed Chromium; undefined when there is none. */
export function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const places = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return places.find((place) => existsSync(place));
}

/** @param executablePath of Chromium */
export async function openBrowser(executablePath: string): Promise<Browser> {
  // Root has no sandbox, and the pages are our own.
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
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
