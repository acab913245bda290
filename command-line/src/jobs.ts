// Jobs: shows their progress until they have ended.
import { setTimeout } from 'node:timers/promises';
import type { JobErrorCode, JobErrorFacts } from '@kvartplata/contracts/job-errors.ts';
import { jobErrorWords } from '@kvartplata/contracts/job-error-words.ts';
import type { Words } from '@kvartplata/domain/text/words.ts';
import { Failed } from './command-errors.ts';
import type { Output } from './output.ts';

export type Job = {
  readonly status: 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
  readonly error: JobErrorCode | null;
  readonly errorFacts: JobErrorFacts | null;
};

const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [100, 2_000];

/**
 * Polls until the job has ended, with growing pauses.
 * @param progress of the job, such as `12 of 300 accounts`
 */
export async function untilEnded<J extends Job>(
  begun: J,
  ask: () => Promise<J>,
  { progress }: Pick<Output, 'progress'>,
  wordsOf: (job: J) => Words,
): Promise<J> {
  let job = begun;
  for (let pauseMs = FIRST_PAUSE_MS; !hasEnded(job); pauseMs *= 1.5) {
    progress(wordsOf(job), false);
    await setTimeout(Math.min(pauseMs, LONGEST_PAUSE_MS));
    job = await ask();
  }
  progress(wordsOf(job), true);
  return job;
}

/** @throws Failed for a job that did not complete */
export function assertCompleted(job: Job): void {
  if (job.status === 'COMPLETED') return;
  const why = jobErrorWords(job) ?? { ru: 'отменено', en: 'it was cancelled' };
  throw new Failed({ ru: `Не выполнено: ${why.ru}`, en: `Not done: ${why.en}` });
}

function hasEnded({ status }: Job): boolean {
  return status !== 'QUEUED' && status !== 'RUNNING';
}
