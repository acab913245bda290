// The entry of the threads in which registries are read.
import { streamInThread } from '@kvartplata/platform/threads/stream-in-thread.ts';
import { readPieces } from './registry-pieces.ts';

streamInThread(readPieces);
