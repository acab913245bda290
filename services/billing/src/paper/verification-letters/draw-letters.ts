// Letters about ending verifications as one PDF document, in pieces as they are drawn.
import type {
  EndingVerification,
  LetterSender,
} from '@kvartplata/contracts/core/ending-verifications.ts';
import { formatDay, moscowDayOf, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { setImmediate } from 'node:timers/promises';
import { ACCENT, LEFT, MUTED, openPen, WIDTH, type Pen } from '../pen.ts';

/** One account for which a meter counts. */
export type Letter = Omit<EndingVerification, 'accounts'> & {
  readonly account: EndingVerification['accounts'][number];
};

/** Draws lazily, as fast as the output is consumed, and yields to other work between pages. */
export async function* drawLetters(
  letters: AsyncIterable<Letter>,
  sender: LetterSender,
  createdAt: Date,
): AsyncGenerator<Uint8Array> {
  const pen = openPen('Уведомления об окончании поверки', createdAt);
  for await (const letter of letters) {
    drawLetter(pen, letter, sender, createdAt);
    const chunk = pen.doc.read() as Uint8Array | null;
    if (chunk !== null) yield chunk;
    await setImmediate();
  }
  pen.doc.end();
  for await (const chunk of pen.doc) yield chunk as Uint8Array;
}

const TOP = 56;
const HALF = WIDTH / 2;
const TEXT = { size: 12 };
const GAP = 14;

function drawLetter(pen: Pen, letter: Letter, sender: LetterSender, createdAt: Date): void {
  pen.doc.addPage();
  const contacts = [sender.legalAddress, sender.phone, sender.email].filter((one) => one !== null);
  const left = { x: LEFT, y: TOP, width: HALF - GAP };
  const from = pen.writeLines(sender.name, left, { size: 12, weight: 'bold' }, 4);
  pen.writeLines(contacts.join(', '), { ...left, y: TOP + from }, { size: 10, color: MUTED }, 5);
  const right = { x: LEFT + HALF, y: TOP, width: HALF };
  let to = TOP + pen.writeLines(letter.account.payer, right, { size: 12, weight: 'bold' }, 3);
  const lives = letter.account.payerAddress ?? placeOf(letter);
  to += pen.writeLines(lives, { ...right, y: to }, TEXT, 4);
  pen.writeLines(`лицевой счёт ${letter.account.accountNumber}`, { ...right, y: to }, TEXT, 1);
  const title = { x: LEFT, y: 210, width: WIDTH };
  pen.writeLines(
    'Уведомление об окончании поверки прибора учёта',
    title,
    { size: 16, weight: 'bold', color: ACCENT },
    2,
  );
  let y = 250;
  for (const paragraph of paragraphsOf(letter)) {
    y += pen.writeLines(paragraph, { x: LEFT, y, width: WIDTH }, TEXT, 12) + GAP;
  }
  const today = backwards(formatDay(moscowDayOf(createdAt)));
  pen.write(`Дата: ${today}`, { x: LEFT, y: y + 2 * GAP, width: HALF }, TEXT);
  pen.write('Подпись: ____________________', { ...right, y: y + 2 * GAP }, TEXT);
}

function placeOf({ address, roomNumber }: Letter): string {
  return roomNumber === null ? address : `${address}, помещение ${roomNumber}`;
}

function paragraphsOf(letter: Letter): readonly string[] {
  const { serviceName, serialNumber, verifiedUntil, coefficientAllowed, account } = letter;
  // A letter to another address has to name the room.
  const place = account.payerAddress === null ? '' : ` Где установлен: ${placeOf(letter)}.`;
  const next = backwards(parseDay(verifiedUntil).add({ days: 1 }).toString());
  // Gas and heating have no K; elsewhere a faulty meter brings it, whether or not the house is charged with it otherwise.
  const then = coefficientAllowed
    ? 'по нормативу с повышающим коэффициентом'
    : 'так, как без прибора учёта';
  return [
    `Услуга: ${serviceName}. Прибор учёта, заводской номер: ${serialNumber}.${place}`,
    `Последний день действия поверки: ${backwards(verifiedUntil)}.`,
    'Пожалуйста, до этого дня проведите поверку прибора или замените его и передайте нам сведения о поверке либо заявку на ввод нового прибора в эксплуатацию.',
    `Если этого не сделать, с ${next} показания прибора не учитываются. Тогда в жилом помещении плата начисляется по среднемесячному объёму, не дольше трёх расчётных периодов подряд, а затем ${then}; в нежилом – по среднемесячному объёму, не дольше двух расчётных периодов подряд, а затем расчётным способом.`,
    'Основание: Правила предоставления коммунальных услуг (постановление Правительства РФ от 06.05.2011 № 354), п. 43, 59 «а», 60, 81, 81(12).',
  ];
}

/** 2026-07-31 as 31.07.2026. */
function backwards(day: string): string {
  return day.split('-').toReversed().join('.');
}
