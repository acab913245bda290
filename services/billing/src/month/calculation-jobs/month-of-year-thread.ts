// The entry of the thread in which the months of a year are computed for its recalculation.
import { answerInThread } from '@kvartplata/platform/threads/answer-in-thread.ts';
import { giveBack } from '@kvartplata/platform/threads/give-back.ts';
import { computeYearMonth, type YearMonthAnswer, type YearMonthQuestion } from './month-of-year.ts';

answerInThread(
  (question: YearMonthQuestion): YearMonthAnswer => {
    const answer = computeYearMonth(question);
    giveBack(question.snapshot.buffer);
    return answer;
  },
  () => [],
);
