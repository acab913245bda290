// The text of the letter with a receipt, in Russian only: accounts have no language setting.
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { roomAddress } from '@kvartplata/domain/text/room-address.ts';
import { dayInFigures, money, monthInWords } from '../receipt-words.ts';
import type { Receipt } from '../receipts/receipt.ts';

export type LetterText = { readonly subject: string; readonly text: string };

/** @param unsubscribeUrl where the recipient can withdraw consent */
export function letterText(
  { account, contractor, figures, house, period, dueOn, link }: Receipt,
  unsubscribeUrl: string,
): LetterText {
  const month = monthInWords(period).replace('\u00a0', ' ');
  const paragraphs = [
    'Здравствуйте!',
    `Квитанция за ${month} – во вложении.`,
    [
      `Лицевой счёт: ${account.accountNumber}`,
      `Адрес: ${roomAddress({ ...account, address: house.address })}`,
      toPay(figures, dueOn),
    ].join('\n'),
    ...(link === null
      ? []
      : [
          `Расчёт по строкам, оплата и показания счётчиков (ссылка – только для вас, действует до ${dayInFigures(formatDay(link.goodUntil))}):\n${link.url}`,
        ]),
    [contractor.name, ...(contractor.phone === null ? [] : [`Телефон: ${contractor.phone}`])].join(
      '\n',
    ),
    `Вы получили это письмо, потому что согласились получать квитанции на этот адрес. Больше не присылать:\n${unsubscribeUrl}`,
  ];
  return {
    subject: `Квитанция за ${month}, лицевой счёт ${account.accountNumber}`,
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
