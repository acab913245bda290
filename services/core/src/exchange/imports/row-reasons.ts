// Why a row is refused: a closed list of codes, each with its sentence in English and in Russian.

/** `{0}`, `{1}` … stand for the parameters. */
const SENTENCES = {
  required: ['is required', 'не заполнено'],
  'too-long': ['is longer than {0} characters', 'длиннее {0} знаков'],
  'control-character': ['holds a control character', 'содержит управляющий символ'],
  'lost-letters': [
    'holds U+FFFD, which stands for lost letters',
    'содержит символ U+FFFD вместо утраченных букв',
  ],
  'direction-sign': [
    'holds a sign that changes the direction of writing',
    'содержит символ, меняющий направление письма',
  ],
  'formula-error': ['holds the error {0}', 'содержит ошибку формулы {0}'],
  decimal: [
    'must be a number {0} and ≤ {1} with at most {2} decimals',
    'нужно число {0} и ≤ {1}, не более {2} знаков после запятой',
  ],
  sum: [
    'must be a sum with at most two decimals',
    'нужна сумма, не более двух знаков после запятой',
  ],
  'whole-number': ['must be a whole number from {0} to {1}', 'нужно целое число от {0} до {1}'],
  day: ['must be a day DD.MM.YYYY', 'нужна дата вида ДД.ММ.ГГГГ'],
  month: ['must be a month MM.YYYY', 'нужен месяц вида ММ.ГГГГ'],
  'month-numbers': [
    'must be numbers of months from 1 to 12, such as 10-4 or 1, 2, 3',
    'нужны номера месяцев от 1 до 12, например 10-4 или 1, 2, 3',
  ],
  choice: ['must be one of: {0}', 'нужно одно из значений: {0}'],
  'account-number-form': [
    'must be 1–30 letters, digits, /, _ or -',
    'нужно от 1 до 30 букв, цифр и знаков / _ -',
  ],
  'turned-into-day': [
    'is a day: the table has made one of it; format the cell as text and type it again',
    'таблица превратила это в дату: задайте ячейке текстовый формат и наберите ещё раз',
  ],
  shortened: [
    'is a shortened number: widen the column or format the cell as text, and save the file again',
    'таблица сократила число: расширьте колонку или задайте ячейке текстовый формат и сохраните файл снова',
  ],
  'gis-account-number': ['must be 10 digits and capital letters', 'нужно 10 цифр и заглавных букв'],
  'gis-service-id': [
    'must be 10 digits and capital letters, a hyphen and 2 digits',
    'нужно 10 цифр и заглавных букв, дефис и 2 цифры',
  ],
  guid: [
    'must be a GUID: 32 digits and letters a to f, with hyphens',
    'нужен GUID: 32 цифры и буквы от a до f, с дефисами',
  ],
  'gis-number-taken': ['is the number of account {0}', 'это номер счёта {0}'],
  'gis-guid-taken': ['is the GUID of meter {0}', 'это GUID прибора {0}'],
  inn: [
    'must be 10 or 12 digits with right check digits',
    'нужно 10 или 12 цифр с верными контрольными',
  ],
  email: ['must be an e-mail address', 'нужен адрес электронной почты'],
  uuid: ['must be a UUID of the address register', 'нужен код ФИАС (UUID)'],
  'too-many-cells': [
    'the row has more cells than the header',
    'в строке больше ячеек, чем в заголовке',
  ],
  'before-opened': ['is before the day of opening', 'раньше даты открытия'],
  'after-closed': ['is after the day of closing, {0}', 'позже даты закрытия, {0}'],
  'over-digits': ['is more than {0} digits can show', 'больше, чем покажут {0} разрядов'],
  'meter-not-named': [
    'name the serial number, or the account and the service',
    'укажите заводской номер или лицевой счёт и услугу',
  ],
  repeated: ['stands in line {0} already', 'уже есть в строке {0}'],
  'differs-from-line': ['differs from line {0}', 'расходится со строкой {0}'],
  'address-of-other-house': [
    'is the address of another house of the organization',
    'это адрес другого дома организации',
  ],
  'house-ambiguous': [
    'several houses of the organization are like this',
    'таких домов у организации несколько',
  ],
  'mixed-alphabets': [
    'the word {0} mixes Latin and Russian letters: type it again',
    'в слове «{0}» смешаны латинские и русские буквы: наберите его заново',
  ],
  'looks-like-stored': [
    'looks like {0}, which is stored with other letters: Latin for Russian ones, or the reverse',
    'выглядит как уже записанное «{0}», но буквы другие: латинские вместо русских или наоборот',
  ],
  'looks-like-line': [
    'looks like that of line {0} with other letters: Latin for Russian ones, or the reverse',
    'выглядит как в строке {0}, но буквы другие: латинские вместо русских или наоборот',
  ],
  'account-elsewhere': [
    'is the number of an account of another house',
    'этот лицевой счёт относится к другому дому',
  ],
  'share-exceeded': [
    'the shares of the room make more than the whole on {0}',
    'сумма долей в помещении больше единицы на {0}',
  ],
  'account-unknown': ['there is no such account', 'нет такого лицевого счёта'],
  'account-or-room': [
    'a meter is of an account or of a room, not of both',
    'прибор относится к лицевому счёту или к помещению, а не к обоим',
  ],
  'room-unknown': ['the house has no such room', 'в доме нет такого помещения'],
  'service-unknown': ['the house has no such service', 'у дома нет такой услуги'],
  ranges: [
    'must be volumes of a month and the tariffs above them, such as above 3900: 7.00; above 6000: 8.50',
    'нужны объёмы за месяц и тарифы сверх них, например свыше 3900: 7,00; свыше 6000: 8,50',
  ],
  'by-persons': [
    'must be numbers of persons and the norms from them on, such as from 2: 80; from 3: 70',
    'нужно, от скольких человек какой норматив, например от 2: 80; от 3: 70',
  ],
  'too-many-steps': ['has more than {0} steps', 'больше {0} ступеней'],
  'steps-in-order': [
    'each bound must be above the one before it, {0}',
    'каждая граница должна быть больше предыдущей, {0}',
  ],
  'one-or-all': [
    'is the code of one house, and the address names all of them',
    'это код одного дома, а в адресе — все дома',
  ],
  'house-unknown': ['the organization has no such house', 'у организации нет такого дома'],
  'not-in-catalogue': ['is no service of the catalogue', 'такой услуги нет в справочнике'],
  'not-for-service': ['is not meant for this service', 'к этой услуге не относится'],
  'service-otherwise': [
    'the house is charged for this service otherwise: {0}',
    'дому эта услуга начисляется иначе: {0}',
  ],
  'service-begins-later': [
    'the house has this service from {0} on',
    'у дома эта услуга только с {0}',
  ],
  'payee-unknown': ['the organization has no such payee', 'такого получателя у организации нет'],
  'payee-ambiguous': [
    'several payees are called so: write the INN',
    'получателей с таким названием несколько: укажите ИНН',
  ],
  'payee-by-owner': [
    'whom a service is paid to is said by an owner',
    'кому платят за услугу, задаёт владелец',
  ],
  'not-before-move': ['must be before the month of the move', 'должен быть раньше месяца переезда'],
  'month-charged': [
    'the account is already billed here for {0}: the debt would stand twice',
    'за {0} счёту уже начислено здесь: долг был бы учтён дважды',
  ],
  'counted-from-differs': [
    'penalties on debts of {0} are counted here from {1} on, by opening import {2}: bring it in as an opening import that names {1}',
    'пени на долги за {0} считаются здесь с {1} (загрузка остатков {2}): внесите его через «Начальные остатки», с месяца {1}',
  ],
  'already-booked': [
    'stands in line {1} of opening import {0}, which is booked',
    'уже учтено: загрузка остатков {0}, строка {1}',
  ],
  'total-differs': ['is not what the rows come to: {0}', 'не равно сумме строк: {0}'],
  'stored-otherwise': [
    'differs from what is stored: a move only adds',
    'расходится с тем, что уже записано: переезд только добавляет',
  ],
  'ends-before-start': ['is before the first day', 'раньше первого дня'],
  'period-overlap': [
    'overlaps the value that begins on {0}',
    'пересекается со значением, которое действует с {0}',
  ],
  'meter-type-unknown': ['there is no such kind of meter', 'нет такого вида прибора'],
  'meter-type-of-house': ['is for a meter of the whole house', 'это вид общедомового прибора'],
  'meter-type-of-account': ['is for a meter of an account', 'это вид индивидуального прибора'],
  'serial-number-taken': [
    'another meter of the service has this number at that time',
    'такой номер у другого прибора этой услуги в это же время',
  ],
  'after-removal': ['is after the meter was removed', 'позже снятия прибора'],
  'before-former-removed': [
    'is before the meter that it replaced was removed, {0}',
    'раньше, чем снят прежний прибор, {0}',
  ],
  'readings-contradict': [
    "the meter's readings contradict this",
    'противоречит показаниям прибора',
  ],
  'meter-unknown': ['the house has no such meter', 'в доме нет такого прибора'],
  'meter-ambiguous': [
    'several meters of the house are like this: say here which one is meant',
    'таких приборов в доме несколько: укажите здесь, который из них',
  ],
  'device-unknown': ['no device in use is like this', 'такого прибора среди стоящих нет'],
  'device-ambiguous': [
    'several devices are like this: name the service, the account, the room or the house',
    'таких приборов несколько: укажите услугу, лицевой счёт, помещение или адрес дома',
  ],
  'meter-of-several-houses': [
    'meters of several houses have this number: name the house here',
    'прибор с таким номером есть в нескольких домах: укажите здесь адрес дома',
  ],
  // Why rows of an import cannot be undone.
  'changed-since': ['has been changed since: {0}', 'с тех пор изменено: {0}'],
  'later-reading': [
    'the meter has a later reading, of {0}',
    'у прибора есть более позднее показание, за {0}',
  ],
  'month-booked': ['counts in a month that is applied: {0}', 'входит в проведённый месяц: {0}'],
  'payee-gone': [
    'the former payee of the service is deleted: {0}',
    'прежний получатель услуги удалён: {0}',
  ],
  'service-in-use': [
    'the service has meters, values, exceptions of accounts or acts that the file did not bring: {0}',
    'у услуги появились приборы, тарифы, исключения счетов или акты не из этого файла: {0}',
  ],
  // Why readings are refused, in an import or elsewhere; the English message includes the figures.
  'not-found': ['{0}', 'нет такого прибора'],
  'reading-exists': ['{0}', 'за этот месяц показание уже есть'],
  'meter-not-in-use': ['{0}', 'прибор в это время не установлен или уже снят'],
  'reading-in-future': ['{0}', 'показание из будущего'],
  'reading-over-digits': ['{0}', 'столько прибор показать не может'],
  'reading-out-of-order': ['{0}', 'дата не между датами соседних показаний'],
  'rollover-not-lower': ['{0}', 'после перехода через ноль показание должно быть меньше прежнего'],
  'reading-below-previous': ['{0}', 'меньше предыдущего показания'],
  'reading-breaks-next': ['{0}', 'не согласуется со следующим показанием'],
} as const;

