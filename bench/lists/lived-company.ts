// A company with many houses and some months of data on the three services, with its owner's page open in a browser.
import { CONTRACTOR } from '@kvartplata/billing-service/src/testing/contractor.ts';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../acceptance/testing/browser.ts';
import { enter } from '../../acceptance/testing/page-steps.ts';
import { buildPage } from '../../tools/web/build-page.ts';
import { servePage } from '../../tools/web/serve-page.ts';
import { fillCore } from '../calculation/fill-core.ts';
import { startStand, USERNAME, type Stand } from '../calculation/stand.ts';
import { apply, calculate, findCycle, monthsBefore } from '../growth/lived-month.ts';

type Size = { readonly accounts: number; readonly accountsPerHouse: number };

export type Lived = Size & {
  /** The last month, `YYYY-MM`: calculated and not applied. */
  readonly month: string;
};

const MONTHS = 3;
/** One in so many accounts pays, today. */
const PAYERS = 10;
const AT_ONCE = 8;
const ODD_OF = 50;

export async function onPageOf<T>(
  size: Size,
  look: (page: Page, lived: Lived) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const stand = await startStand({ CORS_ORIGIN: origin });
  try {
    const lived = await liveThrough(stand, size);
    const { authProcess: auth, coreProcess: core, billingProcess: billing } = stand;
    const urls = {
      auth: onLocalhost(auth),
      core: onLocalhost(core),
      billing: onLocalhost(billing),
    };
    const folder = await buildPage(() => undefined);
    const server = await servePage(folder, urls, { host: '127.0.0.1', port });
    const browser = await openBrowser({ isTimed: true });
    try {
      const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
      await page.goto(origin);
      await enter(page, USERNAME);
      await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
      return await look(page, lived);
    } finally {
      await browser.close();
      await server.stop();
    }
  } finally {
    await stand.stop();
  }
}

function onLocalhost({ url }: { readonly url: string }): string {
  return url.replace('127.0.0.1', 'localhost');
}

async function liveThrough(stand: Stand, size: Size): Promise<Lived> {
  const { id: organizationId } = await stand.ask(createOrganization, { body: CONTRACTOR });
  // The month before the first one has readings and is not charged.
  const all = monthsBefore(MONTHS);
  await fillCore(stand.core.db, {
    organizationId,
    ...size,
    months: all.map((month) => `${month}-01`),
  });
  // The fill runs without triggers, including the one that maintains the search keys of accounts.
  await stand.core.pool.query('update personal_accounts set payer = payer');
  const lived = all.slice(1);
  await makePlausible(stand, all);
  for (const month of lived) {
    const [year, ofYear] = month.split('-').map(Number);
    await calculate(stand, { organizationId, year, month: ofYear });
    // The last month is not applied yet: its remarks are the ones an accountant works through.
    if (month !== lived.at(-1)) await apply(stand, await findCycle(stand, month));
  }
  await pay(stand, size.accounts);
  // Autovacuum would do this within a minute.
  await stand.billing.pool.query('vacuum analyze');
  return { ...size, month: lived.at(-1) ?? '' };
}

/** Makes meters as old as their readings, and one in fifty of the last month's readings odd. */
async function makePlausible({ core }: Stand, months: readonly string[]): Promise<void> {
  const [first, last] = [months.at(0), months.at(-1)];
  await core.pool.query(`update meters set installed_on = '${first}-01'`);
  await core.pool.query(
    `update meter_readings set value = value + 40 where period = '${last}-01' and meter_id % ${ODD_OF} = 0`,
  );
}

async function pay(stand: Stand, accounts: number): Promise<void> {
  const paidOn = String(moscowDayOf(new Date()));
  const payers = Array.from({ length: Math.floor(accounts / PAYERS) }, (_, at) => at * PAYERS + 1);
  for (let at = 0; at < payers.length; at += AT_ONCE)
    await Promise.all(
      payers.slice(at, at + AT_ONCE).map(async (personalAccountId) =>
        stand.ask(createPayment, {
          body: { personalAccountId, amount: '1234.56', paidOn },
          idempotencyKey: `pay-${personalAccountId}`,
        }),
      ),
    );
}
