// Sends the output of an async generator as NDJSON, with backpressure.
import { Readable } from 'node:stream';

/**
 * A stream of the lines of all pages. An error midway destroys the stream and thus the connection, so that the client never takes
 * a part for the whole.
 * The first page is read before this returns: until then a failure can still be reported in a problem document, and the generator
 * has started, so that its cleanup runs even when the stream is dropped unread.
 */
export async function streamLines<T>(pages: AsyncGenerator<readonly T[], void>): Promise<Readable> {
  let pending: IteratorResult<readonly T[], void> | undefined = await pages.next();
  const chunks: AsyncIterableIterator<string> = {
    [Symbol.asyncIterator]: () => chunks,
    next: async () => {
      const page = pending ?? (await pages.next());
      pending = undefined;
      return page.done === true
        ? { done: true, value: undefined }
        : { done: false, value: page.value.map((line) => `${JSON.stringify(line)}\n`).join('') };
    },
    return: async () => {
      await pages.return();
      return { done: true, value: undefined };
    },
  };
  return Readable.from(chunks, { objectMode: false });
}
