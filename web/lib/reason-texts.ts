// The words for every reason why a field is refused.
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import type { FieldReasonCode } from '@kvartplata/contracts/field-reasons.ts';
import type { FieldProblem } from '@kvartplata/contracts/problem.ts';
import { showDay, showMonth } from './days.ts';
import { showFigure } from './figures.ts';
import type { Language } from './in-both.ts';

/** Parameters of a reason are in braces. */
export const reasonTexts: Readonly<Record<Language, Readonly<Record<FieldReasonCode, string>>>> = {
  ru: {
    required: 'Заполните это поле',
    'unknown-field': 'Сервер не знает такого поля',
    'wrong-type': 'Здесь нужно значение другого вида',
    'wrong-form': 'Неверный формат',
    'no-choice': 'Выберите одно из возможных значений',
    'too-short': 'Слишком коротко, знаков нужно не меньше: {limit}',
    'too-long': 'Слишком длинно, знаков можно не больше: {limit}',
    'too-few': 'Слишком мало, нужно не меньше: {limit}',
    'too-many': 'Слишком много, можно не больше: {limit}',
    'too-small': 'Не меньше {limit}',
    'too-large': 'Не больше {limit}',
    repeated: 'Значения повторяются',
    'several-columns': 'Одно и то же в нескольких колонках, оставьте одну: {titles}',
    'of-subsidies': 'Колонка «{title}» — из ответа соцзащиты: выберите этот вид реестра',
    'not-a-day': 'Такой даты нет',
    'not-a-month': 'Такого месяца нет',
    'not-an-instant': 'Нужны день и время, которые есть',
    'not-an-email': 'Это не адрес электронной почты',
    blank: 'Здесь одни пробелы',
    'outer-blank': 'Уберите пробелы в начале и в конце',
    'line-break': 'Нужна одна строка, без переносов',
    'control-character': 'Есть управляющий символ: наберите текст заново',
    'lost-letters': 'Часть букв утрачена (символ U+FFFD): наберите текст заново',
    'direction-sign': 'Есть символ, меняющий направление письма: наберите текст заново',
    'decimal-from': 'Число от {from} до {to}, знаков после запятой не больше: {places}',
    'decimal-above':
      'Число больше {from} и не больше {to}, знаков после запятой не больше: {places}',
    'not-zero': 'Сумма не может быть нулевой',
    'must-raise': 'Такая строка увеличивает долг: сумма больше нуля',
    'must-lower': 'Такая строка уменьшает долг: сумма меньше нуля',
    'either-or': 'Укажите что-то одно',
    contradicts: 'Противоречит другому полю',
    'ends-before-start': 'Конец раньше начала',
    'before-day': 'Дата раньше допустимой: не раньше {day}',
    'after-day': 'Дата позже допустимой: не позже {day}',
    'before-first-month': 'Не раньше первого месяца, за который у счёта может быть долг: {month}',
    'after-open-month': 'Не позже открытого месяца: {month}',
    'after-today': 'Этот день ещё не наступил',
    'after-now': 'Это время ещё не наступило',
    'span-too-long': 'Слишком долго, можно не больше: {limit}',
    overlaps: 'Пересекается с другой записью: {day}',
    unchangeable: 'Это нельзя изменить',
    'check-digit': 'Контрольная цифра не сходится: проверьте номер',
    'other-bank': 'Этот счёт не подходит к БИК банка',
    'other-organization': 'Это принадлежит другой организации',
    'not-for-service': 'Для этой услуги не подходит',
    'not-for-owner': 'Для такого прибора не подходит',
    'not-for-kind': 'Для этого вида не подходит',
    'not-for-act': 'Для такого акта не подходит',
    'not-of-rule': 'Такое правило не зависит от срока долга',
    'not-of-house': 'В этом доме такого нет',
    'norm-missing': 'У услуги нет норматива',
    'too-many-digits': 'Прибор столько не покажет, разрядов: {digits}',
    'easy-to-guess': 'Такой пароль легко угадать',
    'password-unchanged': 'Это ваш нынешний пароль',
    'wrong-code': 'Код не подходит',
    'law-fixed': 'На эти дни срок установлен законом',
    'above-law': 'Закон позволяет не больше {limit} %',
    'nothing-owed': 'За этот месяц долга нет',
    'after-start': 'Этот месяц позже начала рассрочки',
    'not-https': 'Адрес должен начинаться с https://',
    'unknown-host': 'Такого сервера нет',
    'private-address': 'Этот адрес не из открытого интернета',
    'device-without-guid': 'У прибора № {serialNumber} нет кода ГИС ЖКХ',
    'first-scale-missing': 'У прибора № {serialNumber} нет показания первой шкалы (T1)',
    'guid-of-another': 'Этот код ГИС ЖКХ у прибора № {serialNumber}',
    'number-of-another': 'Это идентификатор лицевого счёта {accountNumber}',
    'payment-without-number':
      'Платёж {day} на {amount} ₽: ГИС ЖКХ ещё не ответила, какой у него номер',
    'file-broken': 'Файл повреждён, оборван или это не таблица',
    'no-rows': 'В файле нет строк под заголовком',
    'workbook-closed':
      'Это старый формат XLS или книга с паролем: сохраните её как XLSX без пароля',
    'cells-merged': 'Объединены ячейки {cells}: разъедините их',
    'quote-not-closed': 'В строке {line} открыта кавычка, которая нигде не закрыта',
    'cell-too-long': 'В строке {line} ячейка длиннее {limit} знаков',
    'formula-in-total': 'Итог в строке {line} — формула: сохраните таблицу значениями',
    'total-unreadable': 'Итог в строке {line} не читается: нужна сумма',
    'below-total': 'Строка {line} стоит ниже итога: уберите её или перенесите выше',
  },
  en: {
    required: 'Fill in this field',
    'unknown-field': 'The server does not know this field',
    'wrong-type': 'Wrong kind of value',
    'wrong-form': 'Wrong format',
    'no-choice': 'Choose one of the possible values',
    'too-short': 'Too short: at least {limit} characters',
    'too-long': 'Too long: at most {limit} characters',
    'too-few': 'Too few: at least {limit}',
    'too-many': 'Too many: at most {limit}',
    'too-small': 'At least {limit}',
    'too-large': 'At most {limit}',
    repeated: 'Values are repeated',
    'several-columns': 'Several columns mean the same, keep one of them: {titles}',
    'of-subsidies':
      'The column “{title}” is of the answer of social protection: choose that registry type',
    'not-a-day': 'No such date',
    'not-a-month': 'No such month',
    'not-an-instant': 'Enter a day and a time that exist',
    'not-an-email': 'Not an e-mail address',
    blank: 'There are only spaces here',
    'outer-blank': 'Remove the spaces at the beginning and end',
    'line-break': 'Must be one line, without line breaks',
    'control-character': 'Contains a control character: type the text again',
    'lost-letters': 'Letters have been lost (U+FFFD): type the text again',
    'direction-sign':
      'Contains a character that changes the writing direction: type the text again',
    'decimal-from': 'A number from {from} to {to} with at most {places} decimal places',
    'decimal-above': 'A number above {from}, at most {to}, with at most {places} decimal places',
    'not-zero': 'The amount cannot be zero',
    'must-raise': 'Such a line raises the debt: an amount above zero',
    'must-lower': 'Such a line lowers the debt: an amount below zero',
    'either-or': 'Enter one of the two',
    contradicts: 'Contradicts another field',
    'ends-before-start': 'The end is before the beginning',
    'before-day': 'The date is too early: not before {day}',
    'after-day': 'The date is too late: not after {day}',
    'before-first-month': 'Not before the first month that the account can owe for: {month}',
    'after-open-month': 'Not after the open month: {month}',
    'after-today': 'This day is in the future',
    'after-now': 'This time is in the future',
    'span-too-long': 'Too long: at most {limit}',
    overlaps: 'Overlaps another record: {day}',
    unchangeable: 'This cannot be changed',
    'check-digit': 'The check digit is wrong: check the number',
    'other-bank': 'This account does not match the bank’s BIC',
    'other-organization': 'This belongs to another organization',
    'not-for-service': 'Not suitable for this service',
    'not-for-owner': 'Not suitable for this meter',
    'not-for-kind': 'Not suitable for this kind',
    'not-for-act': 'Not suitable for this kind of act',
    'not-of-rule': 'Such a rule applies to all debts, whenever they are due',
    'not-of-house': 'The house has no such thing',
    'norm-missing': 'The service has no norm',
    'too-many-digits': 'The meter has only {digits} digits',
    'easy-to-guess': 'The password is easy to guess',
    'password-unchanged': 'This is your current password',
    'wrong-code': 'The code is wrong',
    'law-fixed': 'The law fixes the due day for these months',
    'above-law': 'The law allows no more than {limit} %',
    'nothing-owed': 'Nothing is owed for this month',
    'after-start': 'This month is after the start of the plan',
    'not-https': 'The address has to begin with https://',
    'unknown-host': 'There is no such host',
    'private-address': 'This is not an address on the public internet',
    'device-without-guid': 'Meter {serialNumber} has no ГИС ЖКХ code',
    'first-scale-missing': 'Meter {serialNumber} has no reading of its first scale (T1)',
    'guid-of-another': 'This ГИС ЖКХ code belongs to meter {serialNumber}',
    'number-of-another': 'This belongs to account {accountNumber}',
    'payment-without-number': 'Payment of {day}, {amount} ₽: ГИС ЖКХ has not given its number yet',
    'file-broken': 'The file is damaged or cut off, or is not a table',
    'no-rows': 'The file has no rows below its header',
    'workbook-closed':
      'This is an old XLS file or has a password: save it as XLSX without a password',
    'cells-merged': 'The cells {cells} are merged: split them',
    'quote-not-closed': 'A quotation mark is opened in line {line} and never closed',
    'cell-too-long': 'Line {line} has a cell of more than {limit} characters',
    'formula-in-total': 'The total of line {line} is a formula: save the table as values',
    'total-unreadable': 'The total of line {line} cannot be read: a sum is needed',
    'below-total': 'Line {line} is below the total: remove it, or move it up',
  },
};

