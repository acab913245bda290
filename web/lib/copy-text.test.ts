import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { copyText } from './copy-text.ts';

const written: string[] = [];

function give(clipboard: object | undefined): void {
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
}
after(() => give(undefined));

test('a text is copied', async () => {
  give({ writeText: async (text: string) => void written.push(text) });
  assert.equal(await copyText('kp_1'), true);
  assert.deepEqual(written, ['kp_1']);
});

test('a browser without a clipboard, as on a page without HTTPS, copies nothing and says so', async () => {
  give(undefined);
  assert.equal(await copyText('kp_1'), false);
});

test('a clipboard that the user has forbidden copies nothing and says so', async () => {
  give({
    writeText: async () => {
      throw new DOMException('not allowed', 'NotAllowedError');
    },
  });
  assert.equal(await copyText('kp_1'), false);
});
