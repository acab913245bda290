// Says what went wrong and what to do about it, where it went wrong.
import type { ReactElement, ReactNode } from 'react';
import { sayFailure } from '../lib/failure-words.ts';
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { inBoth, useLanguage, useWords } from '../lib/words.ts';
import { Button } from './button.tsx';

const WORDS = inBoth(
  { again: 'Повторить', request: (id: string) => `Номер запроса: ${id}` },
  { again: 'Try again', request: (id) => `Request number: ${id}` },
);

export function FailureNote({
  error,
  onRetry,
  children,
}: {
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly children?: ReactNode;
}): ReactElement {
  const language = useLanguage();
  const t = useWords(WORDS);
  const failure =
    error instanceof RequestFailure ? error : new RequestFailure('internal-error', 500);
  const { what, todo } = sayFailure(failure, language);
  const requestId = failure.status >= 500 ? failure.problem?.requestId : undefined;
  return (
    <div className="failure" role="alert">
      <p>
        <strong>{what}.</strong> {todo}
      </p>
      {requestId !== undefined && <p className="small soft">{t.request(requestId)}</p>}
      {(onRetry !== undefined || children !== undefined) && (
        <div className="row">
          {onRetry !== undefined && <Button onClick={onRetry}>{t.again}</Button>}
          {children}
        </div>
      )}
    </div>
  );
}
