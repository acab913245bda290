// The demo's part about registries: a bank sends a month's payments in a file, one of them for an account that does not exist;
// the same file is sent again; and a file that was imported by mistake is undone.
import { getAccountBalance } from '@kvartplata/contracts/billing/account-balances.ts';
import {
  getPaymentImport,
  importPayments,
  type PaymentImport,
  type PaymentImportRow,
  type PaymentImportWithRows,
  type RegistryProfile,
  reversePaymentImport,
} from '@kvartplata/contracts/billing/payment-imports.ts';
import {
  listUnidentifiedPayments,
  resolveUnidentifiedPayment,
  type UnidentifiedPayment,
} from '@kvartplata/contracts/billing/unidentified-payments.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { day, figure, inLanguage, month, roubles, say } from '../speech/speech.ts';
import { waitFor, type Api } from './api.ts';
import type { Books } from './bill-a-year.ts';
import type { Outcome } from './colleagues.ts';
import { residentsOf, type Resident } from './residents-pay.ts';
import { renderTable } from './table.ts';

/** The payer typed Russian letters where the account number has Latin ones. */
const MISTYPED_ACCOUNT = 'ЛС02';
const MISTYPED_ROW = 0;
const ROWS_SHOWN = 4;

export type ShownRegistry = { readonly rows: string; readonly outcomes: readonly Outcome[] };

/** After an earlier run the payments exist, and the file counts as imported already. */
export async function importBankRegistry(
  api: Api,
  { organizationId, charges }: Pick<Books, 'charges'> & { readonly organizationId: number },
  period: string,
): Promise<ShownRegistry> {
  const send = async (profile: RegistryProfile, text: string): Promise<PaymentImportWithRows> =>
    sendRegistry(
      api,
      { profile, organizationId },
      {
        name: `${profile === 'csv' ? 'Другой дом' : 'Сбербанк'} ${period}.txt`,
        text,
      },
    );
  const [first, mistaken, ...rest] = residentsOf(charges, period);
  if (!first || !mistaken) throw new Error('the house has too few residents');

  const others = [first, ...rest];
  const text = sberbankRegistry([mistaken, ...others], period);
  const taken = await send('sberbank', text);
  const resolved = await resolve(api, taken.items[MISTYPED_ROW], mistaken);
  const again = await send('sberbank', text);
  return {
    rows: rowsTable(taken.items),
    outcomes: [
      {
        what: say(
          `платежей ${taken.rows} на ${roubles(taken.amount)}, как и в итоге файла: проведено ${taken.matched}, ждёт разбора ${taken.quarantined}, отклонено ${taken.rejected}`,
          `${taken.rows} payments, ${roubles(taken.amount)} as the file itself sums them: ${taken.matched} booked, ${taken.quarantined} waits, ${taken.rejected} rejected`,
        ),
        holds:
          taken.declaredAmount === taken.amount &&
          [0, others.length + 1].includes(taken.matched + taken.quarantined),
      },
      {
        what: say(
          `платёж за «${MISTYPED_ACCOUNT}» бухгалтер провела на счёт ${mistaken.number}`,
          `the payment for “${MISTYPED_ACCOUNT}” is booked to ${mistaken.number} by the accountant`,
        ),
        holds: resolved?.personalAccountId === mistaken.id && resolved.paymentId !== null,
      },
      {
        what: say(
          `тот же файл ещё раз: проведено ${again.matched}, ждёт разбора ${again.quarantined}`,
          `the same file again: ${again.matched} booked, ${again.quarantined} wait`,
        ),
        holds: again.matched + again.quarantined === 0 && again.repeats !== null,
      },
      await takeBack(api, first, async () =>
        send('csv', `Лицевой счёт;Сумма;Дата\n${first.number};1000,00;${period}-20\n`),
      ),
    ],
  };
}

/**
 * A registry for each of the months. One resident pays half of the charges and one stops paying after two months, as in every
 * house. The registry of the last month has only those who pay on its first day: later days may still be in the future.
 */
export async function letMostPay(
  api: Api,
  {
    organizationId,
    charges,
    house,
  }: Pick<Books, 'charges'> & { readonly organizationId: number; readonly house: string },
  months: readonly string[],
): Promise<Outcome> {
  const query = { profile: 'csv', organizationId } as const;
  let rejected = 0;
  for (const [nth, period] of months.entries()) {
    const isLast = nth === months.length - 1;
    const payDay = parseBillingMonth(period)
      .add({ months: 1 })
      .toPlainDate({ day: isLast ? 1 : 8 });
    const rows = residentsOf(charges, period).flatMap(
      ({ number, chargedKopecks }, index, { length }) => {
        const [isHalf, hasStopped] = [index === length - 3, index === length - 1 && nth >= 2];
        const isLate = isLast && index % 2 === 1;
        if (hasStopped || isLate || chargedKopecks <= 0n) return [];
        const paid = formatKopecks(isHalf ? chargedKopecks / 2n : chargedKopecks);
        return `${number};${paid};${payDay.toString()};${period}`;
      },
    );
    const text = ['account;amount;date;period', ...rows].join('\n');
    const file = { name: `Касса, ${house}, ${period}.csv`, text };
    const sent = await sendRegistry(api, query, file);
    rejected += sent.matched === 0 ? 0 : sent.quarantined + sent.rejected;
  }
  return {
    what: say(
      `реестры за ${month(months.at(0) ?? '')} – ${month(months.at(-1) ?? '')} приняты, ни одной строки не осталось`,
      `registries of ${month(months.at(0) ?? '')} to ${month(months.at(-1) ?? '')} are taken in, no row of them is left over`,
    ),
    holds: rejected === 0,
  };
}

