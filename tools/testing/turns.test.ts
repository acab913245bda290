// How many test files run at once.
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { afterEach, test } from 'node:test';
import { until } from '@kvartplata/platform/testing/until.ts';
import { offerTurns, type Turns } from './turns.ts';

type File = { readonly socket: Socket; isWorking: boolean };

let turns: Turns;
let files: File[] = [];
afterEach(() => {
  for (const { socket } of files) socket.destroy();
  files = [];
  turns.stop();
});

function ask(): File {
  const file: File = { socket: connect(turns.port, '127.0.0.1'), isWorking: false };
  file.socket.on('data', () => (file.isWorking = true));
  file.socket.on('error', () => undefined);
  files.push(file);
  return file;
}

const working = (): number => files.filter(({ isWorking }) => isWorking).length;

test('on a busy processor only the minimum works, and the next begins when one ends', async () => {
  let looks = 0;
  const idleShare = (): number => {
    looks += 1;
    return 0.1;
  };
  turns = await offerTurns({ fewest: 2, most: 3, idleShare, lookEveryMs: 1 });
  for (let asked = 0; asked < 4; asked += 1) ask();
  await until('two work', () => working() === 2);
  await until('it was looked at the processor', () => looks > 5);
  assert.equal(working(), 2);

  files.find(({ isWorking }) => isWorking)?.socket.destroy();
  await until('the third works', () => working() === 3);
});

test('on an idle processor another begins at each look, up to the maximum', async () => {
  let looks = 0;
  const idleShare = (): number => {
    looks += 1;
    return 0.5;
  };
  turns = await offerTurns({ fewest: 1, most: 3, idleShare, lookEveryMs: 1 });
  for (let asked = 0; asked < 5; asked += 1) ask();
  await until('three work', () => working() === 3);
  const seen = looks;
  await until('it was looked again', () => looks > seen + 5);
  assert.equal(working(), 3);
});

test('a file that no longer waits is skipped', async () => {
  turns = await offerTurns({ fewest: 1, most: 1, idleShare: () => 0, lookEveryMs: 1000 });
  const first = ask();
  await until('the first works', () => first.isWorking);
  const gone = ask();
  await until('the second is connected', () => !gone.socket.connecting);
  gone.socket.destroy();
  const third = ask();
  first.socket.destroy();
  await until('the third works', () => third.isWorking);
  assert.equal(gone.isWorking, false);
});
