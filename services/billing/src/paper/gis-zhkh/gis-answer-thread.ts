// The entry point of the threads that parse answers of ГИС ЖКХ.
import { streamInThread } from '@kvartplata/platform/threads/stream-in-thread.ts';
import { readGisAnswerFile, type GisResult } from './gis-answer.ts';

streamInThread(async function* read(bytes: Uint8Array): AsyncGenerator<readonly GisResult[]> {
  yield readGisAnswerFile(bytes);
});
