// Common actions on our page, by its visible texts.
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { PASSWORD } from '@kvartplata/platform/testing/people.ts';

const MOST_PRESSES = 100;

export async function register(page: Page, username: string): Promise<void> {
  await fillRegistration(page, username);
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
  await page.getByRole('heading', { name: 'Начните с организации' }).waitFor();
}

export async function fillRegistration(page: Page, username: string): Promise<void> {
  await page.getByLabel('Имя', { exact: true }).fill('Анна');
  await page.getByLabel('Фамилия').fill('Иванова');
  await page.getByLabel('Имя пользователя').fill(username);
  await page.getByLabel('Электронная почта').fill(`${username}@example.org`);
  await page.getByLabel('Пароль').fill(PASSWORD);
}

export async function createOrganization(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Создать организацию' }).click();
  await page.getByLabel('Полное название').fill(name);
  await page.getByRole('button', { name: 'Создать' }).click();
  await page.getByText('С чего начать').waitFor();
}

/** From the first steps of a new organization. */
export async function addHouse(page: Page, address: string): Promise<void> {
  await page.getByRole('link', { name: 'Добавить дом' }).click();
  await page.getByLabel('Адрес', { exact: true }).fill(address);
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByRole('heading', { name: address }).waitFor();
}

export async function enter(page: Page, username: string): Promise<void> {
  await page.getByLabel('Имя пользователя или почта').fill(username);
  await page.getByLabel('Пароль').fill(PASSWORD);
  await page.getByRole('button', { name: 'Войти' }).click();
}

/** As users without a mouse get to it. @param name of the button or field */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    await page.keyboard.press('Tab');
    const reached = await page.evaluate<string>(
      "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
    );
    if (reached.replaceAll(/\s+/g, ' ') === name) return;
  }
  throw new Error(`${MOST_PRESSES} times Tab do not lead to ${name}`);
}

/**
 * Ends the session just as the next request of this operation is sent: otherwise one of the page's own requests could find out
 * first.
 */
export async function endSessionBefore(
  context: BrowserContext,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
): Promise<void> {
  let isEnded = false;
  await context.route(`**${path}`, async (route) => {
    if (route.request().method() === method && !isEnded) {
      isEnded = true;
      await context.clearCookies();
    }
    await route.continue();
  });
}

export async function leave(page: Page): Promise<void> {
  await page.getByText('Анна Иванова').click();
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await page.getByRole('heading', { name: 'Вход', exact: true }).waitFor();
}
