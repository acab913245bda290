// Says that a response is late, where it is needed, and lets the user give up on it.
import type { ReactElement } from 'react';
import { giveUp, useLate } from '../lib/waiting.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from './button.tsx';

const WORDS = inBoth(
  {
    reads: 'Сервер не отвечает дольше 5 секунд. Можно подождать: страница продолжит сама.',
    writes:
      'Сервер не отвечает дольше 5 секунд. Если прервать, запись могла всё же состояться: проверьте её перед повтором.',
    stop: 'Прервать',
  },
  {
    reads: 'No answer for more than 5 seconds. You may wait: the page goes on by itself.',
    writes:
      'No answer for more than 5 seconds. If you stop waiting it may have been saved after all: look before you repeat it.',
    stop: 'Stop waiting',
  },
);

/** Nothing while no response is late. @param of which requests are waited for here */
export function LateNote({ of }: { readonly of: 'reads' | 'writes' }): ReactElement | null {
  const t = useWords(WORDS);
  const late = useLate();
  if (late[of] === 0) return null;
  return (
    <div className="late" role="status">
      <p>{t[of]}</p>
      <Button onClick={giveUp}>{t.stop}</Button>
    </div>
  );
}
