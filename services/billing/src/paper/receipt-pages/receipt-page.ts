// The page of a receipt that its link opens: every line in words, and a form to object to it. It works without a script.
import { MOST_REASON, type Dispute } from '@kvartplata/contracts/billing/disputes.ts';
import {
  formatBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { monthWords } from '@kvartplata/domain/calendar/month-words.ts';
import { html, NOTHING, ownStyle, type Html } from './html.ts';
import { STYLE } from './page-style.ts';

export type PageStep = { readonly text: string; readonly article: string | null };

export type PageLine = {
  readonly code: string;
  readonly serviceName: string;
  readonly amount: string;
  /** One a charge of the line: the service itself, its excess, its recalculations. */
  readonly explanations: readonly (readonly PageStep[])[];
  readonly disputes: readonly Dispute[];
};

export type ReceiptPage = {
  readonly token: string;
  readonly accountNumber: string;
  readonly period: BillingMonth;
  readonly isDraft: boolean;
  /** The month is closed, and the account has a line in its seal. */
  readonly isSealed: boolean;
  readonly lines: readonly PageLine[];
  readonly total: string;
  readonly notice?: Notice;
};

export type Notice = { readonly text: string; readonly isBad: boolean };

export function receiptPage(page: ReceiptPage): string {
  const { token, accountNumber, period, isDraft, isSealed, lines, total, notice } = page;
  const month = `${monthWords(formatBillingMonth(period)).ru} года`;
  return documentOf(
    `Счёт за ${month}`,
    html`<p class="kicker">Лицевой счёт ${accountNumber}</p>
      <h1>Из чего сложился счёт за ${month}</h1>
      <p class="muted">
        Под каждой строкой – расчёт по шагам, со статьями закона. Если с чем-то не согласны,
        напишите прямо здесь: ответ появится на этой же странице.
      </p>
      ${notice === undefined ? NOTHING : noticeOf(notice)}
      ${
        isDraft
          ? noticeOf({
              text: 'Это предварительный расчёт: начисления месяца ещё не проведены и могут измениться.',
              isBad: false,
            })
          : NOTHING
      }
      ${lines.map((line) => lineOf(page.token, line))}
      <p class="total"><span>Всего за месяц</span><span class="sum">${roubles(total)}</span></p>
      ${isSealed ? proofOf(token) : NOTHING}
      <footer>
        Здесь показано начисленное за месяц. Долг, оплаты и пени – на самой квитанции. Ссылка
        открывает только этот счёт за этот месяц; не пересылайте её посторонним.
      </footer>`,
  );
}

function proofOf(token: string): Html {
  return html`<section class="line">
    <h2>Месяц закрыт, и его итоги опечатаны</h2>
    <p>
      <a href="${token}/proof.html">Страница с доказательством</a> показывает, что этот счёт с тех
      пор не меняли; сохранённая на диск, она проверяет это и без сети.
      <a href="${token}/proof.bin" download>Файл доказательства</a> – для своей программы;
      <a href="${token}/proof" download>тот же в виде текста</a> (JSON).
    </p>
    <details>
      <summary>Сверить с бумажной квитанцией</summary>
      <form method="get" action="${token}/proof.html">
        <label for="since">Сколько печатей в журнале, по нижней строке квитанции</label>
        <input id="since" name="since" type="number" min="0" max="999999999999" required />
        <button type="submit">Показать отпечаток того журнала</button>
      </form>
    </details>
  </section>`;
}

/** What there is to say when there is no page. */
export function plainPage(title: string, text: string): string {
  return documentOf(
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>`,
  );
}

function lineOf(token: string, line: PageLine): Html {
  const { code, serviceName, amount, explanations, disputes } = line;
  return html`<section class="line" id="line-${code}">
    <div class="head">
      <h2><span class="code">${code}</span>${serviceName}</h2>
      <span class="sum">${roubles(amount)}</span>
    </div>
    <details>
      <summary>Как посчитано</summary>
      ${explanations.map(stepsOf)}
    </details>
    ${disputes.map(disputeOf)}
    ${disputes.some(({ status }) => status === 'WAITING') ? NOTHING : formOf(token, code)}
  </section>`;
}

function stepsOf(steps: readonly PageStep[]): Html {
  return html`<ol>
    ${steps.map(
      ({ text, article }) =>
        html`<li>
          ${text}${article === null ? NOTHING : html`<span class="article">${article}</span>`}
        </li>`,
    )}
  </ol>`;
}

function disputeOf({ reason, status, answer, createdAt, settledAt }: Dispute): Html {
  const asked = html`<p>Ваше возражение от ${dayOf(createdAt)}:</p>
    <p class="said">${reason}</p>`;
  return status === 'WAITING'
    ? html`<div class="notice">
        ${asked}
        <p><b>Ждёт ответа бухгалтера.</b></p>
      </div>`
    : html`<div class="notice">
        ${asked}
        <p><b>Ответ от ${dayOf(settledAt ?? createdAt)}:</b></p>
        <p class="said">${answer ?? ''}</p>
      </div>`;
}

function formOf(token: string, code: string): Html {
  const field = `reason-${code}`;
  return html`<details>
    <summary>Не согласен с этой строкой</summary>
    <form method="post" action="./${token}/disputes">
      <input type="hidden" name="line" value="${code}" />
      <label for="${field}">С чем вы не согласны и почему</label>
      <textarea id="${field}" name="reason" required maxlength="${MOST_REASON}"></textarea>
      <button type="submit">Отправить возражение</button>
    </form>
  </details>`;
}

function noticeOf({ text, isBad }: Notice): Html {
  return html`<div class="notice${isBad ? ' bad' : ''}" role="status">${text}</div>`;
}

function documentOf(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="ru">
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

function roubles(amount: string): string {
  const [whole = '', kopecks] = amount.replace('-', '−').split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0')},${kopecks}\u00a0₽`;
}

function dayOf(instant: string): string {
  return instant.slice(0, 10).split('-').toReversed().join('.');
}
