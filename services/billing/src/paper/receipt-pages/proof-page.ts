// The proof of a receipt as a page that verifies itself: saved to disk, it works without a network and without this service. It
// shows no figure before verification, and only figures from the proof.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ReceiptProof } from '@kvartplata/contracts/billing/seals.ts';
import { html, type Html, ownData, ownScript, ownStyle } from './html.ts';
import { STYLE, STYLE_HASH } from './page-style.ts';

const VERIFIER = fileURLToPath(import.meta.resolve('@kvartplata/platform/proof/verify-proof.js'));

/** Fills the page from the verdict; runs after `verifyProof`. */
const SHOW = `
const FAULTS = {
  'not-a-proof': 'файл повреждён: это не доказательство',
  'other-month': 'строка счёта и печать – разных месяцев',
  'not-in-month': 'такой строки в опечатанном месяце нет',
  'not-in-log': 'такой печати в журнале нет',
  'other-key': 'журнал подписан другим ключом',
  'bad-signature': 'журнал не подписан своим ключом',
  'log-forked': 'журнал печатей переписан: он не продолжает прежний',
  'other-size': 'прежний журнал другой длины',
};
const put = (id, text) => { document.getElementById(id).textContent = text; };
const money = (amount) => {
  const [whole, kopecks] = amount.replace('-', '−').split('.');
  return whole.replace(/\\B(?=(\\d{3})+$)/g, '\\u00a0') + ',' + kopecks + '\\u00a0₽';
};
const headOf = (note) => note.split('\\n');
try {
  const proof = JSON.parse(document.getElementById('proof').textContent);
  const verdict = await verifyProof(proof);
  const box = document.getElementById('verdict');
  if (verdict.isGood) {
    const [, month, , account, ...sums] = verdict.line.split('|');
    put('verdict', 'Доказано: этот итог стоит в опечатанном месяце, и с тех пор его не меняли.');
    put('month', month.split('-').reverse().join('.'));
    put('account', account);
    ['charged', 'accrued', 'paid', 'penalty-paid', 'reversed', 'penalty-reversed', 'debt', 'penalty-debt'].forEach((id, nth) => put(id, money(sums[nth])));
    put('sealed', verdict.sealedAt.toLocaleString('ru-RU', { timeZone: 'Europe/Moscow' }) + ' (Москва)');
    const [origin, size, root] = headOf(proof.checkpoint);
    const [, earlierSize, earlierRoot] = headOf(proof.consistency.checkpoint);
    put('log', origin + ', печатей: ' + size + '; эта – № ' + (proof.seal.index + 1));
    put('root', root);
    put('earlier-size', earlierSize);
    put('earlier-root', earlierRoot);
    put('key', verdict.key);
    document.getElementById('facts').hidden = false;
  } else {
    box.classList.add('bad');
    put('verdict', 'Не доказано: ' + FAULTS[verdict.fault] + '.');
  }
} catch (error) {
  document.getElementById('verdict').classList.add('bad');
  put('verdict', 'Этот браузер не умеет проверять подписи. Откройте сохранённый файл в новом.');
}
`;

let script: string | undefined;

/** The verifier itself, and the script that shows its verdict. */
function scriptOf(): string {
  script ??= readFileSync(VERIFIER, 'utf8') + SHOW;
  return script;
}

/** The content policy of the page, both online and when opened from disk. */
export function proofPolicy(): string {
  const hash = createHash('sha256').update(scriptOf()).digest('base64');
  return `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; script-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'`;
}

type Fact = readonly [id: string, label: Html | string];

const FIGURES: readonly Fact[] = [
  ['month', 'Месяц'],
  ['account', 'Номер счёта в системе'],
  ['charged', 'Начислено'],
  ['accrued', 'Пени, начисленные за месяц'],
  ['paid', 'Оплачено основного долга'],
  ['penalty-paid', 'Оплачено пеней'],
  ['reversed', 'Отменено начислений и оплат'],
  ['penalty-reversed', 'Отменено пеней и их оплат'],
  ['debt', 'Долг на конец месяца (с минусом – переплата)'],
  ['penalty-debt', 'Долг по пеням на конец месяца'],
];

const SOURCES: readonly Fact[] = [
  ['sealed', 'Месяц опечатан'],
  ['log', 'Журнал печатей'],
  ['root', 'Отпечаток журнала'],
  ['earlier-root', html`Когда печатей было <span id="earlier-size"></span>, отпечаток был`],
  ['key', 'Ключ, которым подписан журнал'],
];

function listOf(facts: readonly Fact[]): readonly Html[] {
  return facts.map(
    ([id, label]) =>
      html`<dt>${label}</dt>
        <dd id="${id}"></dd>`,
  );
}

export function proofPage(proof: ReceiptProof): string {
  return html`<!doctype html>
    <html lang="ru">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta http-equiv="Content-Security-Policy" content="${proofPolicy()}" />
        <title>Доказательство счёта</title>
        ${ownStyle(STYLE)}
      </head>
      <body>
        <main>
          <p class="kicker">Доказательство счёта</p>
          <h1>Итог месяца по лицевому счёту</h1>
          <div class="notice" id="verdict" role="status">
            Проверяется… Нужен браузер, в котором включены сценарии.
          </div>
          <div id="facts" hidden>
            <section class="line">
              <dl class="figures">${listOf(FIGURES)}</dl>
            </section>
            <section class="line">
              <h2>Чем доказано</h2>
              <dl>${listOf(SOURCES)}</dl>
              <p class="muted">
                Отпечаток журнала печатается внизу каждой квитанции. Если на вашей бумаге при том же
                числе печатей стоит другой отпечаток, книги переписали: покажите обе бумаги
                проверяющим.
              </p>
            </section>
          </div>
          <footer>
            Сохраните эту страницу: она проверяет себя сама, без сети и без участия управляющей
            организации. Чтобы не верить и этой странице, скачайте файл доказательства и проверьте
            его своей программой.
          </footer>
        </main>
        ${ownData('proof', proof)} ${ownScript(scriptOf())}
      </body>
    </html> `.html;
}
