// Explains a failed request: in the words of the page, with the code for programs.
import type { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { failureWords } from '../../web/lib/failure-texts.ts';
import { showMonth } from '../../web/lib/days.ts';
import type { Language } from '../../web/lib/in-both.ts';
import { sayReason } from '../../web/lib/reason-texts.ts';
import { printable } from './printable.ts';

/** Where the page's own words only make sense on the page. */
const SAID_OTHERWISE: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  ru: {
    'validation-failed': 'Запрос не принят',
    'not-signed-in': 'Вход не выполнен: kvartplata login',
    'organization-required': 'Укажите --organization',
  },
  en: {
    'validation-failed': 'The request is refused',
    'not-signed-in': 'Not signed in: kvartplata login',
    'organization-required': 'Name the --organization',
  },
};

/** The first line names the failure. */
export function explain(failure: RequestFailure, language: Language): readonly string[] {
  const { code, problem, retryAfter } = failure;
  const words = failureWords[language];
  const named = SAID_OTHERWISE[language][code] ?? words.what[code] ?? words.what['internal-error'];
  const months = problem?.months?.map((month) => showMonth(month, language)) ?? [];
  const fields = (problem?.errors ?? []).map(
    (field) => `${field.path}: ${sayReason(field, language) ?? inWords(field.message, words.what)}`,
  );
  const request = problem?.requestId;
  return [
    `${[named, ...(months.length > 0 ? [months.join(', ')] : [])].join(': ')} (${code})`,
    ...fields,
    ...detailOf(failure, language),
    ...(retryAfter === undefined ? [] : [words.waitSeconds(retryAfter)]),
    ...(failure.status >= 500 && request !== undefined
      ? [language === 'ru' ? `Запрос ${request}` : `Request ${request}`]
      : []),
  ].map(printable);
}

/** Where no field says the cause. The page, too, shows these words only where they are in the reader's language. */
function detailOf({ code, problem }: RequestFailure, language: Language): readonly string[] {
  const { detail, errors = [] } = problem ?? {};
  const isShown = code === 'malformed-file' && language === 'en' && errors.length === 0;
  return isShown && detail !== undefined ? [detail] : [];
}

/** An item of a list may be refused with a code of its own, at the beginning of its message. */
function inWords(message: string, words: Readonly<Record<string, string>>): string {
  const [code = ''] = message.split(':', 1);
  return words[code] ?? message;
}
