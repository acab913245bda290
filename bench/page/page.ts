// The page in Chromium on the real services: the turnover of a house of a thousand accounts from the click to its total, compared
// with the bare response; and readings typed among a thousand meters, compared with the same keystrokes in a bare field.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { migrate } from '@kvartplata/platform/database/migrations.ts';
import { startEmbeddedPostgres } from '@kvartplata/platform/embedded-postgres/embedded-postgres.ts';
import { getProgram } from '@kvartplata/platform/testing/programs.ts';
import { templateName } from '@kvartplata/platform/testing/test-database.ts';
import type { Page } from 'playwright-core';
import { clientOf, signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import { makeBilledHouse, type BilledHouse } from '../../acceptance/testing/billed-house.ts';
import { openOwnPage, type OwnPage } from '../../acceptance/testing/own-page.ts';
import { enter } from '../../acceptance/testing/page-steps.ts';
import type { Measured } from '../measured.ts';
import { growHouse } from './grow-house.ts';

const RUNS = 7;
const ACCOUNTS = 1_000;
const READINGS = 30;
const SERVICES = ['auth', 'core', 'billing'];
const ROOT = path.resolve(import.meta.dirname, '../..');

export async function benchPage(): Promise<readonly Measured[]> {
  getProgram('chromium');
  const directory = mkdtempSync(path.join(tmpdir(), 'kvartplata-bench-'));
  chmodSync(directory, 0o755);
  const server = await startEmbeddedPostgres({
    directory,
    password: 'bench',
    preferredPort: 0,
    databases: SERVICES.map(templateName),
  });
  process.env['TEST_POSTGRES_URL'] = server.urlOf('postgres');
  try {
    for (const service of SERVICES) {
      const url = server.urlOf(templateName(service));
      const { db } = openDatabase<unknown>({ url, poolSize: 1, applicationName: 'bench' });
      await migrate(db, path.join(ROOT, 'services', service, 'migrations'));
      await db.destroy();
    }
    const own = await openOwnPage({ isTimed: true });
    try {
      return await measure(own);
    } finally {
      await own.stop();
    }
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measure(own: OwnPage): Promise<readonly Measured[]> {
  const person = await signUp(own.services, 'accountant');
  const house = await makeBilledHouse(own.services, person);
  await growHouse(own.services.owners, house.houseId, house.months.at(-1) ?? '', ACCOUNTS);
  const { page } = await own.visit('/');
  await enter(page, 'accountant');
  await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
  return [await benchTurnover(own, person, house, page), await benchTyping(house, page)];
}

async function benchTurnover(
  own: OwnPage,
  person: Person,
  { houseId, months }: BilledHouse,
  page: Page,
): Promise<Measured> {
  const [ours, limits]: [number[], number[]] = [[], []];
  const { call } = clientOf(own.services, person);
  const query = { houseId, period: months.at(-1) };
  for (let run = 0; run <= RUNS; run += 1) {
    const bareMs = await timeOf(async () => {
      const { accounts } = await call(getTurnoverBalance, { query });
      assert.ok(accounts.length >= ACCOUNTS);
    });
    await page.goto(new URL('/reports/debtors', page.url()).href, { waitUntil: 'networkidle' });
    const ownMs = await timeOf(async () => {
      await page.getByRole('link', { name: 'Оборотно-сальдовая' }).click();
      await page.getByRole('row', { name: /^Итого/ }).waitFor();
    });
    // The first pair warms up.
    if (run === 0) continue;
    limits.push(bareMs);
    ours.push(ownMs);
  }
  return {
    name: 'page, turnover',
    what: `the turnover of ${ACCOUNTS} accounts, from the click to its total in Chromium`,
    limit: 'the bare answer of the same report over HTTP',
    ours,
    limits,
  };
}

async function benchTyping({ houseId }: BilledHouse, page: Page): Promise<Measured> {
  const [ours, limits]: [number[], number[]] = [[], []];
  const typed = Array.from({ length: READINGS }, (_, index) => String(100_000 + index));
  const origin = page.url();
  for (let run = 1; run <= RUNS; run += 1) {
    await page.goto('about:blank');
    await page.setContent('<input>');
    await page.locator('input').focus();
    limits.push(await timeOf(async () => type(page, typed)));
    // A separate month per run: what was typed in another month is still waiting there to be saved.
    const period = String(Temporal.Now.plainDateISO().toPlainYearMonth().add({ months: run }));
    await page.goto(new URL(`/houses/${houseId}/readings/${period}`, origin).href);
    const boxes = page.getByRole('grid').getByRole('textbox');
    await boxes.first().focus();
    ours.push(await timeOf(async () => type(page, typed)));
    const save = page.getByRole('button', { name: new RegExp(`^Сохранить ${READINGS}\\s`) });
    await save.waitFor();
    await page.keyboard.press('Control+Home');
    assert.equal(await boxes.first().inputValue(), typed[0], 'no key is lost');
  }
  return {
    name: 'page, readings',
    what: `${READINGS} readings typed among ${ACCOUNTS} meters, scrolled meanwhile`,
    limit: 'the same keys in a bare field',
    ours,
    limits,
  };
}

async function type(page: Page, values: readonly string[]): Promise<void> {
  for (const [index, value] of values.entries()) {
    await page.keyboard.type(value);
    if (index % 10 === 9) await page.mouse.wheel(0, 3_000);
    await page.keyboard.press('Enter');
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
