// A receipt on one A4 page, or two: tables that do not fit are made smaller, and where they would become unreadable they continue
// on a second page.
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import type { ReceiptProof } from '@kvartplata/contracts/billing/seals.ts';
import { documentNumberOf } from '@kvartplata/domain/receipts/document-number.ts';
import { packProof } from '@kvartplata/platform/proof/packed-proof.ts';
import { inFigures } from '@kvartplata/domain/text/in-figures.ts';
import type { ReceiptLink } from '../receipt-links/receipt-links.service.ts';
import { blocksOf, type Block } from './draw-tables.ts';
import { layOut, MORE_HEIGHT, scaleIn, type Layout } from './lay-out.ts';
import { drawNorms, heightOfNorms } from './draw-norms.ts';
import { drawSections, type RoomToPay } from './draw-sections.ts';
import { drawSlip, heightOfSlip } from './draw-slip.ts';
import {
  ACCENT,
  HAIRLINE,
  INK,
  LEFT,
  MUTED,
  TINT,
  WARNING,
  WIDTH,
  type Pen,
  type Place,
} from '../pen.ts';
import { qrPath } from './qr-path.ts';
import { dayInFigures, dayInWords, figure, money, monthInWords } from '../receipt-words.ts';
import { addressOf, type Receipt } from './receipt.ts';

const TOP = 24;
/** On a page of 842 points, leaving the margin that printers cannot print. */
const PAGE_END = 832;
const FOOTER_HEIGHT = 64;
const LINK_SIDE = 62;
const GAP = 11;
const BELOW_PANEL = GAP + 2;
/** The height of a text line above its baseline, relative to the font size. */
const ASCENT = 1.02;

/** @param named the PDF outline's entry for its first page; none by default */
export function drawReceipt(pen: Pen, receipt: Receipt, named?: string): void {
  pen.doc.addPage();
  // The entry is for the current page, and the receipt may go on to a second one.
  if (named !== undefined) pen.doc.outline.addItem(named);
  drawHeader(pen, receipt);
  const below = drawParties(pen, receipt, TOP + 62) + GAP;
  const slip = PAGE_END - heightOfSlip(receipt);
  const footer = slip - FOOTER_HEIGHT;
  const norms = heightOfNorms(receipt);
  const blocks = blocksOf(receipt);
  const layOutBelow = (y: number): Layout =>
    layOut(blocks, { room: footer - y - BELOW_PANEL, norms });
  const end = drawWhatToPay(pen, receipt, {
    y: below,
    end: footer - MORE_HEIGHT,
    isOnePage: (bottom) => layOutBelow(bottom).second === undefined,
  });
  drawFooter(pen, receipt, footer);
  drawSlip(pen, receipt, slip);
  if (receipt.proof !== undefined) attachProof(pen, receipt.proof);
  const { first, scale, second } = layOutBelow(end);
  drawBlocks(pen, first, end + BELOW_PANEL, scale);
  if (second === undefined) drawNorms(pen, receipt, footer - norms);
  else drawSecondPage(pen, receipt, { blocks: second, below: footer });
}

/** The tables that did not fit on the first page, and the norms below them. */
function drawSecondPage(
  pen: Pen,
  receipt: Receipt,
  { blocks, below }: { readonly blocks: readonly Block[]; readonly below: number },
): void {
  const { period, account } = receipt;
  const style = { size: 8, weight: 'bold', color: ACCENT } as const;
  const more = { x: LEFT, y: below - MORE_HEIGHT, width: WIDTH, align: 'right' } as const;
  pen.write('Продолжение на странице 2', more, style);
  pen.doc.addPage();
  const number = documentNumberOf(period, account.personalAccountId);
  const head = { x: LEFT, y: TOP, width: WIDTH };
  pen.write(`ПЛАТЁЖНЫЙ ДОКУМЕНТ № ${number} за ${monthInWords(period)}`, head, style);
  const whose = `Лицевой счёт ${account.accountNumber}, страница 2 из 2`;
  pen.write(whose, { ...head, align: 'right' }, style);
  pen.rule(LEFT, TOP + 14, WIDTH, 1.4, ACCENT);
  const top = TOP + 28;
  const norms = PAGE_END - heightOfNorms(receipt);
  drawBlocks(pen, blocks, top, scaleIn(norms - top, blocks));
  drawNorms(pen, receipt, norms);
}

