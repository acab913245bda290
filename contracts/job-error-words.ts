// Why a long job failed, in words: the meaning of its error's code, as shown on the page.
import { monthWords } from '@kvartplata/domain/calendar/month-words.ts';
import type {
  Dependency,
  FaultyHouse,
  HouseFaultReason,
  JobErrorCode,
  JobErrorFacts,
} from './job-errors.ts';
import { ON_DAY, reasonWords, type FactWords, type Words } from './reason-words.ts';

const ERROR_WORDS: Readonly<Record<JobErrorCode, Words>> = {
  internal: {
    ru: 'непредвиденная ошибка; подробности в журнале службы',
    en: 'an unexpected error; the log of the service says more',
  },
  interrupted: {
    ru: 'работа слишком часто прерывалась; запустите её ещё раз',
    en: 'the work was interrupted too often; start it again',
  },
  'dependency-unavailable': {
    ru: 'часть системы сейчас недоступна',
    en: 'part of the system is unavailable',
  },
  conflict: {
    ru: 'не согласуется с тем, что уже записано',
    en: 'it conflicts with what is stored',
  },
  'month-closed': { ru: 'месяц уже закрыт', en: 'the month is closed' },
  'move-built-upon': {
    ru: 'после переезда по его счетам уже есть записи',
    en: 'something has been booked since the move',
  },
  'rate-missing': { ru: 'нет ставки пени', en: 'no penalty rate' },
  'houses-not-computed': {
    ru: 'рассчитаны не все дома',
    en: 'some houses were not computed',
  },
  'rows-refused': {
    ru: 'в файле есть строки с ошибками, не записано ничего',
    en: 'the file has rows with errors, nothing was stored',
  },
  'nothing-charged': { ru: 'начислений уже нет', en: 'nothing is charged any more' },
  'bank-details-missing': {
    ru: 'реквизиты организации заполнены не полностью',
    en: 'the bank details of the organization are incomplete',
  },
  'payee-details-missing': {
    ru: 'у получателя платежей не хватает банковских реквизитов',
    en: 'the bank details of a payee are incomplete',
  },
  'month-archived': {
    ru: 'начисления месяца уже в архиве',
    en: 'the charges of the month are in the archive',
  },
  'file-too-large': {
    ru: 'файл слишком велик; выберите меньше домов',
    en: 'the file is too large; choose fewer houses',
  },
  'nobody-to-write-to': {
    ru: 'писать некому: пропущены все должники',
    en: 'there is nobody to write to: every debtor is left out',
  },
};

const DEPENDENCY_WORDS: Readonly<Record<Dependency, Words>> = {
  auth: { ru: 'служба входа', en: 'the auth-service' },
  core: { ru: 'служба реестра', en: 'the core-service' },
  billing: { ru: 'служба начислений', en: 'the billing-service' },
  database: { ru: 'база данных', en: 'the database' },
};

const HOUSE_WORDS: Readonly<Record<HouseFaultReason, Words>> = {
  'not-known': { ru: 'его больше нет в реестре', en: 'it is no longer registered' },
  elsewhere: { ru: 'теперь у другой организации', en: 'it belongs to another organization now' },
  internal: { ru: 'непредвиденная ошибка', en: 'an unexpected error' },
};

const FACT_WORDS: FactWords<JobErrorFacts> = {
  dependency: {
    ru: (dependency) => DEPENDENCY_WORDS[dependency].ru,
    en: (dependency) => DEPENDENCY_WORDS[dependency].en,
  },
  day: ON_DAY,
  months: {
    ru: (months) => months.map((month) => monthWords(month).ru).join(', '),
    en: (months) => months.map((month) => monthWords(month).en).join(', '),
  },
  houses: {
    ru: (houses) => each(houses, (id, reason) => `дом № ${id} (${HOUSE_WORDS[reason].ru})`),
    en: (houses) => each(houses, (id, reason) => `house ${id} (${HOUSE_WORDS[reason].en})`),
  },
  moreHouses: { ru: (count) => `и ещё домов: ${count}`, en: (count) => `and ${count} more` },
  refused: { ru: (count) => `с ошибками ${count}`, en: (count) => `${count} refused` },
  rows: { ru: (count) => `всего ${count}`, en: (count) => `${count} in all` },
};

function each(
  houses: readonly FaultyHouse[],
  say: (houseId: number, reason: HouseFaultReason) => string,
): string {
  return houses.map(({ houseId, reason }) => say(houseId, reason)).join(', ');
}

/** Null for a job without an error. */
export function jobErrorWords({
  error,
  errorFacts,
}: {
  readonly error: JobErrorCode | null;
  readonly errorFacts: JobErrorFacts | null;
}): Words | null {
  return error === null ? null : reasonWords(ERROR_WORDS[error], errorFacts ?? {}, FACT_WORDS);
}
