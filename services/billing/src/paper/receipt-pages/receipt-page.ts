// The page that a receipt's link opens: what is to be paid, the meters, every line explained, and a form to dispute it. It works
// without a script.
import { MOST_REASON, type Dispute } from '@kvartplata/contracts/billing/disputes.ts';
import {
  formatBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { monthWords } from '@kvartplata/domain/calendar/month-words.ts';
import type { Words } from '@kvartplata/domain/text/words.ts';
import { inRoubles } from '@kvartplata/domain/text/in-figures.ts';
import {
  awaySections,
  doorSections,
  noticeOf,
  type DoorPage,
  type Notice,
} from './door-sections.ts';
import { html, NOTHING, ownStyle, type Html } from './html.ts';
import { PAGE_WORDS, type Language, type PageWords } from './page-words.ts';
import { STYLE } from './page-style.ts';
import type { DoorState } from './residents-door.service.ts';

export type { Notice } from './door-sections.ts';

export type PageStep = { readonly text: Words; readonly article: Words | null };

export type PageLine = {
  readonly code: string;
  readonly serviceName: string;
  readonly amount: string;
  /** One for each charge of the line: the service itself, its excess, its recalculations. */
  readonly explanations: readonly (readonly PageStep[])[];
  readonly disputes: readonly Dispute[];
};

export type ReceiptPage = {
  readonly accountNumber: string;
  readonly period: BillingMonth;
  readonly isDraft: boolean;
  /** The month is closed, and the account has a line in its seal. */
  readonly isSealed: boolean;
  readonly lines: readonly PageLine[];
  readonly total: string;
  readonly door: DoorState;
};

/** How it is shown: the language, and any input that was sent. */
export type ShownPage = DoorPage & { readonly notice?: Notice | undefined };

export function receiptPage(page: ReceiptPage, shown: ShownPage): string {
  const { accountNumber, period, isDraft, isSealed, lines, total, door } = page;
  const { link, language, suffix, notice } = shown;
  const words = PAGE_WORDS[language];
  const month = monthWords(formatBillingMonth(period))[language];
  const other = language === 'ru' ? 'en' : 'ru';
  return documentOf(
    language,
    words.title(month),
    html`<p class="languages">
        <a href="${link}?lang=${other}" lang="${other}" hreflang="${other}">${words.other}</a>
      </p>
      <p class="kicker">${words.account} ${accountNumber}</p>
      <h1>${words.title(month)}</h1>
      ${doorOf(door, shown, words)}
      <h2 class="chapter">${words.heading(month)}</h2>
      <p class="muted">${words.intro}</p>
      ${notice === undefined ? NOTHING : noticeOf(notice)}
      ${isDraft ? noticeOf({ text: words.draft, isBad: false }) : NOTHING}
      ${lines.map((line) => lineOf(line, { link, suffix, language, words }))}
      <p class="total"><span>${words.total}</span><span class="sum">${inRoubles(total)}</span></p>
      ${isSealed ? proofOf(link, words) : NOTHING}
      <footer>${words.footer}</footer>`,
  );
}

function doorOf(door: DoorState, shown: ShownPage, words: PageWords): Html {
  if (door === 'ended') return noticeOf({ text: words.ended, isBad: false });
  return door === 'away' ? awaySections(shown, words) : doorSections(door, shown);
}

function proofOf(link: string, words: PageWords): Html {
  return html`<section class="line">
    <h2>${words.sealed}</h2>
    <p>
      <a href="${link}/proof.html">${words.proofPage}</a> ${words.proofSays}
      <a href="${link}/proof.bin" download>${words.proofFile}</a> ${words.proofFor}
      <a href="${link}/proof" download>${words.proofText}</a> (JSON).
    </p>
    <details>
      <summary>${words.compare}</summary>
      <form method="get" action="${link}/proof.html">
        <label for="since">${words.seals}</label>
        <input id="since" name="since" type="number" min="0" max="999999999999" required />
        <button type="submit">${words.showLog}</button>
      </form>
    </details>
  </section>`;
}

/** A page with a message when there is no receipt page. */
export function plainPage(title: string, text: string, language: Language): string {
  return documentOf(
    language,
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>`,
  );
}

type LineShown = {
  readonly link: string;
  readonly suffix: string;
  readonly language: Language;
  readonly words: PageWords;
};

function lineOf(line: PageLine, shown: LineShown): Html {
  const { code, serviceName, amount, explanations, disputes } = line;
  const { words, language } = shown;
  return html`<section class="line" id="line-${code}">
    <div class="head">
      <h2><span class="code">${code}</span>${serviceName}</h2>
      <span class="sum">${inRoubles(amount)}</span>
    </div>
    <details>
      <summary>${words.steps}</summary>
      ${explanations.map((steps) => stepsOf(steps, language))}
    </details>
    ${disputes.map((dispute) => disputeOf(dispute, words))}
    ${disputes.some(({ status }) => status === 'WAITING') ? NOTHING : formOf(code, shown)}
  </section>`;
}

function stepsOf(steps: readonly PageStep[], language: Language): Html {
  return html`<ol>
    ${steps.map(
      ({ text, article }) =>
        html`<li>
          ${text[language]}${
            article === null ? NOTHING : html`<span class="article">${article[language]}</span>`
          }
        </li>`,
    )}
  </ol>`;
}

function disputeOf(
  { reason, status, answer, createdAt, settledAt }: Dispute,
  words: PageWords,
): Html {
  const asked = html`<p>${words.objectionOf(dayOf(createdAt))}</p>
    <p class="said">${reason}</p>`;
  return status === 'WAITING'
    ? html`<div class="notice">
        ${asked}
        <p><b>${words.waits}</b></p>
      </div>`
    : html`<div class="notice">
        ${asked}
        <p><b>${words.answerOf(dayOf(settledAt ?? createdAt))}</b></p>
        <p class="said">${answer ?? ''}</p>
      </div>`;
}

function formOf(code: string, { link, suffix, words }: LineShown): Html {
  const field = `reason-${code}`;
  return html`<details>
    <summary>${words.disagree}</summary>
    <form method="post" action="${link}/disputes${suffix}">
      <input type="hidden" name="line" value="${code}" />
      <label for="${field}">${words.whatIsWrong}</label>
      <textarea id="${field}" name="reason" required maxlength="${MOST_REASON}"></textarea>
      <button type="submit">${words.object}</button>
    </form>
  </details>`;
}

export function documentOf(language: Language, title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        ${ownStyle(STYLE)}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `.html;
}

function dayOf(instant: string): string {
  return instant.slice(0, 10).split('-').toReversed().join('.');
}