export type ReasonCode = keyof typeof SENTENCES;
export type Language = 'en' | 'ru';

export type RowReason = {
  /** The code of a column; null when it concerns the whole row. */
  readonly column: string | null;
  readonly code: ReasonCode;
  readonly params: readonly string[];
};

export function reason(
  column: string | null,
  code: ReasonCode,
  ...params: readonly (string | number)[]
): RowReason {
  return { column, code, params: params.map(String) };
}

export function sentenceOf({ code, params }: RowReason, language: Language): string {
  return filled(SENTENCES[code], language, params);
}

/** For rows that are reported together: … stands for parameters that differ. */
export function sentenceOfMany(
  { code, params, isAlike }: RowReason & { readonly isAlike: boolean },
  language: Language,
): string {
  // A sentence that is only a parameter would say nothing without it.
  const isWhole = SENTENCES[code][language === 'en' ? 0 : 1] === '{0}';
  return filled(SENTENCES[code], language, isAlike || isWhole ? params : ['…', '…', '…']);
}

function filled(
  [en, ru]: readonly [string, string],
  language: Language,
  params: readonly string[],
): string {
  return (language === 'en' ? en : ru).replaceAll(
    /\{(\d)\}/g,
    (_, index: string) => params[Number(index)] ?? '',
  );
}
