import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { makeTemporaryFolder } from '../testing/temporary-folder.ts';
import { createFolderSender } from './folder-sender.ts';

test('without a mail server letters become files that mail programs can open', async () => {
  const root = makeTemporaryFolder('mail-test-');
  const folder = path.join(root, 'mail');
  const { result } = await createFolderSender(folder, 'post@example.org').send(
    {
      messageId: '<auth-1-0@example.org>',
      recipient: 'anna@example.org',
      subject: 'Новый пароль',
      text: 'Ссылка: http://localhost:3000/reset-password#ключ',
      writtenAt: new Date('2026-07-01T09:00:00Z'),
    },
    async () => {},
  );
  assert.equal(result, 'accepted');
  const [name, ...others] = await readdir(folder);
  assert.equal(others.length, 0);
  assert.equal(name, '2026-07-01T09-00-00.000Z_auth-1-0.eml');
  const mail = await PostalMime.parse(await readFile(path.join(folder, name)));
  assert.equal(mail.subject, 'Новый пароль');
  assert.match(mail.text ?? '', /#ключ/);
  await rm(root, { recursive: true });
});