function drawBlocks(pen: Pen, blocks: readonly Block[], y: number, scale: number): void {
  let at = y;
  for (const block of blocks) at = block.draw(pen, at, scale);
}

function drawHeader(pen: Pen, { period, account, isDraft }: Receipt): void {
  const number = documentNumberOf(period, account.personalAccountId);
  const place = { x: LEFT, y: TOP, width: 330 };
  const right = { x: LEFT + 330, y: TOP, width: WIDTH - 330, align: 'right' } as const;
  pen.write(`ПЛАТЁЖНЫЙ ДОКУМЕНТ № ${number}`, place, { size: 8, weight: 'bold', color: ACCENT });
  pen.write(
    `Счёт за ${monthInWords(period)}`,
    { ...place, y: TOP + 10 },
    { size: 21, weight: 'bold' },
  );
  pen.write('Лицевой счёт', right, { size: 8, color: MUTED });
  drawAccountNumber(pen, account.accountNumber, { ...right, y: TOP + 10 });
  pen.rule(LEFT, TOP + 42, WIDTH, 1.4, ACCENT);
  if (isDraft)
    pen.write(
      'Предварительный расчёт: начисления месяца ещё не проведены и могут измениться',
      { x: LEFT, y: TOP + 45.5, width: WIDTH },
      { size: 8, weight: 'bold', color: WARNING },
    );
}

/** A number that is cut would be useless for paying: a long one is drawn smaller, on one line. */
const NUMBER_SIZES = [21, 17, 14, 11, 8.5, 7];

function drawAccountNumber(pen: Pen, accountNumber: string, place: Place): void {
  const isWritten = NUMBER_SIZES.some((size) => {
    const onLine = { ...place, y: place.y + (21 - size) * ASCENT };
    return pen.writeWhole(accountNumber, onLine, { size, weight: 'bold' });
  });
  if (!isWritten) pen.writeLines(accountNumber, place, { size: 10, weight: 'bold' }, 2);
}

type Row = readonly [label: string, value: string, mostLines?: number];

/** Payee and payer, side by side. */
function drawParties(pen: Pen, receipt: Receipt, y: number): number {
  const { contractor, payee, account, period } = receipt;
  const column = (WIDTH - 24) / 2;
  const paid = drawParty(pen, { x: LEFT, y, width: column }, 'ИСПОЛНИТЕЛЬ', contractor.name, [
    ['ИНН / КПП', [contractor.inn, contractor.kpp].filter((part) => part !== null).join(' / ')],
    ['Расчётный счёт', payee.settlementAccount],
    ['Банк', payee.bankName, 2],
    ['БИК, корр. счёт', `${payee.bic}, ${payee.correspondentAccount}`],
    ['Адрес', contractor.legalAddress ?? '', 4],
    [
      'Связь',
      [contractor.phone, contractor.email, contractor.website]
        .filter((part) => part !== null)
        .join(', '),
      3,
    ],
  ]);
  const pays = drawParty(
    pen,
    { x: LEFT + column + 24, y, width: column },
    'ПЛАТЕЛЬЩИК',
    account.payer,
    [
      ['Адрес', addressOf(receipt), 4],
      ['Площадь', areaOf(receipt)],
      ['Зарегистрировано', personsOf(receipt)],
      ['ИНН', account.payerInn ?? ''],
      ['Площадь дома', houseAreaOf(receipt), 2],
      ['Период', monthInWords(period)],
      ['Единый л/с', account.gisAccountNumber ?? ''],
      ['Идент. ЖКУ', account.gisServiceId ?? ''],
    ],
  );
  return Math.max(paid, pays);
}

function areaOf({ account: { area, share } }: Receipt): string {
  const whole = `${inFigures(area)}\u00a0м²`;
  const part = figure(share);
  return part === '1' ? whole : `${whole}, доля ${part}`;
}

/** Residents are shown only for dwellings. */
function personsOf({ account: { roomKind, registeredPersons } }: Receipt): string {
  return roomKind === 'residential' ? `${registeredPersons} чел.` : '';
}

