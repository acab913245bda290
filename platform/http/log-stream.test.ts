import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

/** The lines that a process prints when it ends in this way. */
function printedBy(end: string): readonly string[] {
  const script = `
    import { pino } from ${JSON.stringify(import.meta.resolve('pino'))};
    import { LOG_STREAM } from ${JSON.stringify(import.meta.resolve('./log-stream.ts'))};
    const log = pino({}, LOG_STREAM);
    log.info('one');
    log.info('two');
    ${end}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script]);
  const lines = stdout.toString().split('\n').filter(Boolean);
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
}

const ends: readonly { end: string; printed: readonly string[]; why: string }[] = [
  { end: '', printed: ['one', 'two'], why: 'it came to its end' },
  { end: 'process.exit(1)', printed: ['one', 'two'], why: 'it ended itself' },
  { end: `throw new Error('never')`, printed: ['one', 'two'], why: 'nobody caught an error' },
  {
    end: `log.warn('three'); process.kill(process.pid, 'SIGKILL')`,
    printed: ['one', 'two', 'three'],
    why: 'a warning does not wait, nor does what stands before it',
  },
  {
    end: `setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2000)`,
    printed: ['one', 'two'],
    why: 'it was killed a while later',
  },
];
for (const { end, printed, why } of ends) {
  test(`no line is lost: ${why}`, () => {
    assert.deepEqual(printedBy(end), printed);
  });
}
