// Says what went wrong and what to do about it, at the place where it happened.
import type { ReactElement, ReactNode } from 'react';
import { sayFailure } from '../lib/failure-words.ts';
import { isAboutFields, saidReasons, type SaidReason } from '../lib/reason-texts.ts';
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { inBoth, useLanguage, useWords } from '../lib/words.ts';
import { Button } from './button.tsx';

const WORDS = inBoth(
  {
    again: 'Повторить',
    request: (id: string) => `Номер запроса: ${id}`,
    impossible: 'Так не получится',
  },
  {
    again: 'Try again',
    request: (id) => `Request number: ${id}`,
    impossible: 'This is not possible',
  },
);

export function FailureNote({
  error,
  reasons,
  onRetry,
  children,
}: {
  readonly error: unknown;
  /** Those that no field shows; if undefined, because there are no fields, all of them are shown. */
  readonly reasons?: readonly SaidReason[];
  readonly onRetry?: () => void;
  readonly children?: ReactNode;
}): ReactElement {
  const language = useLanguage();
  const t = useWords(WORDS);
  const failure =
    error instanceof RequestFailure ? error : new RequestFailure('internal-error', 500);
  const isShape = isAboutFields(failure);
  const shown = isShape ? new RequestFailure('validation-failed', failure.status) : failure;
  const { what, todo } = sayFailure(shown, language, reasons !== undefined);
  const all = isShape ? saidReasons(failure, language) : [];
  const told = (reasons ?? all).filter(({ said }) => said !== undefined);
  const isMarked = !isShape || told.length < all.length;
  const requestId = failure.status >= 500 ? failure.problem?.requestId : undefined;
  return (
    <div className="failure" role="alert">
      <p>
        <strong>{isMarked ? what : t.impossible}.</strong> {todo}
      </p>
      {told.length > 0 && (
        <ul className="list">
          {[...new Set(told.map(({ said }) => said))].map((said) => (
            <li key={said}>{said}</li>
          ))}
        </ul>
      )}
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
