// The language and the theme of the page, each one click away.
import type { ReactElement } from 'react';
import { chooseTheme, useTheme } from '../lib/theme.ts';
import { inBoth, speak, useLanguage, useWords } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';

const WORDS = inBoth(
  { language: 'English', dark: 'Тёмная тема', light: 'Светлая тема' },
  { language: 'Русский', dark: 'Dark theme', light: 'Light theme' },
);

export function Preferences(): ReactElement {
  const t = useWords(WORDS);
  const otherLanguage = useLanguage() === 'ru' ? 'en' : 'ru';
  const otherTheme = useTheme() === 'dark' ? 'light' : 'dark';
  return (
    <>
      <Button kind="quiet" lang={otherLanguage} onClick={() => speak(otherLanguage)}>
        {t.language}
      </Button>
      <Button kind="quiet" onClick={() => chooseTheme(otherTheme)}>
        {t[otherTheme]}
      </Button>
    </>
  );
}
