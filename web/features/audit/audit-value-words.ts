// The audit log's words for values of fields.
import {
  BENEFIT_CATEGORIES,
  BENEFIT_CATEGORY_ROWS,
} from '@kvartplata/domain/regulation/benefit/categories.ts';
import type { Language } from '../../lib/words.ts';

/** Values of some fields. */
export const valueWords: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  ru: {
    owner: 'владелец',
    accountant: 'бухгалтер',
    viewer: 'только просмотр',
    residential: 'жилое',
    'non-residential': 'нежилое',
    house: 'общедомовой',
    account: 'индивидуальный',
    room: 'прибор помещения',
    operator: 'бухгалтер',
    resident: 'жилец',
    import: 'файл',
    device: 'прибор',
    persons: 'по числу граждан',
    'direct-contract': 'прямой договор',
    'own-boiler': 'свой источник тепла',
    'not-used': 'не пользуется',
    failed: 'неисправность или утрата',
    'access-refused': 'отказ в допуске',
    tampering: 'вмешательство в работу',
    seal: 'опломбирование',
    other: 'другое',
    interruption: 'перерыв',
    temperature: 'температура',
    pressure: 'давление',
    quality: 'состав и свойства',
    norm: 'в пределах норматива',
    none: 'без ограничения нормативом',
    'federal-budget': 'федеральный бюджет',
    'regional-budget': 'бюджет региона',
    'municipal-budget': 'местный бюджет',
    ...Object.fromEntries(
      BENEFIT_CATEGORIES.map((category) => [category, BENEFIT_CATEGORY_ROWS[category].name.ru]),
    ),
    active: 'идёт',
    kept: 'выполнена',
    broken: 'сорвана',
    cancelled: 'отменена',
    DRAFT: 'черновик',
    APPLIED: 'проведён',
    CLOSED: 'закрыт',
  },
  en: {},
};
