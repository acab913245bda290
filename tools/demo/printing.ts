// How the demo prints: chapters with their numbers, tables below a line of their own, and what was checked.
import type { Outcome } from './colleagues.ts';
import { renderSentence } from './table.ts';

let chapters = 0;

export function chapter(title: string): void {
  chapters += 1;
  const heading = `${chapters}. ${title}`;
  console.log(`\n\n${heading}\n${'═'.repeat(heading.length)}`);
}

/** What is shown, below what it is. */
export function show(title: string, shown: string): void {
  console.log(`\n${renderSentence('', title)}\n\n${shown}`);
}

/** Prints what was checked, below what it is about; true when all of it holds. */
export function report(checks: readonly Outcome[], title?: string): boolean {
  console.log(title === undefined ? '' : `\n${renderSentence('', title)}\n`);
  for (const { what, holds } of checks)
    console.log(renderSentence(`  ${holds ? '✓' : '✗'} `, what));
  return checks.every(({ holds }) => holds);
}

/** One line that moves on a terminal, a line a step elsewhere. */
export function progress(line: string): void {
  process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
}