/** Undefined if the service gives no reason for which the page has words. */
export function sayReason(
  { code = '', params = {} }: Pick<FieldProblem, 'code' | 'params'>,
  language: Language,
): string | undefined {
  const texts: Readonly<Record<string, string>> = reasonTexts[language];
  return texts[code]?.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    show(params[name], name, language),
  );
}

/** Whether the reasons of its fields say all of a refusal, so that its own words would only repeat them less exactly. */
export function isAboutFields({ code, problem }: RequestFailure): boolean {
  return (
    code === 'validation-failed' || (code === 'month-out-of-range' && problem?.errors !== undefined)
  );
}

export type SaidReason = {
  /** The field's pointer, as the service names it. */
  readonly pointer: string;
  /** Undefined if only the refusal as a whole has words. */
  readonly said: string | undefined;
};

/** The field errors of a refusal, in order. */
export function saidReasons(error: unknown, language: Language): readonly SaidReason[] {
  const fields = error instanceof RequestFailure ? (error.problem?.errors ?? []) : [];
  return fields.map((field) => ({ pointer: field.path, said: sayReason(field, language) }));
}

/** Figures that name something: their digits are not grouped. */
const NAMES: readonly string[] = ['serialNumber', 'line'];

function show(value: string | number | undefined, name: string, language: Language): string {
  const text = String(value ?? '');
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return showDay(text);
  if (/^\d{4}-\d{2}$/.test(text)) return showMonth(text, language);
  return NAMES.includes(name) ? text : showFigure(text);
}
