// The entry of the thread in which houses are computed as if something were otherwise.
import { answerInThread } from '@kvartplata/platform/threads/answer-in-thread.ts';
import { giveBack } from '@kvartplata/platform/threads/give-back.ts';
import { computeWhatIf, type WhatIfAnswer, type WhatIfQuestion } from './try-houses.ts';

answerInThread(
  (question: WhatIfQuestion): WhatIfAnswer => {
    const answer = computeWhatIf(question);
    giveBack(question.snapshot.buffer);
    return answer;
  },
  () => [],
);
