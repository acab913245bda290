// Where payments come from, as people call it: by hand, or the profile of a bank's registry.
import type { RegistryProfile } from '@kvartplata/contracts/billing/payment-imports.ts';
import { inBoth, type Language } from './words.ts';

const NAMES = inBoth(
  {
    manual: 'вручную',
    sberbank: 'Сбербанк',
    yookassa: 'ЮKassa',
    '1c-client-bank': '1С: Клиент-банк',
    csv: 'таблица CSV или XLSX',
  },
  {
    manual: 'manual',
    sberbank: 'Sberbank',
    yookassa: 'YooKassa',
    '1c-client-bank': '1C client bank',
    csv: 'table, CSV or XLSX',
  },
);

export const PROFILES: readonly RegistryProfile[] = [
  'sberbank',
  'yookassa',
  '1c-client-bank',
  'csv',
];

/** A source that is none of ours is called as it is. */
export function sourceName(source: string, language: Language): string {
  const names: Readonly<Record<string, string>> = NAMES[language];
  return names[source] ?? source;
}
