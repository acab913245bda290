// A month that was closed with a later one: it has no closing of its own.
import type { ReactElement } from 'react';
import { showWithMonth } from '../../lib/days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';

const WORDS = inBoth(
  { closed: (withMonth: string) => `Месяц закрыт ${withMonth}.` },
  { closed: (withMonth) => `The month was closed ${withMonth}.` },
);

export function ClosedWith({ closing }: { readonly closing: string }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  return <>{t.closed(showWithMonth(closing, language))}</>;
}
