// How a response waits for the end of its job.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { beforeEach, mock, test } from 'node:test';
import { awaitEnd } from './await-end.ts';

type Job = { readonly finishedAt: Date | null; readonly status: string };

const ENDED: Job = { finishedAt: new Date(0), status: 'COMPLETED' };
const RUNNING: Job = { finishedAt: null, status: 'RUNNING' };

let runs: EventEmitter;
let looks: number;
let job: Job;

beforeEach(() => {
  runs = new EventEmitter();
  looks = 0;
  job = RUNNING;
});

function wait(atLook: () => void = () => undefined): Promise<Job> {
  const onRun = (line: string, reference: number, listener: () => void): (() => void) => {
    const event = `${line} ${reference}`;
    runs.on(event, listener);
    return () => void runs.off(event, listener);
  };
  return awaitEnd({ onRun }, 'line', 7, async () => {
    looks += 1;
    const seen = job;
    atLook();
    return seen;
  });
}

function end(): void {
  job = ENDED;
  runs.emit('line 7');
}

test('a job that has ended is returned at once', async () => {
  job = ENDED;
  assert.equal(await wait(), ENDED);
  assert.equal(looks, 1);
  assert.deepEqual(runs.eventNames(), []);
});

test('a job that ends in this process is returned without further polling', async () => {
  const answer = wait(() => {
    if (looks === 1) setImmediate(end);
  });
  assert.equal(await answer, ENDED);
  assert.equal(looks, 2);
  assert.deepEqual(runs.eventNames(), []);
});

test('a job that has ended and is being undone is waited for', async () => {
  job = { ...ENDED, status: 'UNDOING' };
  const answer = wait(() => {
    if (looks === 1) setImmediate(end);
  });
  assert.equal(await answer, ENDED);
});

test('a job that ends while it is read is not missed', async () => {
  const answer = wait(() => {
    if (looks === 1) end();
  });
  assert.equal(await answer, ENDED);
  assert.equal(looks, 2);
});

test('a job ended by another process is found by polling, and one that does not end is returned as it is', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const now = mock.method(performance, 'now', () => looks * 500);
  try {
    const passUpTo = (look: number): void => {
      if (looks < look) setImmediate(() => mock.timers.tick(500));
    };
    assert.equal(
      await wait(() => {
        if (looks === 2) job = ENDED;
        passUpTo(3);
      }),
      ENDED,
    );
    assert.equal(looks, 3);
    [looks, job] = [0, RUNNING];
    assert.equal(await wait(() => passUpTo(6)), RUNNING);
    assert.equal(looks, 6);
  } finally {
    now.mock.restore();
    mock.timers.reset();
  }
});
