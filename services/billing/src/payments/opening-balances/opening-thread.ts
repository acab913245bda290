// The entry of the threads in which files of opening balances are read.
import { streamInThread } from '@kvartplata/platform/threads/stream-in-thread.ts';
import { readOpening } from './read-opening.ts';

streamInThread(readOpening);
