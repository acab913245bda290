// A thread for tests: it streams the rows of a table.
import { readTable } from '../table-files/read-table.ts';
import { streamInThread } from '../threads/stream-in-thread.ts';

streamInThread((fd: number) => readTable(fd));
