// A reporter of the test runner: which files took longest, once all are done.
import path from 'node:path';
import type { TestEvent } from 'node:test/reporters';

const SHOWN = 15;
const root = path.resolve(import.meta.dirname, '..');

/** The test runner takes a reporter as the default export. */
export default async function* slowestFiles(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  const files: { readonly file: string; readonly ms: number }[] = [];
  for await (const event of events)
    if (event.type === 'test:summary' && event.data.file !== undefined)
      files.push({ file: path.relative(root, event.data.file), ms: event.data.duration_ms });
  if (files.length < 2) return;
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN);
  yield `\nThe slowest of ${files.length} files:\n`;
  for (const { file, ms } of slowest) yield `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}\n`;
}
