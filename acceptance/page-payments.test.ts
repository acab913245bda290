// Our own page in a real browser: payments by hand, by registry, and unidentified ones.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import {
  createPayment,
  listPayments,
  type Payment,
} from '@kvartplata/contracts/billing/payments.ts';
import {
  closeUnidentifiedPayment,
  listUnidentifiedPayments,
  type UnidentifiedPayment,
} from '@kvartplata/contracts/billing/unidentified-payments.ts';
import {
  listPersonalAccounts,
  type PersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { createReceiptLinks } from '@kvartplata/billing-service/src/paper/receipt-links/receipt-links.service.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { clientOf, PASSWORD, signUp } from '@kvartplata/platform/testing/people.ts';
import { findBarriers } from './testing/axe.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { endSessionBefore, enter } from './testing/page-steps.ts';
import { assertWellDrawn } from './testing/well-drawn.ts';

/** The URL that the browser requests. */
const BOOKING = `**${createPayment.path}`;
const TODAY = moscowDayOf(new Date());
const YESTERDAY = TODAY.subtract({ days: 1 });
const WRITTEN_DAY = TODAY.toString().split('-').toReversed().join('.');

/** Typed without separators: `21112026`. */
function typedOf(day: Temporal.PlainDate): string {
  return day.toString().split('-').toReversed().join('');
}

describe('the page of payments', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let cashier: Client;
  let house: BilledHouse;
  let visit: Visit;
  let page: Page;
  let lastMonth: string;

  before(async () => {
    own = await openOwnPage();
    const person = await signUp(own.services, 'cashier');
    cashier = clientOf(own.services, person);
    house = await makeBilledHouse(own.services, person);
    const named = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
    lastMonth = new Intl.DateTimeFormat('ru-RU', named)
      .format(new Date(`${house.months.at(-1)}-01T00:00:00Z`))
      .replace(/\sг\.$/, '');
    visit = await own.visit('/payments');
    ({ page } = visit);
    await enter(page, 'cashier');
    await page.getByLabel('Лицевой счёт').waitFor();
  });
  after(async () => own.stop());

  async function payments(): Promise<readonly Payment[]> {
    const query = { organizationId: house.organizationId, limit: 200 };
    return (await cashier.call(listPayments, { query })).items;
  }

  async function waiting(): Promise<readonly UnidentifiedPayment[]> {
    const query = { organizationId: house.organizationId };
    return (await cashier.call(listUnidentifiedPayments, { query })).items;
  }

  async function accountNumbered(number: string): Promise<PersonalAccount> {
    const query = { organizationId: house.organizationId, search: number };
    const { items } = await cashier.call(listPersonalAccounts, { query });
    const [account] = items;
    assert.ok(account);
    return account;
  }

  async function open(address: string): Promise<void> {
    await page.goto(new URL(address, page.url()).href, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
  }

  const booked = (name: string) => page.getByText(new RegExp(`^Записано: ${name} `));

  test('takes rows typed faster than they are booked, and a second Enter books nothing twice', async () => {
    const [books, search] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(BOOKING, async (route) => {
      if (route.request().method() === 'POST') await books.promise;
      await route.continue();
    });
    await page.route(`**${listPersonalAccounts.path}?*search=ls04*`, async (route) => {
      await search.promise;
      await route.continue();
    });
    await page.keyboard.type('ls03');
    await page.keyboard.press('Enter');
    await page.getByText(/^Долг [\d\s]+,\d\d\s₽: стрелка вниз/).waitFor();
    await page.keyboard.press('ArrowDown');
    const owed = await page.getByLabel('Сумма, ₽').inputValue();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    // The account of the second row is found after everything was typed.
    await page.keyboard.type('ls04');
    await page.keyboard.press('Enter');
    await page.keyboard.type('100,5');
    await page.keyboard.press('Tab');
    await page.keyboard.type(typedOf(YESTERDAY));
    await page.getByLabel('Документ').fill('ПП 17');
    await page.keyboard.press('Enter');
    assert.equal(await page.getByText('записывается…').count(), 1);
    search.resolve();
    await page.getByText('записывается…').nth(1).waitFor();
    assert.equal(await page.getByText('записывается…').count(), 2);
    assert.deepEqual(await payments(), []);
    books.resolve();
    await page.getByText('С открытия страницы: 2 платежа на').waitFor();
    await page.unrouteAll();

    const byDay = (await payments()).toSorted((a, b) => a.paidOn.localeCompare(b.paidOn));
    const [fourth, third, ...others] = byDay;
    assert.deepEqual(others, []);
    assert.deepEqual(
      [third?.amount, third?.paidOn, third?.reference, third?.source],
      [owed.replaceAll(/\s/g, '').replace(',', '.'), TODAY.toString(), null, 'manual'],
    );
    assert.deepEqual(
      [fourth?.amount, fourth?.paidOn, fourth?.reference],
      ['100.50', YESTERDAY.toString(), 'ПП 17'],
    );
  });

  test('lists a day and a month with what each payment paid for, and reverses one with a reason', async () => {
    await open('/payments');
    await page.getByRole('heading', { name: `Платежи за ${WRITTEN_DAY}` }).waitFor();
    const table = page.getByRole('region', { name: 'Платежи' });
    const third = table.getByRole('row').filter({ hasText: 'LS03' });
    await third.getByText(lastMonth, { exact: true }).waitFor();
    assert.equal(await table.getByRole('row').filter({ hasText: 'LS04' }).count(), 0);
    await open(`/payments?day=${YESTERDAY.toString()}&span=month`);
    await table.getByRole('row').filter({ hasText: 'ПП 17' }).getByText('LS04').waitFor();
    await open('/payments');

    await third.getByRole('button', { name: 'Сторно' }).click();
    const dialog = page.getByRole('dialog', { name: 'Сторно платежа' });
    await dialog.getByText(`Снова станет долгом: ${lastMonth}.`).waitFor();
    await dialog.getByRole('button', { name: 'Сторнировать' }).click();
    await dialog.getByText('Заполните это поле').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await dialog.getByLabel('Причина').fill('Введён не тот счёт');
    await page.keyboard.press('Enter');
    await page.getByText(/^Платёж на .* сторнирован\.$/).waitFor();
    await third.getByText('сторнирован').waitFor();
    const { rows } = await own.services.owners.billing.query<{ reason: string }>(
      'select reason from stornos',
    );
    assert.deepEqual(rows, [{ reason: 'Введён не тот счёт' }]);
  });

  test('shows what is missing in a row and what the service refuses of it, and lets it be corrected', async () => {
    await open('/payments');
    const begin = (await payments()).length;
    await page.getByLabel('Сумма, ₽').fill('0');
    await page.keyboard.press('Enter');
    await page.getByText('Выберите счёт из найденных').waitFor();
    await page.getByText('Нужна сумма больше нуля').waitFor();
    await page.getByLabel('Лицевой счёт').fill('LS04');
    await page.keyboard.press('Enter');
    await page.getByLabel('Сумма, ₽').fill('100,5');
    await page.keyboard.press('Tab');
    await page.keyboard.type(typedOf(YESTERDAY));
    await page.getByLabel('Документ').fill('ПП 17');
    await page.keyboard.press('Enter');
    await page.getByText('Такой платёж уже записан: номер, день и сумма те же.').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    const correct = page.getByRole('button', { name: 'Исправить' });
    await correct.click();
    await correct.waitFor({ state: 'detached' });
    assert.match(await page.getByLabel('Лицевой счёт').inputValue(), /^LS04 · /);
    await page.getByLabel('Документ').fill('ПП 18');
    await page.getByRole('button', { name: 'Записать' }).dblclick();
    await booked('LS04').waitFor();
    assert.equal(await page.locator('.entry .wrong').count(), 0, 'the second click marks nothing');
    assert.equal((await payments()).length, begin + 1);
  });

  test('keeps a payment whose answer was lost through a reload, and books it once', async () => {
    await open('/payments');
    const begin = (await payments()).length;
    await page.route(BOOKING, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      return route.abort();
    });
    await page.getByLabel('Лицевой счёт').fill('LS06');
    await page.keyboard.press('Enter');
    await page.getByLabel('Сумма, ₽').fill('8,08');
    await page.keyboard.press('Enter');
    await page.getByText('Нет связи с сервером.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Исправить' }).count(), 0);
    await page.unroute(BOOKING);
    await page.reload();
    await page.getByText('дважды он не запишется').waitFor();
    await page.getByRole('button', { name: 'Отправить ещё раз' }).click();
    await booked('LS06').waitFor();
    assert.equal((await payments()).length, begin + 1);
    assert.equal(await page.evaluate("sessionStorage.getItem('own:unbooked-payments')"), null);
  });

  test('books a row submitted while the account that it waits for is being rendered', async () => {
    await open('/payments');
    const search = Promise.withResolvers<void>();
    await page.route(`**${listPersonalAccounts.path}?*search=LS05*`, async (route) => {
      await search.promise;
      await route.continue();
    });
    await page.getByLabel('Лицевой счёт').fill('LS05');
    await page.keyboard.press('Enter');
    await page.getByLabel('Сумма, ₽').fill('5,05');
    // Between rendering the search results and the effects of that rendering.
    await page.evaluate(`new MutationObserver((_, observer) => {
      if (document.querySelector('.entry [role=option]') === null) return;
      observer.disconnect();
      document.querySelector('.entry').requestSubmit();
    }).observe(document.querySelector('.entry'), { childList: true, subtree: true })`);
    search.resolve();
    await booked('LS05').waitFor();
  });

  test('books what was typed before and after the session ended, once the user has signed in again', async () => {
    await open('/payments');
    await page.getByLabel('Лицевой счёт').fill('LS07');
    await page.keyboard.press('Enter');
    await page.getByLabel('Сумма, ₽').fill('70');
    await endSessionBefore(visit.context, createPayment);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Сеанс закончился' });
    await dialog.getByLabel('Пароль').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await booked('LS07').waitFor();
    assert.equal((await payments())[0]?.amount, '70.00');
  });

  test('previews a registry, explains each row in words, books it, and reverses it as a whole', async () => {
    await open('/payments/imports');
    const day = WRITTEN_DAY.replaceAll('.', '-');
    const rows = [
      `${day};12-00-09;9055;99V;1001;CLIENTNO:LS01;FIO:СОКОЛОВА А.В.;840,00;831,60;8,40`,
      `${day};12-01-09;9055;99V;1002;CLIENTNO:LS99;FIO:ПЕТРОВ П.П.;100,00;99,00;1,00`,
      `${day};12-02-09;9055;99V;1003;CLIENTNO:LS02;FIO:МОРОЗОВ И.П.;0,00;0,00;0,00`,
      `31-02-2026;12-03-09;9055;99V;1004;CLIENTNO:LS03;FIO:КУЗНЕЦОВА О.С.;10,00;10,00;0,00`,
      `${day};12-04-09;9055;99V;1005;;FIO:ОРЛОВ С.М.;55,00;55,00;0,00`,
    ];
    await choose('Лицевой счёт;Сколько\nLS01;1,00\n');
    await page.getByText('В файле не те колонки.').waitFor();
    await page.getByText('нет колонки «Сумма»').waitFor();

    await choose(`${rows.join('\n')}\n=5;1005,01;995,60;9,40;17;${day}`);
    await page.getByText('Итоги файла не сходятся с его строками.').waitFor();
    const totals = page.getByRole('region', { name: 'Итоги файла и его строк' });
    await totals.getByRole('row', { name: /По итогам самого файла 5 1\s005,01/ }).waitFor();
    await totals.getByRole('row', { name: /По его строкам 5 1\s005,00/ }).waitFor();

    await choose(`${rows.join('\n')}\n=5;1005,00;995,60;9,40;17;${day}`);
    await page.getByText(/^Контрольные итоги файла сходятся: 5\s.*, 1\s005,00\s₽\.$/).waitFor();
    assert.equal(await page.getByLabel('Вид реестра').inputValue(), 'sberbank');
    const table = page.getByRole('region', { name: 'Строки файла' });
    for (const [line, told] of [
      ['1', 'счёт найден'],
      ['2', 'у организации нет лицевого счёта LS99'],
      ['3', 'сумма не больше нуля'],
      ['4', 'дата «31.02.2026» не читается'],
      ['5', 'лицевой счёт не указан'],
    ] as const)
      await table
        .getByRole('row', { name: new RegExp(`^${line} `) })
        .getByText(told)
        .waitFor();
    assert.deepEqual(await findBarriers(page), []);
    assert.deepEqual(await waiting(), []);
    await page.getByRole('button', { name: 'отклонено: 2' }).click();
    await table.getByText('Показано: 2 строки').or(page.getByText('Показано: 2 строки')).waitFor();

    await page.getByRole('button', { name: /^Записать 1\sплатёж на 840,00\s₽$/ }).dblclick();
    await page.getByRole('heading', { name: 'Реестр registry.txt' }).waitFor();
    await page.getByText('Записан', { exact: true }).waitFor();
    assert.equal((await waiting()).length, 2);

    await page.getByRole('button', { name: 'Отменить весь файл' }).click();
    const dialog = page.getByRole('dialog', { name: 'Отменить весь файл' });
    await dialog.getByLabel('Причина').fill('Не тот день');
    await page.keyboard.press('Enter');
    await page.getByText(/^Отменён .*: Не тот день$/).waitFor();
    assert.deepEqual(await waiting(), []);

    await open('/payments/imports');
    await page.getByRole('row', { name: /^registry\.txt отменён/ }).waitFor();
    await choose(`${rows.join('\n')}\n=5;1005,00;995,60;9,40;17;${day}`);
    await page.getByRole('button', { name: /^Записать 1\sплатёж/ }).click();
    await page.getByText('Записан', { exact: true }).waitFor();
  });

  async function choose(content: string): Promise<void> {
    const file = { name: 'registry.txt', mimeType: 'text/plain', buffer: Buffer.from(content) };
    await page.locator('input[type=file]').setInputFiles(file);
  }

  test('assigns unidentified money to an account or returns it, and says when another user was first', async () => {
    await open('/payments/unidentified');
    const [first, second] = await waiting();
    assert.deepEqual([first?.payer, second?.payer], ['ПЕТРОВ П.П.', 'ОРЛОВ С.М.']);
    await page.getByRole('button', { name: 'ПЕТРОВ П.П.' }).click();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByLabel('Лицевой счёт').fill('LS08');
    await page.keyboard.press('Enter');
    // The account of an unidentified payment is not guessed: it has to be entered in full.
    await until('the account is written out', async () =>
      (await page.getByLabel('Лицевой счёт').inputValue()).startsWith('LS08 · '),
    );
    await page.getByLabel('За месяц').fill('8.2026');
    await page.keyboard.press('Enter');
    await page.getByText(/^100,00\s₽ записаны на LS08 /).waitFor();
    const [payment] = await payments();
    const eighth = await accountNumbered('LS08');
    assert.deepEqual(
      [payment?.personalAccountId, payment?.amount, payment?.namedPeriod, payment?.source],
      [eighth.id, '100.00', '2026-08', 'sberbank'],
    );

    // The next one has opened by itself; meanwhile somebody else decides on it.
    await page.getByLabel('Причина').fill('Вернули по заявлению');
    await cashier.call(closeUnidentifiedPayment, {
      params: { unidentifiedPaymentId: second?.id ?? 0 },
      body: { outcome: 'closed', reason: 'Чужой платёж' },
    });
    await page.getByRole('button', { name: 'Никому не записывать' }).click();
    await page.getByText('Это уже решено.').waitFor();
    await page.getByText('Невыясненных денег нет: ничего не ждёт решения.').waitFor();
    await page.getByLabel('Показать').selectOption('CLOSED');
    await page.getByRole('button', { name: 'ОРЛОВ С.М.' }).click();
    await page.getByText('Чужой платёж').waitFor();
  });

  test('answers a resident’s dispute, and the resident sees the answer', async () => {
    const links = createReceiptLinks(
      own.services.keys.links,
      own.services.urls.billing,
      () => new Date(),
    );
    const account = await accountNumbered('LS09');
    const period = Temporal.PlainYearMonth.from(house.months.at(-1) ?? '');
    const resident = await own.browser.newPage({ locale: 'ru-RU' });
    const { organizationId, houseId } = house;
    const place = { organizationId, houseId, personalAccountId: account.id, period };
    await resident.goto(links.linkTo({ ...place, withdrawals: 0, payer: account.payer }).url);
    const line = resident.locator('[id^=line-]').first();
    await line.getByText('Не согласен с этой строкой').click();
    await line.locator('textarea').fill('Нас не было\nвесь месяц');
    await line.getByText('Отправить возражение').click();
    await resident.getByText('Ждёт ответа бухгалтера').waitFor();

    await page.bringToFront();
    await open('/');
    await page.getByText('ждут ответа').waitFor();
    await page.getByRole('link', { name: /^LS09, / }).click();
    await page.getByRole('heading', { name: 'Обращения жильцов' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'LS09' });
    await row.getByText('Нас не было').waitFor();
    await row.getByRole('button').click();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByLabel('Ответ', { exact: true }).fill('Пересчитаем по справке');
    await page.keyboard.press('Enter');
    await page.getByText('На все обращения ответили.').waitFor();
    await page.getByRole('button', { name: 'С ответом' }).click();
    await page.getByRole('row').filter({ hasText: 'LS09' }).getByRole('button').click();
    await page.getByText('Пересчитаем по справке').waitFor();
    await open('/');
    assert.equal(await page.getByText('ждут ответа').count(), 0);
    await resident.reload();
    await resident.getByText('Пересчитаем по справке').waitFor();
    await resident.close();
  });

  test('passes axe in English and both themes, and fits its screen', async () => {
    await assertWellDrawn(page, [
      '/payments',
      '/payments?span=month',
      '/payments/imports',
      '/payments/imports/1',
      '/payments/unidentified',
      '/disputes',
    ]);
    assert.deepEqual(visit.faults, []);
  });
});
