// What the finder knows beside accounts and houses: the pages, and what people come to do, each by the words they use for it.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { Words } from '@kvartplata/domain/text/words.ts';

export type Place = {
  readonly kind: 'page' | 'action';
  readonly name: Words;
  /** Other words that people type for it, in both languages. */
  readonly also: string;
  /** An address of the page, with $worked for the month that is worked on, $this for the one that runs. */
  readonly href: string;
  /** Viewers are shown it too unless given. */
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
    also: 'счёт счетов лс абоненты жильцы квартиры собственники плательщики residents flats payers',
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

const ACTIONS: readonly Place[] = [
  {
    kind: 'action',
    name: { ru: 'Внести платёж', en: 'Enter a payment' },
    also: 'ввести записать принять добавить новый оплату оплата деньги add new pay',
    href: '/payments',
    least: 'accountant',
  },
  {
    kind: 'action',
    name: { ru: 'Загрузить реестр банка', en: 'Import a bank registry' },
    also: 'платежей платежи сбербанк сбер выписку импорт файл upload statement payments',
    href: '/payments/imports',
    least: 'accountant',
  },
  {
    kind: 'action',
    name: { ru: 'Загрузить или внести показания', en: 'Import or enter readings' },
    also: 'снять ввести передать счётчик счётчики счётчиков приборов импорт файл take meters',
    href: '/month/$this#step-readings',
    least: 'accountant',
  },
  {
    kind: 'action',
    name: { ru: 'Рассчитать месяц', en: 'Calculate the month' },
    also: 'начислить начисление начисления расчёт пересчитать квартплату charge charges billing',
    href: '/month/$worked#step-calculate',
    least: 'accountant',
  },
  {
    kind: 'action',
    name: { ru: 'Провести месяц', en: 'Apply the month' },
    also: 'проводки начисления записать post book',
    href: '/month/$worked#step-apply',
    least: 'accountant',
  },
  {
    kind: 'action',
    name: { ru: 'Квитанции домов', en: 'Receipts of houses' },
    also: 'дома напечатать распечатать печать платёжки епд квитанция print bills pdf',
    href: '/month/$worked#step-receipts',
    least: 'accountant',
  },
  {
    kind: 'action',
    name: { ru: 'Начислить пени', en: 'Accrue penalties' },
    also: 'пеня пеней неустойку',
    href: '/penalties/accruals',
    least: 'accountant',
  },
  {
    kind: 'action',
    name: { ru: 'Закрыть месяц', en: 'Close the month' },
    also: 'закрытие период печать seal',
    href: '/month/$worked#step-close',
    least: 'accountant',
  },
  {
    kind: 'action',
    name: { ru: 'Разобрать невыясненные платежи', en: 'Settle unidentified payments' },
    also: 'неопознанные разнести распределить resolve match',
    href: '/payments/unidentified',
    least: 'accountant',
  },
  {
    kind: 'action',
    name: { ru: 'Новый дом', en: 'New house' },
    also: 'добавить создать завести add create',
    href: '/houses?add=true',
    least: 'owner',
  },
  {
    kind: 'action',
    name: { ru: 'Загрузить дома и счета', en: 'Import houses and accounts' },
    also: 'импорт файл excel помещения квартиры жильцов rooms',
    href: '/imports',
    least: 'accountant',
  },
  {
    kind: 'action',
    name: { ru: 'Загрузить услуги и тарифы', en: 'Import services and tariffs' },
    also: 'импорт файл excel нормативы norms',
    href: '/imports?kind=services',
    least: 'accountant',
  },
  {
    kind: 'action',
    name: { ru: 'Загрузить приборы', en: 'Import meters' },
    also: 'импорт файл excel счётчик счётчики добавить',
    href: '/imports?kind=meters',
    least: 'accountant',
  },
  {
    kind: 'action',
    name: { ru: 'Загрузить номера ГИС ЖКХ', en: 'Import numbers of ГИС ЖКХ' },
    also: 'импорт файл excel единый лицевой счёт жку елс гис gis numbers',
    href: '/imports?kind=gis-accounts',
    least: 'accountant',
  },
  {
    kind: 'action',
    name: { ru: 'Загрузить коды приборов ГИС ЖКХ', en: 'Import codes of meters in ГИС ЖКХ' },
    also: 'импорт файл excel счётчик счётчики guid показания гис gis meters',
    href: '/imports?kind=gis-meters',
    least: 'accountant',
  },
  {
    kind: 'action',
    name: { ru: 'Новый тариф или норматив', en: 'New tariff or norm' },
    also: 'изменить поднять повысить цена услуги домов дома change price',
    href: '/house-setups',
    least: 'owner',
  },
  {
    kind: 'action',
    name: { ru: 'Переезд из другой программы', en: 'Move from another program' },
    also: 'перенести перенос миграция данных migration transfer',
    href: '/moves',
    least: 'owner',
  },
  {
    kind: 'action',
    name: { ru: 'Реквизиты для квитанций', en: 'Bank details for receipts' },
    also: 'банк бик расчётный счёт qr изменить account',
    href: '/organization',
    least: 'owner',
  },
  {
    kind: 'action',
    name: { ru: 'Пригласить сотрудника', en: 'Invite a colleague' },
    also: 'добавить пользователя бухгалтера участника доступ add user accountant member',
    href: '/organization',
    least: 'owner',
  },
  {
    kind: 'action',
    name: { ru: 'Выгрузить обороты для 1С', en: 'Export turnovers for 1C' },
    also: '1c выгрузка бухгалтерию csv download',
    href: '/reports/exports',
  },
  {
    kind: 'action',
    name: { ru: 'Сменить пароль', en: 'Change the password' },
    also: 'изменить двухфакторная вход',
    href: '/security',
  },
  {
    kind: 'action',
    name: { ru: 'Новая организация', en: 'New organization' },
    also: 'добавить создать управляющая компания ук тсж жск add create company',
    href: '/organizations/new',
  },
];

export const PLACES: readonly Place[] = [...PAGES, ...ACTIONS];
