// `npm run pictures [-- --check]`: takes screenshots of the page, and a picture of a receipt, of the demo's company for
// docs/pictures; with --check it does all of that but leaves the files unchanged.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../acceptance/testing/browser.ts';
import { startCompany, type Company } from './pictures/company.ts';
import { drawReceipt, findAccount, SCENES, type Scene } from './pictures/scenes.ts';
import { makeSmall, sizeOf } from './pictures/small-png.ts';
import { isHelpTold } from './platform/command-help.ts';
import { ROOT } from './platform/service-environment.ts';

const HELP = `Takes the pictures of docs/pictures from the demo's company: screenshots of the page, and a receipt. It takes minutes.

  npm run pictures [-- --check]

  --check   do all of it, but leave the files unchanged
  --help    this text`;

/** The width of most accountants' screens. */
const WIDTH = 1366;
const MOST_BYTES = 250_000;

if (isHelpTold(process.argv.slice(2), HELP)) process.exit(0);
const isCheck = process.argv.includes('--check');
const lacking = missing('chromium', 'pdftoppm');
if (lacking !== false) {
  console.error(`The pictures cannot be taken: ${lacking}`);
  process.exit(1);
}
const directory = mkdtempSync(path.join(tmpdir(), 'kvartplata-pictures-'));
// When we are root, PostgreSQL runs as a different user.
chmodSync(directory, 0o755);
try {
  await using company = await startCompany(directory);
  await using browser = await openBrowser();
  await takeAll(company, browser);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function takeAll(from: Company, by: Browser): Promise<void> {
  const accountId = await findAccount(from);
  for (const scene of SCENES) keep(scene.name, await photograph(from, by, scene, accountId));
  keep('receipt', await drawReceipt(from, accountId, directory));
}

async function photograph(
  { pageUrl, user, months }: Company,
  by: Browser,
  { name, language, height, addressOf, prepare }: Scene,
  accountId: number,
): Promise<Buffer> {
  const context = await by.newContext({
    viewport: { width: WIDTH, height },
    timezoneId: 'Europe/Moscow',
    colorScheme: 'light',
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.addInitScript(
    `localStorage.setItem('language', '${language}'); localStorage.setItem('theme', 'light')`,
  );
  await page.goto(`${pageUrl}/sign-in`);
  await page.locator('input').first().fill(user.username);
  await page.locator('input[type=password]').fill(user.password);
  await page.locator('button[type=submit]').click();
  await page.getByRole('navigation').first().waitFor();
  const address = addressOf({ period: months.at(-1) ?? '', accountId });
  await page.goto(`${pageUrl}${address}`, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await prepare?.(page);
  await page.evaluate('document.activeElement?.blur(); document.fonts.ready');
  const png = await page.screenshot({ animations: 'disabled' });
  await context.close();
  if (faults.length > 0) throw new Error(`${name}: ${faults.join('\n')}`);
  return png;
}

/** @throws when a picture is too large for people with a slow mobile connection */
function keep(name: string, png: Buffer): void {
  const small = makeSmall(png);
  const { width, height } = sizeOf(small);
  console.log(`${name}.png  ${width} × ${height}  ${Math.ceil(small.length / 1000)} kB`);
  if (small.length > MOST_BYTES) throw new Error(`${name}.png is above ${MOST_BYTES} bytes`);
  if (isCheck) return;
  const folder = path.join(ROOT, 'docs/pictures');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}.png`), small);
}
