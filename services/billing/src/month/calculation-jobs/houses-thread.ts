// The entry of the thread in which houses are computed.
import { answerInThread } from '@kvartplata/platform/threads/answer-in-thread.ts';
import { giveBack } from '@kvartplata/platform/threads/give-back.ts';
import { computeHouses, type HousesAnswer, type HousesQuestion } from './compute-houses.ts';

answerInThread(
  (question: HousesQuestion): HousesAnswer => {
    const answer = computeHouses(question);
    giveBack(question.snapshot.buffer);
    return answer;
  },
  ({ rowBuffer }) => [rowBuffer.buffer],
);
