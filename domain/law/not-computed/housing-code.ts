// The parts of the Housing Code that affect money and that no rule here computes.
import type { LawRow } from '../law-row.ts';
import { notOurs } from './not-computed.ts';

export const HOUSING_CODE: readonly LawRow[] = [
  ...notOurs('housing-code', [
    [
      '154 p. 1',
      { ru: 'плата нанимателя: плата за наём', en: 'what a tenant pays: rent' },
      {
        ru: 'наём – своя услуга по площади, её тариф устанавливает собственник',
        en: 'rent is a service of one’s own by area, whose tariff the owner sets',
      },
    ],
    [
      '154 p. 3–154 p. 5',
      {
        ru: 'состав платы в жилых домах и состав коммунальных услуг',
        en: 'what is paid in detached houses, and what utilities are',
      },
      {
        ru: 'перечень: он есть в справочнике услуг',
        en: 'a list, which the catalogue of services has',
      },
    ],
    [
      '155 p. 3–155 p. 10',
      {
        ru: 'кому вносят плату собственники, наниматели, члены товариществ',
        en: 'to whom owners, tenants and members of associations pay',
      },
      {
        ru: 'получатель – организация дома; суммы отсюда не следуют',
        en: 'the payee is the organization of the house; no sum follows',
      },
    ],
    [
      '155 p. 12, 155 p. 13',
      { ru: 'сведения о плате и их защита', en: 'information about payments and its protection' },
      { ru: 'суммы отсюда не следуют', en: 'no sum follows' },
    ],
    [
      '155 p. 15–155 p. 18',
      { ru: 'платёжные агенты и уступка долга', en: 'paying agents, and the assignment of debts' },
      { ru: 'суммы отсюда не следуют', en: 'no sum follows' },
    ],
    [
      '156 p. 2–156.1',
      {
        ru: 'кто и как устанавливает размер платы за содержание и наём',
        en: 'who sets what upkeep and rent cost, and how',
      },
      {
        ru: 'размер – тариф, введённый с решением, которое его установило',
        en: 'the size is a tariff, entered with the decision that has set it',
      },
    ],
    [
      '157 p. 2–157 p. 5',
      { ru: 'тарифы и правила коммунальных услуг', en: 'tariffs and rules of utilities' },
      { ru: 'правила – постановление № 354', en: 'the rules are Decree 354' },
    ],
    [
      '157 p. 6',
      {
        ru: 'штраф исполнителя за завышенную плату',
        en: 'the provider’s fine for charging too much',
      },
      { ru: 'вносится строкой вручную с документом', en: 'a line by hand with its document' },
    ],
    [
      '157.1',
      { ru: 'предельный индекс роста платы', en: 'the limit of the growth of payments' },
      {
        ru: 'ограничение соблюдает тот, кто устанавливает тарифы и нормативы',
        en: 'whoever sets tariffs and norms keeps to it',
      },
    ],
    [
      '158 p. 2–158 p. 4.1',
      {
        ru: 'решения о ремонте, переход долга по взносам, размер платы без решения',
        en: 'decisions on repairs, debts of contributions that pass on, the size without a decision',
      },
      {
        ru: 'размер – тариф с решением; о долге по взносам напоминает смена собственника',
        en: 'the size is a tariff with its decision; the change of owner tells of the debt of contributions',
      },
    ],
    [
      '159',
      { ru: 'субсидии', en: 'subsidies' },
      {
        ru: 'назначает орган соцзащиты; деньги приходят платежом',
        en: 'social protection grants them; the money comes in as a payment',
      },
    ],
    [
      '171',
      {
        ru: 'уплата взносов на капитальный ремонт',
        en: 'payment of contributions to major repairs',
      },
      {
        ru: 'взнос – строка квитанции по площади; владелец специального счёта представляет свои документы',
        en: 'a contribution is a line of the receipt by area; the holder of a special account sends documents of its own',
      },
    ],
  ]),
];
