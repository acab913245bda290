// The categories of people with benefits, their names, and whose budget pays for them.
import type { Words } from '../../text/words.ts';

export const BENEFIT_PAYERS = ['federal-budget', 'regional-budget', 'municipal-budget'] as const;
export type BenefitPayer = (typeof BENEFIT_PAYERS)[number];

type Category = { readonly name: Words; readonly payer: BenefitPayer };

const CATEGORY_ROWS = {
  'war-veteran': {
    name: { ru: 'Инвалид или участник войны', en: 'War invalid or veteran' },
    payer: 'federal-budget',
  },
  'combat-veteran': {
    name: { ru: 'Ветеран боевых действий', en: 'Combat veteran' },
    payer: 'federal-budget',
  },
  'family-of-fallen': {
    name: { ru: 'Член семьи погибшего', en: 'Family of a fallen serviceman' },
    payer: 'federal-budget',
  },
  disabled: { name: { ru: 'Инвалид', en: 'Disabled person' }, payer: 'federal-budget' },
  'family-of-disabled-child': {
    name: { ru: 'Семья с ребёнком-инвалидом', en: 'Family with a disabled child' },
    payer: 'federal-budget',
  },
  'radiation-victim': {
    name: { ru: 'Пострадавший от радиации', en: 'Victim of radiation' },
    payer: 'federal-budget',
  },
  'labour-veteran': {
    name: { ru: 'Ветеран труда', en: 'Labour veteran' },
    payer: 'regional-budget',
  },
  rehabilitated: {
    name: { ru: 'Реабилитированный', en: 'Rehabilitated victim of repression' },
    payer: 'regional-budget',
  },
  'large-family': {
    name: { ru: 'Многодетная семья', en: 'Large family' },
    payer: 'regional-budget',
  },
  'elderly-owner': {
    name: {
      ru: 'Собственник старше 70 лет (взнос на капитальный ремонт)',
      en: 'Owner over 70 (major repairs)',
    },
    payer: 'regional-budget',
  },
  'rural-specialist': {
    name: { ru: 'Сельский специалист', en: 'Specialist in the countryside' },
    payer: 'regional-budget',
  },
  'other-regional': {
    name: { ru: 'Иная региональная категория', en: 'Another category of the region' },
    payer: 'regional-budget',
  },
  municipal: {
    name: { ru: 'Муниципальная категория', en: 'Category of the municipality' },
    payer: 'municipal-budget',
  },
} as const satisfies Readonly<Record<string, Category>>;

export type BenefitCategory = keyof typeof CATEGORY_ROWS;

export const BENEFIT_CATEGORY_ROWS: Readonly<Record<BenefitCategory, Category>> = CATEGORY_ROWS;
export const BENEFIT_CATEGORIES = Object.keys(CATEGORY_ROWS) as readonly BenefitCategory[];

export const BENEFIT_PAYER_NAMES: Readonly<Record<BenefitPayer, Words>> = {
  'federal-budget': { ru: 'Федеральный бюджет', en: 'Federal budget' },
  'regional-budget': { ru: 'Бюджет региона', en: 'Budget of the region' },
  'municipal-budget': { ru: 'Местный бюджет', en: 'Budget of the municipality' },
};
