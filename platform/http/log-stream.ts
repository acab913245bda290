// Where the log goes: standard output. One write per request would be too many, so lines are buffered briefly. A warning or an
// error is written at once, with all lines before it.
import { pino } from 'pino';

const MOMENT_MS = 100;
const MOST_GATHERED = 8_192;
const AT_ONCE_FROM = pino.levels.values['warn'] ?? 0;

const output = pino.destination({
  sync: true,
  minLength: MOST_GATHERED,
  periodicFlush: MOMENT_MS,
});
process.once('exit', () => output.flushSync());

/** One for the whole process; it is flushed on exit, so that no line is lost. */
export const LOG_STREAM = {
  /** Makes the library set `lastLevel` before each line. */
  [Symbol.for('pino.metadata')]: true,
  lastLevel: 0,
  write(line: string): void {
    output.write(line);
    if (this.lastLevel >= AT_ONCE_FROM) output.flushSync();
  },
};
