// A reporter of the test runner: lists the files that took longest when all are done.
import path from 'node:path';
import type { TestEvent } from 'node:test/reporters';

const SHOWN = 15;
const TEST_FILE = /\.test\.ts$/;
const root = path.resolve(import.meta.dirname, '..');

/** The test runner takes a reporter as the default export. */
export default async function* slowestFiles(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  const files: { readonly file: string; readonly ms: number }[] = [];
  for await (const event of events) {
    const timed = timeOf(event);
    if (timed !== undefined) files.push(timed);
  }
  if (files.length < 2) return;
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN);
  yield `\nThe slowest of ${files.length} files:\n`;
  for (const { file, ms } of slowest) yield `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}\n`;
}

/** Of a file with its own process, or of a suite that is one file in a group. */
function timeOf({
  type,
  data,
}: TestEvent): { readonly file: string; readonly ms: number } | undefined {
  if (type === 'test:summary' && data.file !== undefined && TEST_FILE.test(data.file))
    return { file: path.relative(root, data.file), ms: data.duration_ms };
  if (
    (type === 'test:pass' || type === 'test:fail') &&
    data.nesting === 0 &&
    TEST_FILE.test(data.name)
  )
    return { file: data.name, ms: data.details.duration_ms };
  return undefined;
}
