// The entry of the threads in which files are read.
import { streamInThread } from '@kvartplata/platform/threads/stream-in-thread.ts';
import { readFile } from './read-file.ts';

streamInThread(readFile);
