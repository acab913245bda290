// The entry of the threads in which reports of mail servers are read.
import { streamInThread } from '@kvartplata/platform/threads/stream-in-thread.ts';
import { readBounce, type BounceReport } from './read-bounce.ts';

streamInThread(async function* read(bytes: Uint8Array): AsyncGenerator<BounceReport | undefined> {
  yield readBounce(bytes);
});
