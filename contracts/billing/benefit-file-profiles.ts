// The layouts of the monthly file for social protection: the columns of each, in order. To add a layout, add a row.

/** The columns that a file can have. */
export const BENEFIT_COLUMNS = {
  month: 'Месяц',
  account: 'Лицевой счёт',
  stateAccount: 'Единый лицевой счёт',
  payer: 'Плательщик',
  address: 'Адрес',
  budget: 'Бюджет',
  category: 'Категория',
  document: 'Документ',
  persons: 'Граждан',
  share: 'Доля',
  service: 'Услуга',
  volume: 'Объём',
  unit: 'Единица',
  charged: 'Начислено',
  benefit: 'Льгота',
} as const;
export type BenefitColumn = keyof typeof BENEFIT_COLUMNS;

type Facts = {
  readonly ru: string;
  readonly en: string;
  readonly columns: readonly BenefitColumn[];
};

export const BENEFIT_FILE_PROFILES = {
  plain: {
    ru: 'все сведения',
    en: 'all that is known',
    columns: [
      'month',
      'account',
      'stateAccount',
      'payer',
      'address',
      'budget',
      'category',
      'document',
      'persons',
      'share',
      'service',
      'volume',
      'unit',
      'charged',
      'benefit',
    ],
  },
  short: {
    ru: 'счёт, категория, услуга и сумма',
    en: 'account, category, service and sum',
    columns: ['account', 'stateAccount', 'category', 'service', 'volume', 'charged', 'benefit'],
  },
} as const satisfies Readonly<Record<string, Facts>>;

export type BenefitFileProfile = keyof typeof BENEFIT_FILE_PROFILES;
export const BENEFIT_FILE_PROFILE_NAMES = Object.keys(
  BENEFIT_FILE_PROFILES,
) as readonly BenefitFileProfile[];
