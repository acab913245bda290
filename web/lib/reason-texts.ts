// The words for every reason why a field is refused.
import type { FieldReasonCode } from '@kvartplata/contracts/field-reasons.ts';
import type { FieldProblem } from '@kvartplata/contracts/problem.ts';
import { showDay } from './days.ts';
import type { Language } from './words.ts';

/** A parameter of the reason stands in braces. */
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
    'not-a-day': 'Такой даты нет',
    'not-a-month': 'Такого месяца нет',
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
    'either-or': 'Укажите что-то одно',
    'ends-before-start': 'Конец раньше начала',
    'before-day': 'Не раньше {day}',
    'after-day': 'Не позже {day}',
    'after-today': 'Этот день ещё не наступил',
    'span-too-long': 'Слишком долго, можно не больше: {limit}',
    overlaps: 'Пересекается с другой записью: {day}',
    unchangeable: 'Это нельзя изменить',
    'check-digit': 'Контрольная цифра не сходится: проверьте номер',
    'other-bank': 'Этот счёт не подходит к БИК банка',
    'other-organization': 'Это принадлежит другой организации',
    'not-for-service': 'Для этой услуги не подходит',
    'not-for-owner': 'Для такого прибора не подходит',
    'too-many-digits': 'Прибор столько не покажет, разрядов: {digits}',
    'easy-to-guess': 'Такой пароль легко угадать',
    'password-unchanged': 'Это ваш нынешний пароль',
    'wrong-code': 'Код не подходит',
    'law-fixed': 'На эти дни срок установлен законом',
  },
  en: {
    required: 'Fill in this field',
    'unknown-field': 'The server knows no such field',
    'wrong-type': 'Another kind of value is needed here',
    'wrong-form': 'The format is wrong',
    'no-choice': 'Choose one of the possible values',
    'too-short': 'Too short: at least {limit} characters',
    'too-long': 'Too long: at most {limit} characters',
    'too-few': 'Too few: at least {limit}',
    'too-many': 'Too many: at most {limit}',
    'too-small': 'At least {limit}',
    'too-large': 'At most {limit}',
    repeated: 'Values are repeated',
    'not-a-day': 'There is no such day',
    'not-a-month': 'There is no such month',
    'not-an-email': 'This is no e-mail address',
    blank: 'There are only blanks here',
    'outer-blank': 'Remove the blanks at the beginning and the end',
    'line-break': 'One line is needed, without line breaks',
    'control-character': 'There is a control character: type the text again',
    'lost-letters': 'Letters are lost (U+FFFD stands for them): type the text again',
    'direction-sign': 'There is a sign that changes the direction of writing: type the text again',
    'decimal-from': 'A number from {from} to {to} with at most {places} decimal places',
    'decimal-above': 'A number above {from}, at most {to}, with at most {places} decimal places',
    'either-or': 'Give one of the two',
    'ends-before-start': 'The end is before the beginning',
    'before-day': 'Not before {day}',
    'after-day': 'Not after {day}',
    'after-today': 'This day has not come yet',
    'span-too-long': 'Too long: at most {limit}',
    overlaps: 'Overlaps another record: {day}',
    unchangeable: 'This cannot be changed',
    'check-digit': 'The check digit is wrong: look at the number again',
    'other-bank': 'This account does not belong to the bank with this BIC',
    'other-organization': 'This belongs to another organization',
    'not-for-service': 'This does not suit the service',
    'not-for-owner': 'This does not suit such a meter',
    'too-many-digits': 'The meter cannot show so much: it has {digits} digits',
    'easy-to-guess': 'The password is easy to guess',
    'password-unchanged': 'This is your present password',
    'wrong-code': 'The code does not fit',
    'law-fixed': 'The law sets the day of these months',
  },
};

/** Undefined where the service gives no reason that the page has words for. */
export function sayReason(
  { code = '', params = {} }: Pick<FieldProblem, 'code' | 'params'>,
  language: Language,
): string | undefined {
  const texts: Readonly<Record<string, string>> = reasonTexts[language];
  return texts[code]?.replaceAll(/\{(\w+)\}/g, (_, name: string) => show(params[name]));
}

function show(value: string | number | undefined): string {
  const text = String(value ?? '');
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? showDay(text) : text;
}
