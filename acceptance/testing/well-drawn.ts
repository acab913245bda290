// Whether pages in a special state are accessible: in English, in both themes, on a narrow and a wide screen. Another test walks
// through all pages in Russian and at every width.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { findBarriers } from './axe.ts';

/** What can only break with the theme is checked in both. */
const LOOKS = [
  { theme: 'light', width: 1280, rules: ['color-contrast'] },
  { theme: 'dark', width: 360, rules: undefined },
] as const;

/** axe finds nothing, and nothing is wider than the screen. The page stays in English. */
export async function assertWellDrawn(page: Page, addresses: readonly string[]): Promise<void> {
  await page.evaluate(`localStorage.setItem('language', 'en')`);
  for (const address of addresses) {
    await page.goto(new URL(address, page.url()).href, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const { theme, width, rules } of LOOKS) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      const told = `${address} ${theme} ${width}`;
      assert.deepEqual(await findBarriers(page, rules), [], told);
      const widest = await page.evaluate('document.documentElement.scrollWidth');
      assert.equal(widest, width, `${told} is as wide as the screen`);
    }
  }
}
