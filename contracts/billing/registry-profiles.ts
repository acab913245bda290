// The layouts of payment registries that can be read: the name of each, and how its files begin.

type Facts = {
  readonly ru: string;
  readonly en: string;
  /** Matches the first kilobytes of its files; without it, the profile is used for files that no other sign matches. */
  readonly sign?: RegExp;
};

export const REGISTRY_PROFILES = {
  sberbank: {
    ru: 'Сбербанк',
    en: 'Sberbank',
    sign: /^(?:#[^\n]*\n|\s)*\d{2}[-/]\d{2}[-/]\d{4};\d{2}[-:]\d{2}[-:]\d{2};/,
  },
  yookassa: {
    ru: 'ЮKassa',
    en: 'YooKassa',
    sign: /Идентификатор платежа|Номер транзакции/i,
  },
  '1c-client-bank': {
    ru: '1С: Клиент-банк',
    en: '1C client bank',
    sign: /^\uFEFF?1CClientBankExchange/,
  },
  subsidy: {
    ru: 'Субсидии и ответ соцзащиты',
    en: 'Subsidies, the answer of social protection',
    sign: /^\uFEFF?[^\n]*(?:субсиди|компенсаци|subsidy)/i,
  },
  csv: { ru: 'таблица CSV или XLSX', en: 'table, CSV or XLSX' },
} as const satisfies Readonly<Record<string, Facts>>;

export type RegistryProfile = keyof typeof REGISTRY_PROFILES;

export const PROFILE_NAMES = Object.keys(REGISTRY_PROFILES) as readonly RegistryProfile[];

export function factsOf(profile: RegistryProfile): Facts {
  return REGISTRY_PROFILES[profile];
}
