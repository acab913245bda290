// Whether pages can be used by everybody: in both languages and themes, on a wide screen and a narrow one.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { findBarriers } from './axe.ts';

const LOOKS = [
  { language: 'ru', theme: 'light', width: 1280 },
  { language: 'en', theme: 'dark', width: 360 },
] as const;

/** Nothing that axe finds, and nothing wider than the screen. */
export async function assertWellDrawn(page: Page, addresses: readonly string[]): Promise<void> {
  for (const { language, theme, width } of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(
      `localStorage.setItem('language', '${language}'); localStorage.setItem('theme', '${theme}')`,
    );
    for (const address of addresses) {
      await page.goto(new URL(address, page.url()).href, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      const told = `${address} ${language} ${theme}`;
      assert.deepEqual(await findBarriers(page), [], told);
      const widest = await page.evaluate('document.documentElement.scrollWidth');
      assert.equal(widest, width, `${told} is as wide as the screen`);
    }
  }
}
