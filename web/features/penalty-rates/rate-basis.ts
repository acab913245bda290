// The basis of a rate, in the language of the page if the text is one of ours: from the delivered rates or from the import. What
// an admin has typed is shown unchanged.
import { said } from '../../lib/said.ts';
import type { Language } from '../../lib/words.ts';

/** By the text that the services write. */
export const OWN_WORDS: Readonly<Record<string, string>> = {
  'Key rate of the Bank of Russia': 'Ключевая ставка Банка России',
  'Moratorium on penalties: Decree 424': 'Мораторий на пени: постановление № 424',
  'Frozen at 9.5 %: Decree 474': 'Ставка заморожена на 9,5 %: постановление № 474',
  'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329':
    'Меньшая из 9,5 % и ключевой ставки: постановление № 474, продлено № 2479, 2382, 329',
  "Automatic import from the Bank of Russia's KeyRateXML service":
    'Загружена из сервиса Банка России KeyRateXML',
};

export function sayBasis(description: string | null, language: Language): string {
  if (description === null) return '';
  const sentences = description.split('. ').map((sentence) => OWN_WORDS[sentence]);
  return sentences.every((sentence) => sentence !== undefined)
    ? said({ ru: sentences.join('. '), en: description }, language)
    : description;
}
