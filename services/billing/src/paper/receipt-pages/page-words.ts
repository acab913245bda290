// The texts of the pages behind a receipt's link, in Russian and English.
import type { ResidentReadingsOutcome } from '@kvartplata/contracts/core/residents-door.ts';
import type { Words } from '@kvartplata/domain/text/words.ts';

export type Language = keyof Words;

export type Problem = NonNullable<ResidentReadingsOutcome['rows'][number]['problem']> | 'bad-value';

const RU = {
  other: 'In English',
  account: 'Лицевой счёт',
  title: (month: string) => `Счёт за ${month} года`,
  heading: (month: string) => `Из чего сложился счёт за ${month} года`,
  intro:
    'Под каждой строкой – расчёт по шагам, со статьями закона. Если с чем-то не согласны, напишите прямо здесь: ответ появится на этой же странице.',
  draft: 'Это предварительный расчёт: начисления месяца ещё не проведены и могут измениться.',
  total: 'Всего за месяц',
  footer:
    'Ссылка открывает этот счёт, оплаты и счётчики лицевого счёта; не пересылайте её посторонним.',
  steps: 'Как посчитано',
  disagree: 'Не согласен с этой строкой',
  whatIsWrong: 'С чем вы не согласны и почему',
  object: 'Отправить возражение',
  objectionOf: (day: string) => `Ваше возражение от ${day}:`,
  waits: 'Ждёт ответа бухгалтера.',
  answerOf: (day: string) => `Ответ от ${day}:`,
  byHand: (month: string) => `Строка внесена бухгалтером вручную. Месяц: ${month}.`,
  byHandArticle: 'Правила № 354, п. 69: перерасчёт с его основанием',
  reason: (text: string) => `Причина: ${text}.`,
  basis: (text: string) => `Документ: ${text}.`,
  sealed: 'Месяц закрыт, и его итоги опечатаны',
  proofPage: 'Страница с доказательством',
  proofSays:
    'показывает, что этот счёт с тех пор не меняли; сохранённая на диск, она проверяет это и без сети.',
  proofFile: 'Файл доказательства',
  proofFor: '– для своей программы;',
  proofText: 'тот же в виде текста',
  compare: 'Сверить с бумажной квитанцией',
  seals: 'Сколько печатей в журнале, по нижней строке квитанции',
  showLog: 'Показать отпечаток того журнала',

  ended:
    'Счётчики, оплаты и долг по этой ссылке больше не показываются: лицевой счёт закрыт, или у него другой плательщик. Возьмите ссылку с новой квитанции.',
  away: 'Долг, оплаты и показания сейчас недоступны. Попробуйте позже.',
  toPay: 'К оплате',
  owedNow: 'Долг на сегодня',
  penalties: 'в том числе пени',
  advance: 'Переплата на сегодня',
  byReceipt: (month: string) => `По квитанции за ${month}`,
  left: 'Из них осталось заплатить',
  addedSince: 'Прибавилось после квитанции, войдёт в следующую',
  payUntil: 'Оплатить до',
  paidSince: 'По книгам сейчас долга нет: если вы уже оплатили, платить ещё раз не нужно.',
  scan: 'Код для оплаты: откройте приложение банка и наведите камеру',
  codeOf: (payee: string) => `QR-код для оплаты: ${payee}`,
  payments: 'Оплаты за 12 месяцев',
  noPayments: 'За 12 месяцев оплат не было.',

  readings: 'Показания счётчиков',
  taken: (month: string, from: string, to: string) =>
    `За ${month}: принимаются с ${from} по ${to}.`,
  shut: (from: string, to: string) =>
    `Сейчас показания не принимаются. Следующий раз – с ${from} по ${to}.`,
  notToday: 'Показания не приняты: сегодня их не принимают. Дни приёма указаны выше.',
  typed: (nth: number) => `Счётчик ${nth} из введённых`,
  monthApplied: 'Счёт за этот месяц уже выставлен: передайте показания в следующем месяце.',
  verifiedUntil: (day: string) => `Поверка до ${day}.`,
  verificationOver: (day: string) => `Срок поверки истёк ${day}.`,
  last: (value: string, day: string) => `Было ${value} от ${day}.`,
  accepted: (value: string, day: string) => `Принято ${value} от ${day}.`,
  used: (volume: string) => `Расход ${volume}.`,
  byOthers: 'Внесено управляющей организацией.',
  send: 'Отправить показания',
  nothingSent: 'Введите показание хотя бы одного счётчика.',
  refused: 'Показания не приняты: исправьте отмеченное.',
  askOdd: 'Проверьте отмеченные показания. Если всё верно, поставьте отметку и отправьте ещё раз.',
  zero: 'Показание не изменилось: расход ноль.',
  jump: (volume: string, mean: string) =>
    `Расход ${volume}: больше обычного втрое (в среднем ${mean} в месяц).`,
  confirm: 'Показания верны',
  tryLater: 'Сейчас сохранить не получилось. Попробуйте позже: введённое осталось на странице.',
  problems: {
    'bad-value': 'Нужно число, например 123,456: не больше трёх знаков после запятой.',
    'not-found': 'Это не ваш счётчик.',
    'reading-exists':
      'За этот месяц показание уже внесла управляющая организация. Если оно неверно, обратитесь к ней.',
    'meter-not-in-use': 'Этот счётчик в этом месяце не работал.',
    'reading-in-future': 'Этот месяц ещё не начался.',
    'reading-out-of-order': 'Показание с более поздней датой уже есть.',
    'reading-over-digits': 'Больше, чем может показать счётчик.',
    'rollover-not-lower': 'Должно быть меньше прошлого показания.',
    'reading-below-previous':
      'Меньше прошлого показания. Если счётчик прошёл через ноль или заменён, сообщите в управляющую организацию.',
    'reading-breaks-next': 'Больше показания следующего месяца.',
  } satisfies Readonly<Record<Problem, string>>,

  preferences: 'Как получать квитанции',
  email: 'Электронная почта',
  emailHint:
    'Указывая адрес, вы соглашаетесь получать на него квитанции. Чтобы отказаться, оставьте поле пустым.',
  paper: 'Приносить бумажную квитанцию',
  save: 'Сохранить',
  saved: 'Сохранено.',
  badEmail: 'Адрес не принят: проверьте, как он написан.',
  plain: {
    missing: {
      title: 'Такой страницы нет',
      text: 'Ссылка неверна, отозвана, или её срок истёк. Возьмите новую с последней квитанции.',
    },
    tooOften: { title: 'Слишком часто', text: 'Подождите минуту и откройте страницу ещё раз.' },
    noSuchLog: {
      title: 'Такого журнала не было',
      text: 'В журнале печатей ещё нет столько печатей. Проверьте число внизу вашей квитанции.',
    },
    broken: { title: 'Не получилось', text: 'Попробуйте ещё раз через несколько минут.' },
    left: {
      title: 'Квитанции на этот адрес не приходят',
      text: 'Их снова приносят на бумаге. Вернуть письма можно на странице по ссылке с любой квитанции.',
    },
    leaveAway: {
      title: 'Сейчас не получилось',
      text: 'Откройте ссылку из письма через несколько минут: письма пока приходят по-прежнему.',
    },
  },
  leave: {
    title: 'Не присылать квитанции на этот адрес',
    text: 'Вместо писем квитанции снова будут приносить на бумаге.',
    button: 'Больше не присылать',
  },
  objections: {
    'waits-already': 'Возражение по этой строке уже ждёт ответа.',
    'too-many': 'По этому счёту уже много возражений. Обратитесь в управляющую организацию.',
    'bad-reason': 'Возражение не принято: напишите, с чем вы не согласны, не длиннее 1000 знаков.',
    'bad-line': 'Такой строки в этом счёте нет.',
  },
};