function houseAreaOf({ house: { roomsArea, commonArea } }: Receipt): string {
  const rooms = `помещения ${inFigures(roomsArea)}\u00a0м²`;
  return commonArea === null ? rooms : `${rooms}, общее имущество ${inFigures(commonArea)}\u00a0м²`;
}

function drawParty(
  pen: Pen,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
  heading: string,
  name: string,
  rows: readonly Row[],
): number {
  pen.write(heading, { x, y, width }, { size: 7, weight: 'bold', color: ACCENT });
  let at = y + 10;
  at += pen.writeLines(name, { x, y: at, width }, { size: 10, weight: 'bold' }, 3) + 3;
  const label = 74;
  for (const [title, value, mostLines = 1] of rows) {
    if (value === '') continue;
    pen.write(title, { x, y: at, width: label - 4 }, { size: 8, color: MUTED });
    const place = { x: x + label, y: at, width: width - label };
    at += pen.writeLines(value, place, { size: 8 }, mostLines) + 1.5;
  }
  return at;
}

/** The amount and its payment code; with several payees the amount alone, and a section for each. */
function drawWhatToPay(pen: Pen, receipt: Receipt, room: RoomToPay): number {
  if (receipt.sections.length === 0) return drawPayment(pen, receipt, room);
  const { y } = room;
  const height = balanceRows(receipt).length * ROW_PITCH + ABOUT_ROWS;
  pen.panel(LEFT, y, WIDTH, height, TINT);
  drawBalance(pen, receipt, { x: LEFT + 12, y, width: WIDTH - 24, height });
  return drawSections(pen, receipt, { ...room, y: y + height + GAP });
}

const ROW_PITCH = 13.6;
/** The height of the panel without its rows: the amount to pay. */
const ABOUT_ROWS = 60;
/** The code is smaller where that saves a second page. */
const QR_SIDES = [128, 100] as const;

/** The amount to pay with its calculation, and the payment code. */
function drawPayment(pen: Pen, receipt: Receipt, { y, isOnePage }: RoomToPay): number {
  const { paymentCode } = receipt;
  const balance = balanceRows(receipt).length * ROW_PITCH + ABOUT_ROWS;
  const heightFor = (code: number): number => Math.max(code + 27, balance);
  const side = QR_SIDES.find((one) => isOnePage(y + heightFor(one))) ?? QR_SIDES[0];
  const panelHeight = heightFor(side);
  pen.panel(LEFT, y, WIDTH, panelHeight, TINT);
  pen.panel(LEFT + 8, y + 8, side, side, '#ffffff');
  pen.doc.addContent(qrPath(paymentCode, LEFT + 8, y + 8, side));
  pen.write(
    'Код для приложения банка',
    { x: LEFT + 8, y: y + side + 11, width: side, align: 'center' },
    { size: 7, color: MUTED },
  );
  const x = LEFT + side + 28;
  const width = WIDTH - side - 40;
  drawBalance(pen, receipt, { x, y, width, height: panelHeight });
  return y + panelHeight;
}

type Area = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

function drawBalance(pen: Pen, receipt: Receipt, { x, y, width, height }: Area): void {
  const { figures, dueOn } = receipt;
  let at = y + 9;
  for (const [label, value] of balanceRows(receipt)) {
    pen.write(label, { x, y: at, width: width - 90 }, { size: 9.5 });
    pen.write(value, { x: x + width - 90, y: at, width: 90, align: 'right' }, { size: 9.5 });
    at += ROW_PITCH;
  }
  const total = y + height - 44;
  pen.rule(x, total, width, 0.8, HAIRLINE);
  pen.write('Итого к оплате', { x, y: total + 7, width: 200 }, { size: 11, weight: 'bold' });
  pen.write(
    figures.toPayKopecks > 0n
      ? `не позднее ${dayInWords(dueOn)}`
      : figures.advanceKopecks > 0n
        ? `переплата ${money(figures.advanceKopecks)} ₽ зачтётся в следующие месяцы`
        : figures.notDueKopecks > 0n
          ? 'в этом месяце платить ничего не нужно'
          : 'платить ничего не нужно',
    { x, y: total + 23, width: 220 },
    { size: 9, color: figures.toPayKopecks > 0n ? INK : MUTED },
  );
  pen.write(
    `${money(figures.toPayKopecks)} ₽`,
    { x: x + 150, y: total + 7, width: width - 150, align: 'right' },
    { size: 24, weight: 'bold', color: ACCENT },
  );
}

