// What the accessibility checker axe finds wrong on a page.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The minified file: every checked page loads it, and it is less than half as long. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type Found = {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
};

/**
 * Each violation in a line of its own; empty when there are none.
 * @param rules by default all of the standard's
 */
export async function findBarriers(
  page: Page,
  rules: readonly string[] = STANDARD,
): Promise<readonly string[]> {
  // Something scrolled half behind the bar at the top would count as too small.
  await page.evaluate('scrollTo(0, 0)');
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE);
  const options = { runOnly: [...rules], resultTypes: ['violations'] };
  const found: readonly Found[] = await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${help}: ${html} ${failureSummary}`),
  );
}