/** Imports a payment of the resident and undoes the import. */
async function takeBack(
  api: Api,
  { id, number }: Resident,
  send: () => Promise<PaymentImport>,
): Promise<Outcome> {
  const owed = async (): Promise<string> =>
    (await api.call(getAccountBalance, { params: { personalAccountId: id } })).principalDebt;
  const before = await owed();
  const sent = await send();
  const between = await owed();
  await api.call(reversePaymentImport, {
    params: { paymentImportId: sent.id },
    body: { reason: 'реестр другого дома' },
  });
  const after = await owed();
  return {
    what: say(
      `файл, загруженный по ошибке, отозван: долг ${number} был ${figure(before)}, стал ${figure(between)} и снова ${figure(after)}`,
      `a file that came by mistake is taken back: ${number} owes ${before}, ${between}, ${after}`,
    ),
    holds: before === after && before !== between,
  };
}

/** Books the quarantined row to the resident, unless an earlier run has. */
async function resolve(
  api: Api,
  row: PaymentImportRow | undefined,
  { id: personalAccountId }: Resident,
): Promise<UnidentifiedPayment | undefined> {
  const find = async (status: 'WAITING' | 'RESOLVED'): Promise<UnidentifiedPayment | undefined> => {
    const { items } = await api.call(listUnidentifiedPayments, { query: { status, limit: 200 } });
    return items.find(({ operation }) => operation === row?.operation);
  };
  const waiting = await find('WAITING');
  if (waiting === undefined) return find('RESOLVED');
  return api.call(resolveUnidentifiedPayment, {
    params: { unidentifiedPaymentId: waiting.id },
    body: { personalAccountId },
  });
}

/** One line per payment, the first with a mistyped account, the last without an amount; then the totals. */
function sberbankRegistry(residents: readonly Resident[], period: string): string {
  const paidOn = parseBillingMonth(period).add({ months: 1 }).toPlainDate({ day: 9 });
  const [year, monthOfYear, dayOfMonth] = paidOn.toString().split('-');
  const lineOf = (nth: number, account: string, kopecks: bigint): string => {
    const sum = formatKopecks(kopecks).replace('.', ',');
    return `${dayOfMonth}-${monthOfYear}-${year};12-00-09;9055;9055999V;${year}${monthOfYear}0000${nth};CLIENTNO:${account};PERIOD:${period.slice(5)}${period.slice(0, 4)};${sum};${sum};0,00`;
  };
  const lines = residents.map(({ number, chargedKopecks }, nth) =>
    lineOf(nth, nth === MISTYPED_ROW ? MISTYPED_ACCOUNT : number, chargedKopecks),
  );
  const [first] = residents;
  lines.push(lineOf(lines.length, first?.number ?? '', 0n));
  const totalKopecks = sumBy(residents, ({ chargedKopecks }) => chargedKopecks);
  const total = formatKopecks(totalKopecks).replace('.', ',');
  return `${[...lines, `=${lines.length};${total};${total};0,00;1;${dayOfMonth}-${monthOfYear}-${year}`].join('\r\n')}\r\n`;
}

export async function sendRegistry(
  api: Api,
  query: { readonly profile: RegistryProfile; readonly organizationId: number },
  { name, text }: { readonly name: string; readonly text: string },
): Promise<PaymentImportWithRows> {
  const form = new FormData();
  form.append('file', new Blob([text]), name);
  const { id } = await api.call(importPayments, { query, body: form });
  return waitFor(
    `payment import ${id}`,
    async () =>
      api.call(getPaymentImport, { params: { paymentImportId: id }, query: { limit: 200 } }),
    ({ finishedAt }) => finishedAt !== null,
  );
}

const STATUSES: Readonly<Record<PaymentImportRow['status'], string>> = {
  read: say('прочитан', 'read'),
  matched: say('проведён', 'booked'),
  quarantined: say('ждёт разбора', 'waits'),
  rejected: say('отклонён', 'rejected'),
};

function reasonOf({ message, messageRu }: PaymentImportRow['reasons'][number]): string {
  return inLanguage({ ru: messageRu, en: message });
}

function rowsTable(rows: readonly PaymentImportRow[]): string {
  return renderTable<PaymentImportRow>(
    [
      { title: say('Строка', 'Line'), of: ({ line }) => String(line), align: 'right' },
      { title: say('Счёт', 'Account'), of: ({ accountNumbers }) => accountNumbers.join() },
      { title: say('Оплачено', 'Paid on'), of: ({ paidOn }) => (paidOn ? day(paidOn) : '') },
      {
        title: say('Сумма, ₽', 'Roubles'),
        of: ({ amount }) => (amount ? figure(amount) : ''),
        align: 'right',
      },
      { title: say('Что с ним', 'Status'), of: ({ status }) => STATUSES[status] },
      {
        title: say('Почему', 'Why'),
        of: ({ reasons }) => reasons.map(reasonOf).join('; '),
        most: 40,
      },
    ],
    [...rows.slice(0, ROWS_SHOWN - 1), ...rows.slice(-1)],
  );
}