/** The rows whose sum is the amount to pay; subsidies are a part of what is paid (Decree 354 p. 69). */
function balanceRows({
  figures,
  period,
  lastPaidOn,
}: Receipt): readonly (readonly [string, string])[] {
  const opening = figures.openingPrincipalKopecks;
  const when =
    lastPaidOn === null ? '' : ` (последняя оплата ${dayInFigures(formatDay(lastPaidOn))})`;
  const ofMoney = (kopecks: bigint): string => `${money(kopecks)} ₽`;
  return [
    [opening < 0n ? 'Аванс на начало месяца' : 'Задолженность на начало месяца', ofMoney(opening)],
    ...(figures.openingPenaltyKopecks === 0n
      ? []
      : ([['Долг по пеням на начало месяца', ofMoney(figures.openingPenaltyKopecks)]] as const)),
    [`Оплачено за месяц${when}`, ofMoney(-figures.paidKopecks)],
    ...(figures.subsidyKopecks === 0n
      ? []
      : ([['в том числе субсидии', ofMoney(-figures.subsidyKopecks)]] as const)),
    [`Начислено за ${monthInWords(period)}`, ofMoney(figures.chargedKopecks)],
    ['Перерасчёты', ofMoney(figures.recalculatedKopecks)],
    ...(figures.benefitKopecks === 0n
      ? []
      : ([['Льготы', ofMoney(figures.benefitKopecks)]] as const)),
    ...(figures.reversedKopecks === 0n
      ? []
      : ([['Отменено начислений и пеней', ofMoney(-figures.reversedKopecks)]] as const)),
    ['Пени, начисленные за месяц', ofMoney(figures.penaltyKopecks)],
    ...(figures.notDueKopecks === 0n
      ? []
      : ([['Рассрочка: срок оплаты ещё не наступил', ofMoney(-figures.notDueKopecks)]] as const)),
  ];
}

function drawFooter(pen: Pen, { period, link, sealLog }: Receipt, y: number): void {
  const width = link === null ? WIDTH : WIDTH - LINK_SIDE - 8;
  pen.rule(LEFT, y, WIDTH);
  if (link !== null) drawLink(pen, link, y);
  const howLong =
    link === null
      ? ''
      : `Ссылка открывает только этот счёт и действует до ${dayInWords(link.goodUntil)}. `;
  pen.writeLines(
    `${howLong}В счёте учтено всё, что проведено за ${monthInWords(period)}. Документ составлен по п. 69 Правил № 354 и приказу Минстроя России № 43/пр.`,
    { x: LEFT, y: y + 29, width },
    { size: 6.8, color: MUTED },
    2,
  );
  if (sealLog === undefined) return;
  // Printed so that rewriting the books would contradict every document already issued.
  pen.write(
    `Печатей в общем журнале закрытых месяцев: ${sealLog.size}, отпечаток журнала ${sealLog.root}`,
    { x: LEFT, y: y + 46, width },
    { size: 6.8, color: MUTED },
  );
}

/** As a file attached to the document, so that its owner can prove the receipt. */
function attachProof({ doc }: Pen, proof: ReceiptProof): void {
  doc.file(packProof(proof), {
    name: 'proof.bin',
    type: 'application/octet-stream',
    description: 'Доказательство: итог месяца стоит в журнале печатей',
  });
}

function drawLink(pen: Pen, { url }: ReceiptLink, y: number): void {
  const width = WIDTH - LINK_SIDE - 8;
  pen.write(
    'Как посчитана каждая строка – по её коду – и как возразить:',
    { x: LEFT, y: y + 6, width },
    { size: 8, weight: 'bold' },
  );
  pen.write(url, { x: LEFT, y: y + 16.5, width }, { size: 8, color: ACCENT });
  pen.doc.link(LEFT, y + 5, WIDTH, 22, url);
  pen.doc.addContent(qrPath(url, LEFT + WIDTH - LINK_SIDE, y + 1.5, LINK_SIDE));
}
