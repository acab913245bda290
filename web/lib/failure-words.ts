// What to say when a request failed, and what to do about it.
import { showMonth } from './days.ts';
import type { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { failureWords } from './failure-texts.ts';
import type { Language } from './in-both.ts';

export type Said = { readonly what: string; readonly todo: string | undefined };

/**
 * In the user's language; a service's own messages are English and not shown.
 * @param isTyped whether the failure is shown next to something typed that can be corrected
 */
export function sayFailure(failure: RequestFailure, language: Language, isTyped = false): Said {
  const words = failureWords[language];
  const named = words.what[failure.code] ?? words.what['internal-error'];
  const months = failure.problem?.months?.map((month) => showMonth(month, language)) ?? [];
  const what = months.length === 0 ? named : `${named}: ${months.join(', ')}`;
  const seconds = failure.retryAfter;
  const todo =
    failure.status === 429 && seconds !== undefined
      ? words.waitSeconds(seconds)
      : words.todo[todoOf(failure, isTyped)];
  return { what, todo: todo === '' ? undefined : todo };
}

/** Their texts say what to do: the same request again would be refused again. */
const OVER: readonly string[] = [
  'challenge-over',
  'reset-link-over',
  'oidc-sign-in-over',
  'oidc-refused',
];

type Todo = keyof (typeof failureWords)['ru']['todo'];

function todoOf({ code, status }: RequestFailure, isTyped: boolean): Todo {
  if (OVER.includes(code)) return 'other';
  if (!isTyped && (status === 400 || status === 409)) return 'other';
  if (code === 'given-up' || code === 'forbidden' || code === 'step-up-needed') return code;
  if (status === 0) return 'unreachable';
  if (status in failureWords.ru.todo) return `${status}` as Todo;
  return status >= 500 ? '500' : 'other';
}
