import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatBillingMonth,
  parseBillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { paymentCodeOf } from '@kvartplata/domain/receipts/payment-code.ts';
import { monthIn } from './month-in-text.ts';

const PAID_ON = parseDay('2026-10-12');

function named(text: string, paidOn = PAID_ON): string | null {
  const month = monthIn(text, paidOn);
  return month === null ? null : formatBillingMonth(month);
}

const texts: { text: string; month: string | null; why?: string }[] = [
  { text: 'за 09.2026', month: '2026-09' },
  { text: 'за 9.2026 г.', month: '2026-09' },
  { text: 'за сентябрь 2026', month: '2026-09' },
  { text: 'Оплата ЖКУ, сентябрь 2026 г.', month: '2026-09' },
  { text: 'ОПЛАТА ЗА СЕНТЯБРЬ 2026Г. Л/С 42', month: '2026-09' },
  { text: 'кварплата 09/2026', month: '2026-09' },
  { text: 'квартплата 2026-09', month: '2026-09' },
  { text: 'коммунальные за сент. 2026', month: '2026-09' },
  { text: 'за 09.26', month: '2026-09' },
  { text: 'за 092026', month: '2026-09' },
  { text: 'PaymPeriod=092026', month: '2026-09' },
  { text: 'Период: 09.2026', month: '2026-09' },
  { text: 'PERIOD:0926', month: null, why: 'four figures without a point may be anything' },
  { text: 'за период 08.2026', month: '2026-08' },
  { text: 'за месяц август 2026', month: '2026-08' },
  { text: 'за май-июнь 2026', month: '2026-05' },
  { text: 'за май и июнь 2026 года', month: '2026-05' },
  { text: 'за май, июнь, июль 2026', month: '2026-05' },
  { text: 'май – июль 2026', month: '2026-05' },
  { text: 'за декабрь 2025 - январь 2026', month: '2025-12' },
  { text: 'за ноябрь-январь 2026', month: '2025-11', why: 'the range passes the end of a year' },
  { text: 'за 05.2026-06.2026', month: '2026-05' },
  { text: 'за 06.2026, 05.2026', month: '2026-05', why: 'the earliest, in whatever order' },
  { text: 'за июнь 2026, и ещё за май 2026', month: '2026-05' },
  { text: 'за сентябрь', month: '2026-09', why: 'without a year the one before the payment' },
  { text: 'за ноябрь', month: '2026-11', why: 'or the next one' },
  { text: 'за декабрь', month: '2025-12' },
  { text: 'за октябрь', month: '2026-10' },
  { text: 'за март 2019', month: '2019-03', why: 'whatever its age' },
  { text: 'за сентябрь 2026 по договору от 01.02.2020', month: '2026-09' },
  { text: 'за 2026/09', month: '2026-09' },
  { text: 'за 2026/9', month: '2026-09' },
  { text: 'квартплата 2026/09', month: '2026-09' },
  { text: 'за 2026/05-2026/06', month: '2026-05' },
  { text: 'за 5 2026', month: '2026-05' },
  { text: 'за 05 2026 г.', month: '2026-05' },
  { text: 'период 12 2025', month: '2025-12' },
  { text: 'за период с 01.04.2026 по 30.04.2026', month: '2026-04' },
  { text: 'за период с 01.04.2026г. по 30.04.2026г.', month: '2026-04' },
  { text: 'Оплата ЖКУ за период: 01.04.2026 - 30.04.2026, л/с 42', month: '2026-04' },
  { text: 'ЗА ПЕРИОД С 01.04.26 ПО 30.04.26', month: '2026-04' },
  { text: 'период 01/04/2026–30/04/2026', month: '2026-04' },
  { text: 'за 01.05.2026-31.05.2026', month: '2026-05' },
  { text: 'за 01.05.2026 г. - 31.05.2026 г. л/с 17', month: '2026-05' },
  { text: 'за 01-05-2026 - 31-05-2026', month: '2026-05' },
  { text: 'за 2026-05-01 - 2026-05-31', month: '2026-05' },
  { text: 'за 15.05.2026-20.05.2026', month: '2026-05', why: 'a part of the month too' },
  { text: 'за 01.05-31.05.2026', month: '2026-05', why: 'the year stands behind the last day' },
  { text: 'за 05.04-30.04.2026', month: '2026-04', why: 'and not the May of 2004' },
  { text: 'за 01-30.04.2026', month: '2026-04' },
  { text: 'за период с 01.04 по 30.04', month: '2026-04', why: 'the latest before the payment' },
  { text: 'за период с 01.12 по 31.12', month: '2025-12', why: 'the latest before the payment' },
  { text: 'за 05.04-06.04', month: '2004-05', why: 'these are months with their years' },
  { text: 'за период с 1 по 30 апреля 2026 года', month: '2026-04' },
  { text: 'за 1-30 апреля 2026', month: '2026-04' },
  { text: 'за период с 1 апреля по 30 апреля', month: '2026-04' },
  { text: 'за период с 1 апреля 2026 г. по 30 апреля 2026 г.', month: '2026-04' },
  { text: 'Оплата ЖКУ с 01.04.2026 по 30.04.2026', month: '2026-04' },
  { text: 'за услуги с 1 по 30 апреля 2026', month: '2026-04' },
  { text: 'за 1-15 апреля 26 г.', month: '2026-04' },
  { text: 'за 1-15.04 50 руб', month: '2026-04', why: 'the sum is no year' },
  {
    text: 'за период с 01.04.2026 по 31.05.2026',
    month: '2026-04',
    why: 'the earliest of a range',
  },
  { text: 'за 01.12.2025-31.01.2026', month: '2025-12', why: 'the earliest of a range' },
  { text: 'за 01.12-31.01.2026', month: '2025-12', why: 'the range passes the end of a year' },
  { text: 'за период с 01.04.2026 по 31.04.2026', month: null, why: 'April has no such day' },
  { text: 'за период с 30.04.2026 по 01.04.2026', month: null, why: 'not in their order' },
  { text: 'за период с 01.04.2026', month: null, why: 'a day' },
  { text: 'за 01.04.2036-30.04.2036', month: null, why: 'far ahead' },
  { text: 'за период с 01.04.2026 по 30.04.20261', month: null, why: 'no year' },
  { text: 'оплата 05.05.2026', month: null, why: 'the day of the payment' },
  { text: 'за воду 01.05.2026-31.05.2026', month: null, why: 'nothing says what the days are' },
  { text: 'по договору с 01.01.2026 по 31.01.2026', month: null, why: 'the days of a contract' },
  { text: 'парковка с 01.03.2026 по 30.04.2026', month: null, why: 'it may be a contract’s' },
  { text: 'дог. № 5 с 01.01.2026 по 31.12.2026', month: null, why: 'the days of a contract' },
  { text: 'дог. с 01.01.2026 по 31.12.2026 за май 2026', month: '2026-05' },
  { text: 'за период с 01.04.2026 по 30.04.2026 дог. 5/2026', month: '2026-04' },
  { text: 'договор 2026/05', month: null, why: 'a number' },
  { text: 'за 2026/05/12', month: null, why: 'a day' },
  { text: 'л/с 5 2026', month: null, why: 'nothing says that it is paid for' },
  { text: 'за 15 2026', month: null, why: 'no month' },
  { text: 'за 2026.05', month: null, why: 'it may be a sum' },
  { text: 'за кв. 5 2026', month: null, why: 'a number' },
  { text: 'за 5 2026,50', month: null, why: 'a sum' },
  { text: 'сентябрь', month: null, why: 'nothing says that it is paid for' },
  { text: 'за 12.09.2026', month: null, why: 'a day' },
  { text: 'за 2026-09-12', month: null, why: 'a day' },
  { text: 'от 12.09.2026', month: null, why: 'a day' },
  { text: 'договор от 12 сентября 2026', month: null, why: 'a day' },
  { text: 'с 12 сен 2026', month: null, why: 'a day' },
  { text: 'л/с 12 сентябрь 2026', month: '2026-09', why: 'the number before is another figure' },
  { text: 'л/с LS02 02/2026', month: '2026-02', why: 'the number before is another figure' },
  { text: 'счёт № 9/2026', month: null, why: 'a number' },
  { text: 'договор 9/2026', month: null, why: 'a number' },
  { text: 'кв. 9/2026', month: null, why: 'a number' },
  { text: 'за 13.2026', month: null, why: 'no month' },
  { text: 'за 09.2036', month: null, why: 'far ahead' },
  { text: 'за 09.1926', month: null, why: 'long ago' },
  { text: 'за Марию Петровну', month: null, why: 'a name' },
  { text: 'за майские праздники 2026', month: null },
  { text: 'л/с 0912026 за воду', month: null },
  { text: 'Замар 2026', month: null },
  { text: 'за 1 250,50', month: null },
  { text: 'оплата услуг', month: null },
  { text: '', month: null },
];
for (const { text, month, why } of texts)
  test(`“${text}” names ${month ?? 'no month'}${why === undefined ? '' : `: ${why}`}`, () =>
    assert.equal(named(text), month));