export type PageWords = typeof RU;

const EN: PageWords = {
  other: 'По-русски',
  account: 'Account',
  title: (month) => `Bill for ${month}`,
  heading: (month) => `What the bill for ${month} is made of`,
  intro:
    'Under each line is its calculation, step by step, with the articles of the law. If you disagree, write here: the answer will appear on this page.',
  draft: 'This is preliminary: the charges of the month are not booked yet and may change.',
  total: 'Total of the month',
  footer:
    'The link opens this bill, the payments and the meters of the account; do not pass it on.',
  steps: 'How it was calculated',
  disagree: 'I disagree with this line',
  whatIsWrong: 'What you disagree with, and why',
  object: 'Send the objection',
  objectionOf: (day) => `Your objection of ${day}:`,
  waits: 'Waits for the accountant’s answer.',
  answerOf: (day) => `Answer of ${day}:`,
  byHand: (month) => `The accountant entered this line by hand. Month: ${month}.`,
  byHandArticle: 'Rules 354, p. 69: a recalculation with its basis',
  reason: (text) => `Reason: ${text}.`,
  basis: (text) => `Document: ${text}.`,
  sealed: 'The month is closed, and its totals are sealed',
  proofPage: 'The page with the proof',
  proofSays:
    'shows that this bill has not been changed since; saved to a disk, it verifies itself without a network.',
  proofFile: 'The file of the proof',
  proofFor: 'is for a program of your own;',
  proofText: 'the same as text',
  compare: 'Compare with the receipt on paper',
  seals: 'How many seals the log has, by the last line of the receipt',
  showLog: 'Show the fingerprint of that log',

  ended:
    'This link no longer shows meters, payments and the debt: the account is closed, or has another payer. Take the link of a new receipt.',
  away: 'The debt, payments and readings are not available now. Try again later.',
  toPay: 'To pay',
  owedNow: 'Owed today',
  penalties: 'of this, penalties',
  advance: 'Paid ahead as of today',
  byReceipt: (month) => `By the receipt for ${month}`,
  left: 'Of it left to pay',
  addedSince: 'Added since the receipt, goes into the next one',
  payUntil: 'Pay by',
  paidSince: 'Nothing is owed by the books: if you have paid, there is no need to pay again.',
  scan: 'The code to pay by: open your bank’s application and point the camera at it',
  codeOf: (payee) => `QR code to pay: ${payee}`,
  payments: 'Payments of 12 months',
  noPayments: 'No payments in 12 months.',

  readings: 'Meter readings',
  taken: (month, from, to) => `For ${month}: taken from ${from} to ${to}.`,
  shut: (from, to) => `Readings are not taken now. Next time from ${from} to ${to}.`,
  notToday: 'The readings are not accepted: they are not taken today. The days are above.',
  typed: (nth) => `Meter ${nth} of those typed`,
  monthApplied: 'This month has already been billed: send the readings next month.',
  verifiedUntil: (day) => `Verified until ${day}.`,
  verificationOver: (day) => `The verification ended on ${day}.`,
  last: (value, day) => `Was ${value} on ${day}.`,
  accepted: (value, day) => `Accepted: ${value} of ${day}.`,
  used: (volume) => `Used: ${volume}.`,
  byOthers: 'Entered by the managing company.',
  send: 'Send the readings',
  nothingSent: 'Enter the reading of at least one meter.',
  refused: 'The readings are not accepted: correct what is marked.',
  askOdd: 'Check the marked readings. If they are right, tick the box and send them again.',
  zero: 'The reading has not changed: nothing was used.',
  jump: (volume, mean) =>
    `Used: ${volume}, over three times the usual (${mean} a month on average).`,
  confirm: 'The readings are right',
  tryLater: 'This could not be saved now. Try again later: what you typed is still on the page.',
  problems: {
    'bad-value': 'Enter a number such as 123.456, with at most three places.',
    'not-found': 'This is not your meter.',
    'reading-exists':
      'The managing company has entered a reading of this month. If it is wrong, tell the company.',
    'meter-not-in-use': 'This meter was not in use in this month.',
    'reading-in-future': 'This month has not begun.',
    'reading-out-of-order': 'There is a reading of a later day.',
    'reading-over-digits': 'More than the meter can show.',
    'rollover-not-lower': 'It has to be below the last reading.',
    'reading-below-previous':
      'Below the last reading. If the counter has passed its end or the meter was replaced, tell the managing company.',
    'reading-breaks-next': 'Above the reading of the next month.',
  },

  preferences: 'How you get receipts',
  email: 'E-mail',
  emailHint: 'By giving an address you agree to get receipts there. Leave it empty to stop them.',
  paper: 'Bring a receipt on paper',
  save: 'Save',
  saved: 'Saved.',
  badEmail: 'The address is not accepted: check how it is written.',
  plain: {
    missing: {
      title: 'There is no such page',
      text: 'The link is wrong, withdrawn or over. Take a new one from the last receipt.',
    },
    tooOften: { title: 'Too often', text: 'Wait a minute and open the page again.' },
    noSuchLog: {
      title: 'There was no such log',
      text: 'The log of seals has not so many seals yet. Check the number at the end of your receipt.',
    },
    broken: { title: 'That did not work', text: 'Try again in a few minutes.' },
    left: {
      title: 'No receipts are sent to this address',
      text: 'They come on paper again. E-mail can be chosen once more on the page behind the link of any receipt.',
    },
    leaveAway: {
      title: 'That did not work now',
      text: 'Open the link of the letter again in some minutes: until then receipts are sent as before.',
    },
  },
  leave: {
    title: 'Stop receipts to this address',
    text: 'Receipts will come on paper again in place of e-mail.',
    button: 'Stop them',
  },
  objections: {
    'waits-already': 'An objection to this line waits for its answer already.',
    'too-many': 'There are many objections to this bill already. Ask the managing company.',
    'bad-reason':
      'The objection is not accepted: say what you disagree with, in at most 1000 letters.',
    'bad-line': 'This bill has no such line.',
  },
};

export const PAGE_WORDS: Readonly<Record<Language, PageWords>> = { ru: RU, en: EN };

/** The language named in the address, otherwise the browser's preferred one of the two, otherwise Russian. */
export function languageOf(asked: string | undefined, accepted: string | undefined): Language {
  if (asked === 'en' || asked === 'ru') return asked;
  const preferred = (accepted ?? '')
    .split(',')
    .map((part) => {
      const [name = '', ...more] = part.split(';');
      const quality = /^\s*q=([\d.]+)\s*$/.exec(more.join(';'))?.[1];
      return { name: name.trim().slice(0, 2).toLowerCase(), quality: Number(quality ?? 1) };
    })
    .filter(({ name, quality }) => (name === 'ru' || name === 'en') && quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  return preferred[0]?.name === 'en' ? 'en' : 'ru';
}
