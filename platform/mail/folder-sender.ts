// Writes letters to a folder instead of a mail server, for trying things out on one machine: any mail program opens them.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mimeOf } from './mime.ts';
import type { Sender } from './sender.ts';

export function createFolderSender(directory: string, from: string): Sender {
  return {
    send: async (letter, beforeContent) => {
      await mkdir(directory, { recursive: true });
      const name = `${letter.writtenAt.toISOString().replaceAll(':', '-')}_${nameOf(letter.messageId)}.eml`;
      const place = path.join(directory, name);
      const content = await mimeOf(letter, from);
      await beforeContent();
      // Readers of the folder only ever find complete letters.
      await writeFile(`${place}.part`, content, { mode: 0o600 });
      await rename(`${place}.part`, place);
      return { result: 'accepted', reply: `written as ${name}`, isServerThere: true };
    },
  };
}

function nameOf(messageId: string): string {
  return messageId.replaceAll(/[<>]|@.*/g, '');
}