test('the purpose and the period of a receipt’s code are read back', () => {
  for (const month of ['2024-01', '2026-09', '2026-12']) {
    const code = paymentCodeOf({
      payee: {
        name: 'ООО «Дом»',
        inn: '7707083893',
        bankName: 'Банк',
        bic: '044525225',
        settlementAccount: '40702810900000000001',
        correspondentAccount: '30101810400000000225',
      },
      accountNumber: '12/2020',
      payer: 'Иванов Иван Иванович',
      period: parseBillingMonth(month),
      sumKopecks: 100n,
    });
    const fields = new Map(code.split('|').map((field) => field.split('=', 2) as [string, string]));
    assert.equal(named(fields.get('Purpose') ?? ''), month);
    assert.equal(named(`PaymPeriod=${fields.get('PaymPeriod') ?? ''}`), month);
  }
});

for (const { why, text, month } of [
  { why: 'blanks', text: `за${' '.repeat(32_000)}09.2026`, month: null },
  { why: 'months', text: 'за май-'.repeat(8_000), month: '2026-05' },
  { why: 'figures', text: `за ${'09.2026-'.repeat(8_000)}`, month: '2026-09' },
  { why: 'days', text: 'за 01.04.2026-'.repeat(8_000), month: null },
  { why: 'ranges', text: 'с 01.04.2026 по '.repeat(8_000), month: null },
])
  test(`a very long text is read quickly: ${why}`, () => assert.equal(named(text), month));
