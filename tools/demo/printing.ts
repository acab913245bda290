// How the demo prints: chapters with their numbers, tables with a title, and what was checked.
import type { Outcome } from './colleagues.ts';
import { renderSentence } from './table.ts';

let chapters = 0;

export function chapter(title: string): void {
  chapters += 1;
  const heading = `${chapters}. ${title}`;
  console.log(`\n\n${heading}\n${'═'.repeat(heading.length)}`);
}

/** Prints something below its title. */
export function show(title: string, shown: string): void {
  console.log(`\n${renderSentence('', title)}\n\n${shown}`);
}

/** Prints checks, optionally below a title; returns whether all of them hold. */
export function report(checks: readonly Outcome[], title?: string): boolean {
  console.log(title === undefined ? '' : `\n${renderSentence('', title)}\n`);
  for (const { what, holds } of checks)
    console.log(renderSentence(`  ${holds ? '✓' : '✗'} `, what));
  return checks.every(({ holds }) => holds);
}

/** One line that is updated on a terminal, otherwise a line per step. */
export function progress(line: string): void {
  process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
}
