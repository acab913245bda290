// The text of the letter with a receipt, in Russian only: accounts have no language setting.
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { roomAddress } from '@kvartplata/domain/text/room-address.ts';
import { nameInLetter } from '@kvartplata/platform/mail/name-in-letter.ts';
import { dayInFigures, money, monthInWords } from '../receipt-words.ts';
import type { Receipt } from '../receipts/receipt.ts';

export type LetterText = { readonly subject: string; readonly text: string };

/** The room is at its end. */
const MOST_LETTERS_OF_ADDRESS = 500;

/** @param unsubscribeUrl where the recipient can withdraw consent */
export function letterText(
  { account, contractor, figures, house, period, dueOn, link }: Receipt,
  unsubscribeUrl: string,
): LetterText {
  const month = monthInWords(period).replace('\u00a0', ' ');
  const accountNumber = nameInLetter(account.accountNumber);
  const address = roomAddress({ ...account, address: house.address });
  const paragraphs = [
    'Здравствуйте!',
    `Квитанция за ${month} – во вложении.`,
    [
      `Лицевой счёт: ${accountNumber}`,
      `Адрес: ${nameInLetter(address, MOST_LETTERS_OF_ADDRESS)}`,
      toPay(figures, dueOn),
    ].join('\n'),
    ...(link === null
      ? []
      : [
          `Расчёт по строкам, оплата и показания счётчиков (ссылка – только для вас, действует до ${dayInFigures(formatDay(link.goodUntil))}):\n${link.url}`,
        ]),
    [
      nameInLetter(contractor.name),
      ...(contractor.phone === null ? [] : [`Телефон: ${nameInLetter(contractor.phone)}`]),
    ].join('\n'),
    `Вы получили это письмо, потому что согласились получать квитанции на этот адрес. Больше не присылать:\n${unsubscribeUrl}`,
  ];
  return {
    subject: `Квитанция за ${month}, лицевой счёт ${accountNumber}`,
    text: `${paragraphs.join('\n\n')}\n`,
  };
}

/** When nothing is due, there is no due day. */
function toPay(
  { toPayKopecks, advanceKopecks }: Receipt['figures'],
  dueOn: Receipt['dueOn'],
): string {
  const sum = `К оплате: ${money(toPayKopecks)} ₽`;
  if (toPayKopecks > 0n) return `${sum}, до ${dayInFigures(formatDay(dueOn))}`;
  return advanceKopecks > 0n
    ? `${sum}, переплата ${money(advanceKopecks)} ₽ зачтётся в следующие месяцы`
    : sum;
}
