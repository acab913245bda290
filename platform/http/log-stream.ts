// Where the log goes: standard output. A line for each request would be a write for each request; they are gathered for a
// moment. A warning or an error is written at once, with all that stands before it.
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

/** Of the process: an end of it that it knows of loses no line. */
export const LOG_STREAM = {
  /** The library then says of which level a line is. */
  [Symbol.for('pino.metadata')]: true,
  lastLevel: 0,
  write(line: string): void {
    output.write(line);
    if (this.lastLevel >= AT_ONCE_FROM) output.flushSync();
  },
};
