// The entry of the thread in which earlier months are recomputed.
import { answerInThread } from '@kvartplata/platform/threads/answer-in-thread.ts';
import { giveBack } from '@kvartplata/platform/threads/give-back.ts';
import {
  computeDifferences,
  type DifferencesAnswer,
  type DifferencesQuestion,
} from './dry-run-houses.ts';

answerInThread(
  (question: DifferencesQuestion): DifferencesAnswer => {
    const answer = computeDifferences(question);
    giveBack(question.snapshot.buffer);
    return answer;
  },
  () => [],
);
