// Limits how many uploaded files are read at once, in threads.
import { createBoundedQueue } from '@kvartplata/platform/http/bounded-queue.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { openReadingThreads } from '@kvartplata/platform/table-files/reading-threads.ts';
import type { FileThreads } from './imports.service.ts';

const FILE_THREAD = new URL('./file-thread.ts', import.meta.url);
/** Files being read at once, each in a thread that may hold the text of a whole workbook. */
const READING = {
  running: 2,
  waiting: 20,
  waitMs: 20_000,
};

/** The threads that read files, and the queue that limits them. */
export type Reading = {
  readonly turns: ReturnType<typeof createBoundedQueue>;
  readonly threads: FileThreads;
};

export function openReading(app: HttpServer): Reading {
  const turns = createBoundedQueue(READING, 'Too many files are being read at this moment');
  const threads: FileThreads = openReadingThreads(FILE_THREAD);
  app.addHook('onClose', async () => threads.close());
  return { turns, threads };
}
