// The entry of the thread in which houses are computed with overrides.
import { answerInThread } from '@kvartplata/platform/threads/answer-in-thread.ts';
import { giveBack } from '@kvartplata/platform/threads/give-back.ts';
import { computeDryRun, type DryRunAnswer, type DryRunQuestion } from './dry-run-houses.ts';

answerInThread(
  (question: DryRunQuestion): DryRunAnswer => {
    const answer = computeDryRun(question);
    giveBack(question.snapshot.buffer);
    return answer;
  },
  () => [],
);
