// The queues of the service's jobs: a queue that one process fills may be worked on by another.
import { IMPORT_QUEUE } from './exchange/imports/imports.service.ts';
import { MOVE_QUEUE } from './exchange/moves/moves.service.ts';

export const QUEUES: readonly string[] = [IMPORT_QUEUE, MOVE_QUEUE];
