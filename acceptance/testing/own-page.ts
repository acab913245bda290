// Our own page in a real browser, with the three services: what an accountant sees.
import type { ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildPage } from '../../tools/web/build-page.ts';
import { servePage, type PageServer } from '../../tools/web/serve-page.ts';
import { openBrowser, type BrowserUse } from './browser.ts';
import { startThreeServices, type ThreeServices } from './three-services.ts';

/** The three services, wherever they run. */
export type Served = Pick<ThreeServices, 'urls' | 'stop'>;

export type OwnPage<Services extends Served = ThreeServices> = {
  readonly services: Services;
  /** The URLs of the services for the browser. */
  readonly urls: Readonly<Record<ServiceName, string>>;
  readonly browser: Browser;
  /** A new browser context at a path of the page. */
  readonly visit: (address: string) => Promise<Visit>;
  readonly stop: () => Promise<void>;
};

export type Visit = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Silent errors of the page: thrown errors, and what its policy has blocked. */
  readonly faults: readonly string[];
};

/** The browser's own console message for every response that is no success. */
const TOLD_BY_STATUS = /Failed to load resource/;

export async function openOwnPage(use: BrowserUse = {}): Promise<OwnPage> {
  return openPageOf(async (origin) => startThreeServices({}, { CORS_ORIGIN: origin }), use);
}

/** @param start starts the services for a page of this origin */
export async function openPageOf<Services extends Served>(
  start: (origin: string) => Promise<Services>,
  use: BrowserUse = {},
): Promise<OwnPage<Services>> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const folder = await buildPage(() => undefined);
  const services = await start(origin);
  const urls = {
    auth: onLocalhost(services.urls.auth),
    core: onLocalhost(services.urls.core),
    billing: onLocalhost(services.urls.billing),
  };
  const server: PageServer = await servePage(folder, urls, { host: '127.0.0.1', port });
  const browser = await openBrowser(use);
  return {
    services,
    urls,
    browser,
    visit: async (address) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error' && !TOLD_BY_STATUS.test(message.text()))
          faults.push(message.text());
      });
      await page.goto(origin + address);
      return { page, context, faults };
    },
    stop: async () => {
      await browser.close();
      await server.stop();
      await services.stop();
    },
  };
}

function onLocalhost(url: string): string {
  return url.replace('127.0.0.1', 'localhost');
}
