// The entry point of the threads that parse bounce reports.
import { streamInThread } from '@kvartplata/platform/threads/stream-in-thread.ts';
import { readBounce, type BounceReport } from './read-bounce.ts';

streamInThread(async function* read(bytes: Uint8Array): AsyncGenerator<BounceReport | undefined> {
  yield readBounce(bytes);
});
