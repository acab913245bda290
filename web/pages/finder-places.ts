// What the finder knows besides accounts and houses: pages and tasks, each with the words that people use for it.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { Words } from '@kvartplata/domain/text/words.ts';
import { ACTIONS } from './finder-actions.ts';

export type Place = {
  readonly kind: 'page' | 'action';
  readonly name: Words;
  /** Other words that people type for it, in both languages. */
  readonly also: string;
  /** An address of the page, with $worked for the month being worked on and $this for the current one. */
  readonly href: string;
  /** By default viewers see it too. */
  readonly least?: OrganizationRole;
};

const PAGES: readonly Place[] = [
  {
    kind: 'page',
    name: { ru: 'Главная', en: 'Home' },
    also: 'старт начало сводка обзор первые шаги start overview first steps',
    href: '/',
  },
  {
    kind: 'page',
    name: { ru: 'Месяц: начисления и закрытие', en: 'Month: charges and closing' },
    also: 'начислено расчёт период квартплата billing period cycle',
    href: '/month/$worked',
  },
  {
    kind: 'page',
    name: { ru: 'Замечания месяца', en: 'Remarks of the month' },
    also: 'проверки ошибки выбросы скачки сверка checks outliers warnings',
    href: '/month/$worked/remarks',
  },
  {
    kind: 'page',
    name: { ru: 'Странные показания', en: 'Odd readings' },
    also: 'скачки ошибки подтвердить без расхода jumps confirm',
    href: '/month/$worked/odd-readings',
  },
  {
    kind: 'page',
    name: { ru: 'Что, если: другой тариф или норматив', en: 'What if: another tariff or norm' },
    also: 'пробный расчёт прогноз повышение forecast',
    href: '/month/$worked/dry-run',
    least: 'accountant',
  },
  {
    kind: 'page',
    name: { ru: 'Платежи', en: 'Payments' },
    also: 'оплата оплаты деньги касса поступления money receipts cash',
    href: '/payments',
  },
  {
    kind: 'page',
    name: { ru: 'Реестры банков', en: 'Bank registries' },
    also: 'реестр платежей сбербанк сбер выписка эквайринг сторно statement registry',
    href: '/payments/imports',
  },
  {
    kind: 'page',
    name: { ru: 'Невыясненные платежи', en: 'Unidentified payments' },
    also: 'неопознанные нераспознанные неизвестные без счёта unknown unmatched',
    href: '/payments/unidentified',
  },
  {
    kind: 'page',
    name: { ru: 'Начальные остатки', en: 'Opening balances' },
    also: 'входящее вступительное сальдо авансы прежней программы advances',
    href: '/payments/opening',
  },
  {
    kind: 'page',
    name: { ru: 'Обращения жильцов', en: 'Disputes' },
    also: 'жалобы возражения вопросы заявки спор complaints questions objections',
    href: '/disputes',
  },
  {
    kind: 'page',
    name: { ru: 'Дома', en: 'Houses' },
    also: 'дом домов адреса список мкд жилой фонд объекты buildings addresses',
    href: '/houses',
  },
  {
    kind: 'page',
    name: { ru: 'Услуги домов', en: 'Services of the houses' },
    also: 'тариф тарифы норматив нормативы цены таблица tariffs norms prices',
    href: '/house-setups',
  },
  {
    kind: 'page',
    name: { ru: 'Справочник услуг', en: 'Catalogue of services' },
    also: 'каталог свои услуги домофон лифт own',
    href: '/utility-services',
  },
  {
    kind: 'page',
    name: { ru: 'Лицевые счета', en: 'Personal accounts' },
    also: 'счёт счетов справка задолженность лс абоненты жильцы квартиры собственники плательщики residents flats payers',
    href: '/accounts',
  },
  {
    kind: 'page',
    name: { ru: 'Оборотно-сальдовая ведомость', en: 'Turnover balance' },
    also: 'оборотная оборотка оборот осв сальдо остатки отчёт отчёты report',
    href: '/reports/turnover',
  },
  {
    kind: 'page',
    name: { ru: 'Обороты по получателям', en: 'Turnover by payee' },
    also: 'получатель получатели перечислить реестр спецсчёт капремонт агентское отчёт отчёты transfer registry payees',
    href: '/reports/payees',
  },
  {
    kind: 'page',
    name: { ru: 'Должники', en: 'Debtors' },
    also: 'долг долги задолженность просрочка неплательщики суд отчёт отчёты debts arrears overdue court',
    href: '/reports/debtors',
  },
  {
    kind: 'page',
    name: { ru: 'Работа с долгами: что пора сделать', en: 'Debt work: what is due' },
    also: 'долги сроки давность взыскание шаги limitation deadlines collection',
    href: '/debt-work',
  },
  {
    kind: 'page',
    name: { ru: 'Уведомления об ограничении услуг', en: 'Restriction notices' },
    also: 'предупреждение отключение ограничение приостановление должник warning cut off',
    href: '/debt-work/notices',
  },
  {
    kind: 'page',
    name: { ru: 'Письма должникам', en: 'Letters to debtors' },
    also: 'претензии уведомления многим рассылка напечатать конверт должники claim letters notices many print',
    href: '/debt-work/letters',
  },
  {
    kind: 'page',
    name: { ru: 'Судебные дела должников', en: 'Court cases' },
    also: 'суд приказ иск претензия приставы пошлина взыскание дело дела court order claim bailiff',
    href: '/debt-work/cases',
  },
  {
    kind: 'page',
    name: { ru: 'Собираемость', en: 'Collection rate' },
    also: 'сбор процент погашено отчёт отчёты collected report',
    href: '/reports/collection',
  },
  {
    kind: 'page',
    name: { ru: 'Поверка приборов', en: 'Meter verification' },
    also: 'поверки счётчик счётчики счётчиков срок истекает отчёт отчёты due expiring',
    href: '/reports/ending-verifications',
  },
  {
    kind: 'page',
    name: { ru: 'Выгрузки', en: 'Exports' },
    also: '1с 1c бухгалтерия файлы скачать отчёт отчёты csv xlsx hledger download files',
    href: '/reports/exports',
  },
  {
    kind: 'page',
    name: { ru: 'ГИС ЖКХ', en: 'ГИС ЖКХ' },
    also: 'платёжные документы показания платежи выгрузка xml размещение справочник нси gis state system payment documents',
    href: '/reports/gis-zhkh',
  },
  {
    kind: 'page',
    name: { ru: 'Запросы о задолженности', en: 'Requests about debts' },
    also: 'гис жкх запрос ответ справка суд нет долга debt request court answer',
    href: '/debt-requests',
  },
  {
    kind: 'page',
    name: { ru: 'Пени: ключевая ставка', en: 'Penalties: key rate' },
    also: 'пеня пеней ставки цб банка россии рефинансирования неустойка central bank rates',
    href: '/penalties/rates',
  },
  {
    kind: 'page',
    name: { ru: 'Калькулятор пеней', en: 'Penalty calculator' },
    also: 'пени пеня посчитать неустойка count',
    href: '/penalties/calculator',
  },
  {
    kind: 'page',
    name: { ru: 'Правила пеней', en: 'Penalty rules' },
    also: 'пени пеня мораторий неустойка moratorium',
    href: '/penalties/rules',
  },
  {
    kind: 'page',
    name: { ru: 'Начисление пеней', en: 'Penalty accrual' },
    also: 'пени пеня неустойка accruals',
    href: '/penalties/accruals',
  },
  {
    kind: 'page',
    name: { ru: 'Рассрочки', en: 'Instalment plans' },
    also: 'рассрочка отсрочка долг частями реструктуризация соглашение instalments plans',
    href: '/penalties/instalments',
  },
  {
    kind: 'page',
    name: { ru: 'Организация', en: 'Organization' },
    also: 'реквизиты карточка сотрудники пользователи участники роли доступ исковая давность details members users roles',
    href: '/organization',
  },
  {
    kind: 'page',
    name: { ru: 'Отправленные письма', en: 'Sent e-mail' },
    also: 'квитанции по почте email рассылка электронная почта отказы доставка receipts by mail delivery bounces',
    href: '/deliveries',
  },
  {
    kind: 'page',
    name: { ru: 'Ключи для программ', en: 'API keys' },
    also: 'токен доступ api апи интеграция token integration programs',
    href: '/programs',
  },
  {
    kind: 'page',
    name: { ru: 'Уведомления для программ', en: 'Webhooks' },
    also: 'вебхук события интеграция events integration webhook',
    href: '/programs',
    least: 'owner',
  },
  {
    kind: 'page',
    name: { ru: 'Закон по пунктам', en: 'The law by paragraphs' },
    also: '354 постановление правила жилищный кодекс decree',
    href: '/law',
  },
  {
    kind: 'page',
    name: { ru: 'Журнал изменений', en: 'Audit log' },
    also: 'история аудит правки кто менял history changes',
    href: '/audit',
    least: 'owner',
  },
  {
    kind: 'page',
    name: { ru: 'Вход и безопасность', en: 'Sign-in and security' },
    also: 'профиль сеансы двухфакторная profile sessions two-factor',
    href: '/security',
  },
];

export const PLACES: readonly Place[] = [...PAGES, ...ACTIONS];
