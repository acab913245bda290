// Shows what an edit does to a file, line by line.
import type { Edit } from './plan.ts';

type Line = { readonly number: number; readonly sign: '-' | '+'; readonly text: string };

/** The file's name, and below it every removed (-) and added (+) line with its number. */
export function describeEdit({ path, before, after }: Edit): string {
  const lines = changedLines(before.split('\n'), after.split('\n'));
  const width = String(lines.at(-1)?.number ?? 0).length;
  return [
    path,
    ...lines.map(({ number, sign, text }) => `  ${String(number).padStart(width)} ${sign} ${text}`),
  ].join('\n');
}

/** A release changes single lines, or else one continuous part of a file. */
function changedLines(before: readonly string[], after: readonly string[]): readonly Line[] {
  return before.length === after.length
    ? before.flatMap((text, index) => replaced(index + 1, text, after[index] ?? ''))
    : changedStretch(before, after);
}

function replaced(number: number, before: string, after: string): readonly Line[] {
  if (before === after) return [];
  return [
    { number, sign: '-', text: before },
    { number, sign: '+', text: after },
  ];
}

function changedStretch(before: readonly string[], after: readonly string[]): readonly Line[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return [...stretch(before, head, tail, '-'), ...stretch(after, head, tail, '+')];
}

function stretch(
  lines: readonly string[],
  head: number,
  tail: number,
  sign: '-' | '+',
): readonly Line[] {
  return lines
    .slice(head, lines.length - tail)
    .map((text, index) => ({ number: head + index + 1, sign, text }));
}
