// The lists of the page that an accountant opens all day: where each click comes from, what is clicked, and what has to be
// visible before the list counts as drawn.
import type { Locator, Page } from 'playwright-core';
import type { Lived } from './lived-company.ts';

export type List = {
  readonly name: string;
  readonly from: (lived: Lived) => string;
  readonly click: (page: Page, lived: Lived) => Promise<unknown>;
  readonly drawn: (page: Page, lived: Lived) => Promise<unknown>;
};

const MONEY = /\d,\d\d/;

export const LISTS: readonly List[] = [
  {
    name: 'houses',
    from: () => '/security',
    click: async (page) => section(page, 'Дома').click(),
    drawn: async (page) => total(page, 'Дома').filter({ hasText: MONEY }).waitFor(),
  },
  {
    name: 'accounts',
    from: () => '/security',
    click: async (page) => section(page, 'Счета').click(),
    drawn: async (page, { accounts }) =>
      total(page, 'Лицевые счета')
        .filter({ hasText: new RegExp(`${accounts}\\s`) })
        .waitFor(),
  },
  {
    name: 'accounts, largest debts',
    from: () => '/accounts',
    click: async (page) =>
      table(page, 'Лицевые счета').getByRole('button', { name: 'Долг, ₽' }).click(),
    drawn: async (page) => {
      await page.waitForURL(/sort=-balance/);
      await table(page, 'Лицевые счета').locator('[aria-sort=descending]').waitFor();
    },
  },
  {
    name: 'accounts, found',
    from: () => '/accounts',
    click: async (page) => page.getByLabel('Номер, плательщик, помещение или адрес').fill('LS123'),
    drawn: async (page) =>
      table(page, 'Лицевые счета').getByRole('link', { name: 'LS123', exact: true }).waitFor(),
  },
  {
    name: 'rooms and accounts of a house',
    from: () => '/houses',
    click: async (page) => table(page, 'Дома').getByRole('link').first().click(),
    drawn: async (page, { accountsPerHouse }) => {
      await total(page, 'Помещения')
        .filter({ hasText: new RegExp(`${accountsPerHouse}\\s`) })
        .waitFor();
      await total(page, 'Лицевые счета').waitFor();
    },
  },
  {
    name: 'meters of a house',
    from: () => '/houses/1',
    click: async (page) => page.getByRole('link', { name: 'Приборы', exact: true }).click(),
    drawn: async (page) => row(page, 'Приборы учёта').waitFor(),
  },
  {
    name: 'account with its charges',
    from: () => '/accounts',
    click: async (page) => table(page, 'Лицевые счета').getByRole('link').first().click(),
    drawn: async (page) =>
      page
        .getByRole('region', { name: /^Начисления/ })
        .getByRole('row')
        .nth(1)
        .waitFor(),
  },
  {
    name: 'payments of a day',
    from: () => '/security',
    click: async (page) => section(page, 'Платежи').click(),
    drawn: async (page) => {
      await row(page, 'Платежи').waitFor();
      // Their accounts come with a separate request.
      await table(page, 'Платежи')
        .locator('tbody tr:first-child')
        .getByRole('link', { name: /^LS/ })
        .waitFor();
    },
  },
  {
    name: 'turnover of a house',
    from: () => '/reports/debtors',
    click: async (page) => page.getByRole('link', { name: 'Оборотно-сальдовая' }).click(),
    drawn: async (page) => total(page, 'Оборотно-сальдовая ведомость').waitFor(),
  },
  {
    name: 'turnover of all houses',
    from: () => '/reports/turnover',
    click: async (page) => page.getByRole('combobox', { name: 'Дом' }).selectOption('all'),
    drawn: async (page, { accounts }) =>
      page.getByText(new RegExp(`Показано: \\d+ из ${accounts}`)).waitFor(),
  },
  {
    name: 'debtors',
    from: () => '/reports/turnover',
    click: async (page) => page.getByRole('link', { name: 'Должники' }).click(),
    drawn: async (page) => total(page, 'Должники').waitFor(),
  },
  {
    name: 'collection',
    from: () => '/reports/debtors',
    click: async (page) => page.getByRole('link', { name: 'Собираемость' }).click(),
    drawn: async (page) => page.getByRole('row').nth(1).waitFor(),
  },
  {
    name: 'month with its checks',
    from: () => '/security',
    click: async (page) => section(page, 'Месяц').click(),
    drawn: async (page) => {
      await page.getByText(/^Начислено .*счетам/).waitFor();
      await page.locator('.checks > li').first().waitFor();
    },
  },
  {
    name: 'remarks of a month',
    from: ({ month }) => `/month/${month}`,
    click: async (page, { month }) =>
      page.locator(`a[href^="/month/${month}/remarks"]`).first().click(),
    drawn: async (page) => row(page, 'Замечания').waitFor(),
  },
  {
    name: 'services of the houses',
    from: () => '/houses',
    click: async (page) => page.getByRole('link', { name: 'Услуги домов' }).click(),
    drawn: async (page) => row(page, 'Услуги домов').waitFor(),
  },
  {
    name: 'catalogue of services',
    from: () => '/houses/1/services',
    click: async (page) => page.getByRole('link', { name: 'Справочник услуг' }).click(),
    drawn: async (page) => row(page, 'Справочник услуг').waitFor(),
  },
];

function section(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name, exact: true });
}

function table(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

function row(page: Page, name: string): Locator {
  return table(page, name).locator('tbody tr').first();
}

function total(page: Page, name: string): Locator {
  return table(page, name).locator('tfoot');
}
