// Texts of the services and of the law, as the page writes them: the page has the days and figures of a Russian accountant in both
// languages, the services' English has its own.
import { showDay } from './days.ts';
import { showFigure } from './figures.ts';
import type { Language } from './in-both.ts';
import { unbroken } from './unbroken.ts';

const DAY = /(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-])/g;
/** `9.5 %`, but neither `art. 155 p. 14, 14.1` nor what is part of a name, such as `СГВ-1.5`. */
const DECIMAL = /(?<!\p{L}\. (?:[\d.]+(?:, |–))*|№ )(?<![\p{L}\d.–-])\d+\.\d+(?![\p{L}\d.–-])/gu;

export function said(texts: Readonly<Record<Language, string>>, language: Language): string {
  return unbroken(language === 'ru' ? texts.ru : inFigures(texts.en));
}

/** `9.5 % since 2022-04-01` is `9,5 % since 01.04.2022`. */
function inFigures(english: string): string {
  return english.replaceAll(DAY, showDay).replaceAll(DECIMAL, showFigure);
}
