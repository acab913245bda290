// Where files that come are read: in threads, so many at once.
import { createBoundedQueue } from '@kvartplata/platform/http/bounded-queue.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { openReadingThreads } from '@kvartplata/platform/table-files/reading-threads.ts';
import type { FileThreads } from './imports.service.ts';

const FILE_THREAD = new URL('./file-thread.ts', import.meta.url);
/** Files that are read at once, each in a thread; each may hold the texts of a whole workbook. */
const READING = {
  running: 2,
  waiting: 20,
  waitMs: 20_000,
};

/** Where files are read, and how many at once. */
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
