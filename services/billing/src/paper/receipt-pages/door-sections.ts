// The sections of the page about today: what is owed and how to pay it, the meters, how receipts are sent.
import type {
  ResidentMeter,
  ResidentReadingsOutcome,
} from '@kvartplata/contracts/core/residents-door.ts';
import { formatBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { monthWords } from '@kvartplata/domain/calendar/month-words.ts';
import { inRoubles } from '@kvartplata/domain/text/in-figures.ts';
import { dayInFigures, figure, money } from '../receipt-words.ts';
import { html, NOTHING, type Html } from './html.ts';
import { PAGE_WORDS, type Language, type PageWords, type Problem } from './page-words.ts';
import { qrSvg } from './qr-svg.ts';
import type { Door, ToPay } from './residents-door.service.ts';

export type Notice = { readonly text: string; readonly isBad: boolean };

/** Input that was sent and not stored: it is shown in the form again, with its errors. */
export type Draft = {
  readonly typed: ReadonlyMap<number, string>;
  readonly problems: ReadonlyMap<number, Problem>;
  readonly odd: ReadonlyMap<number, ResidentReadingsOutcome['rows'][number]>;
  readonly notice: Notice;
};

export type DoorPage = {
  /** The page, seen from the address in the browser: a refused form is shown one step below it. */
  readonly link: string;
  readonly language: Language;
  /** Appended to links: empty unless the address names a language. */
  readonly suffix: string;
  readonly today: string;
  readonly draft?: Draft | undefined;
  readonly wish?: { readonly email?: string; readonly notice: Notice } | undefined;
};

const RUB = '\u00a0₽';

export function doorSections(door: Door, page: DoorPage): Html {
  const words = PAGE_WORDS[page.language];
  return html`${paySection(door, page.language, words)} ${readingsSection(door, page, words)}
  ${preferencesSection(door, page, words)}`;
}

/** While core is unavailable the meters are not known; what was typed is kept, to be sent again. */
export function awaySections({ link, suffix, draft, wish }: DoorPage, words: PageWords): Html {
  const said = draft?.notice ?? wish?.notice ?? { text: words.away, isBad: true };
  const typed = [...(draft?.typed ?? [])];
  if (typed.length === 0) return noticeOf(said);
  return html`${noticeOf(said)}
    <form method="post" action="${link}/readings${suffix}" id="readings">
      ${typed.map(
        ([meterId, text], nth) =>
          html`<label for="meter-${meterId}">${words.typed(nth + 1)}</label>
            <input
              id="meter-${meterId}"
              name="meter-${meterId}"
              inputmode="decimal"
              autocomplete="off"
              maxlength="20"
              value="${text}"
            />`,
      )}
      <button type="submit">${words.send}</button>
    </form>`;
}

export function noticeOf({ text, isBad }: Notice): Html {
  return html`<div class="notice${isBad ? ' bad' : ''}" role="status">${text}</div>`;
}

function paySection(
  { principalKopecks, penaltyKopecks, payments, toPay }: Door,
  language: Language,
  words: PageWords,
): Html {
  const owed = principalKopecks + penaltyKopecks;
  const facts = [
    factOf(owed < 0n ? words.advance : words.owedNow, money(owed < 0n ? -owed : owed) + RUB),
    ...(penaltyKopecks > 0n ? [factOf(words.penalties, money(penaltyKopecks) + RUB)] : []),
    ...(toPay === null ? [] : receiptFacts(toPay, language, words)),
  ];
  const isPaid = toPay !== null && !toPay.isDraft && owed <= 0n && toPay.toPayKopecks > 0n;
  return html`<section class="line" id="pay">
    <h2>${words.toPay}</h2>
    <dl class="figures">${facts}</dl>
    ${isPaid ? html`<p>${words.paidSince}</p>` : NOTHING}
    ${toPay === null || isPaid || toPay.codes.length === 0 ? NOTHING : codesOf(toPay, words)}
    <details>
      <summary>${words.payments}</summary>
      ${
        payments.length === 0
          ? html`<p>${words.noPayments}</p>`
          : html`<dl class="figures">
              ${payments.map(({ paidOn, amount }) => factOf(dayInFigures(paidOn), inRoubles(amount)))}
            </dl>`
      }
    </details>
  </section>`;
}

function receiptFacts(
  { period, toPayKopecks, leftKopecks, addedKopecks, dueOn }: ToPay,
  language: Language,
  words: PageWords,
): readonly Html[] {
  const month = monthWords(formatBillingMonth(period))[language];
  return [
    factOf(words.byReceipt(month), money(toPayKopecks) + RUB),
    ...(leftKopecks < toPayKopecks ? [factOf(words.left, money(leftKopecks) + RUB)] : []),
    factOf(words.payUntil, dayInFigures(formatDay(dueOn))),
    ...(addedKopecks > 0n ? [factOf(words.addedSince, money(addedKopecks) + RUB)] : []),
  ];
}

function codesOf({ codes }: ToPay, words: PageWords): Html {
  return html`<p class="muted">${words.scan}</p>
    <div class="codes">
      ${codes.map(
        ({ payeeName, leftKopecks, text }) =>
          html`<figure>
            ${qrSvg(text, words.codeOf(payeeName))}
            <figcaption>${payeeName}<b class="sum"> ${money(leftKopecks) + RUB}</b></figcaption>
          </figure>`,
      )}
    </div>`;
}

function readingsSection(door: Door, page: DoorPage, words: PageWords): Html {
  const { window, meters } = door.account;
  if (meters.length === 0) return NOTHING;
  const [from, to] = [dayInFigures(window.from), dayInFigures(window.to)];
  const month = monthWords(window.period)[page.language];
  const isTaken = window.isOpen && !door.isMonthApplied;
  const said = !window.isOpen
    ? words.shut(from, to)
    : door.isMonthApplied
      ? words.monthApplied
      : words.taken(month, from, to);
  const { draft, link, suffix } = page;
  const asksOdd = draft !== undefined && draft.odd.size > 0 && draft.problems.size === 0;
  const wrong = meters.find(({ meterId }) => draft?.problems.has(meterId));
  return html`<section class="line" id="readings">
    <h2>${words.readings}</h2>
    <p>${said}</p>
    ${draft === undefined ? NOTHING : noticeOf(draft.notice)}
    <form method="post" action="${link}/readings${suffix}">
      ${meters.map((meter) => meterOf(meter, { page, words, isTaken, isFirstWrong: meter === wrong }))}
      ${
        asksOdd
          ? html`<label class="check"
              ><input type="checkbox" name="confirmed" required autofocus /> ${words.confirm}</label
            >`
          : NOTHING
      }
      ${isTaken ? html`<button type="submit">${words.send}</button>` : NOTHING}
    </form>
  </section>`;
}

type MeterShown = {
  readonly page: DoorPage;
  readonly words: PageWords;
  readonly isTaken: boolean;
  /** Gets the focus first. */
  readonly isFirstWrong: boolean;
};

/** The sign № is put before numbers that do not have it. */
function numbered(serialNumber: string): string {
  return serialNumber.includes('№') ? serialNumber : `№\u00a0${serialNumber}`;
}

function meterOf(meter: ResidentMeter, { page, words, isTaken, isFirstWrong }: MeterShown): Html {
  const { meterId, serviceName, serialNumber, unit, previous, reading } = meter;
  const { draft } = page;
  const problem = draft?.problems.get(meterId);
  const odd = draft?.odd.get(meterId);
  const field = `meter-${meterId}`;
  const isOthers = reading !== null && reading.source !== 'resident';
  const faults = [
    ...(problem === undefined ? [] : [words.problems[problem]]),
    ...(odd === undefined ? [] : [oddWords(odd, meter, words)]),
  ];
  const said = [
    words.last(figure(previous.value), dayInFigures(previous.takenOn)),
    ...(reading === null
      ? []
      : [words.accepted(figure(reading.value), dayInFigures(reading.takenOn))]),
    ...(reading?.consumption ? [words.used(`${figure(reading.consumption)}\u00a0${unit}`)] : []),
    ...(isOthers ? [words.byOthers] : []),
    ...verificationWords(meter, page.today, words),
  ];
  const named = html`${serviceName}, <span class="code">${numbered(serialNumber)}</span>`;
  const hint = html`<p class="muted" id="${field}-hint">${said.join(' ')}</p>`;
  if (!isTaken || isOthers)
    return html`<div class="meter">
      <p>${named}</p>
      ${hint}
    </div>`;
  return html`<div class="meter">
    <label for="${field}">${named}</label>
    ${hint}
    <input
      id="${field}"
      name="${field}"
      inputmode="decimal"
      autocomplete="off"
      maxlength="20"
      value="${draft?.typed.get(meterId) ?? ''}"
      aria-describedby="${field}-hint${faults.length === 0 ? '' : ` ${field}-fault`}"
      ${problem === undefined ? NOTHING : html`aria-invalid="true"`}
      ${isFirstWrong ? html`autofocus` : NOTHING}
    />
    ${faults.length === 0 ? NOTHING : html`<p class="fault" id="${field}-fault">${faults.join(' ')}</p>`}
  </div>`;
}

function oddWords(
  { odd, consumption }: ResidentReadingsOutcome['rows'][number],
  { mean, unit }: ResidentMeter,
  words: PageWords,
): string {
  if (odd === 'zero') return words.zero;
  const inUnits = (volume: string | null): string => `${figure(volume ?? '0')}\u00a0${unit}`;
  return words.jump(inUnits(consumption), inUnits(mean));
}

function verificationWords(
  { verifiedUntil }: ResidentMeter,
  today: string,
  words: PageWords,
): readonly string[] {
  if (verifiedUntil === null) return [];
  const day = dayInFigures(verifiedUntil);
  return [verifiedUntil < today ? words.verificationOver(day) : words.verifiedUntil(day)];
}

function preferencesSection({ account }: Door, page: DoorPage, words: PageWords): Html {
  const { link, suffix, wish } = page;
  const isBad = wish?.notice.isBad === true;
  return html`<section class="line" id="preferences">
    <h2>${words.preferences}</h2>
    ${wish === undefined ? NOTHING : noticeOf(wish.notice)}
    <form method="post" action="${link}/preferences${suffix}">
      <label for="email">${words.email}</label>
      <input
        id="email"
        name="email"
        type="email"
        autocomplete="email"
        maxlength="254"
        value="${wish?.email ?? account.email ?? ''}"
        aria-describedby="email-hint"
        ${isBad ? html`aria-invalid="true"` : NOTHING}
      />
      <p class="muted" id="email-hint">${words.emailHint}</p>
      <label class="check"
        ><input type="checkbox" name="wantsPaper" ${account.wantsPaper ? html`checked` : NOTHING} />
        ${words.paper}</label
      >
      <button type="submit">${words.save}</button>
    </form>
  </section>`;
}

function factOf(label: string, value: string): Html {
  return html`<dt>${label}</dt>
    <dd>${value}</dd>`;
}
