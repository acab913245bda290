// Parts of the page's script that do not load, in a real browser: the network is down, or another version is served by now.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { clientOf, signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import type { Page } from 'playwright-core';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';

/** The part that belongs to one page. */
const PART = /\/assets\/security-page/;
const PART_AND_SERVER = /\/assets\/security-page|:\d+\/$/;

describe('a part of the page’s script', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let accountant: Person;

  before(async () => {
    own = await openOwnPage();
    accountant = await signUp(own.services, 'accountant');
  });
  after(async () => own.stop());

  /** A user who has not opened the page that the part belongs to. */
  async function visitor(): Promise<Page> {
    const { page } = await own.visit('/');
    await enter(page, 'accountant');
    await page.getByRole('heading', { name: 'Начните с организации' }).waitFor();
    return page;
  }

  async function openSecurity(page: Page): Promise<void> {
    await page.getByText('Пётр Сидоров').click();
    await page.getByRole('link', { name: 'Вход и безопасность' }).click();
  }

  const whole = (page: Page): Promise<void> =>
    page.getByRole('heading', { name: 'Вход и безопасность' }).waitFor();

  test('that fails to load is requested again at the press of a button', async () => {
    const page = await visitor();
    let isAway = true;
    await page.route(PART_AND_SERVER, async (route) => (isAway ? route.abort() : route.continue()));
    await page.clock.install();
    await openSecurity(page);
    const again = page.getByRole('button', { name: 'Повторить' });
    await again.waitFor();
    // The page also checks by itself, which has ended once the clock is stopped: later requests come from the click.
    const ended = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
    await page.clock.pauseAt(Date.now() + 10_000);
    await ended;
    const asked = page.waitForRequest(PART);
    await again.click();
    await asked;
    isAway = false;
    await page.clock.resume();
    await whole(page);
  });

  test('that a newer version no longer has makes the page load that version', async () => {
    const page = await visitor();
    let isOtherVersion = true;
    await page.route(PART, async (route) =>
      isOtherVersion ? route.fulfill({ status: 404 }) : route.continue(),
    );
    page.on('domcontentloaded', () => {
      isOtherVersion = false;
    });
    await openSecurity(page);
    await whole(page);
  });

  test('that is only a calendar leaves the page and what is typed untouched', async () => {
    await clientOf(own.services, accountant).call(createOrganization, { body: { name: 'УК' } });
    const { page } = await own.visit('/audit');
    await enter(page, 'accountant');
    await page.route(/\/assets\/calendar-/, async (route) => route.fulfill({ status: 404 }));
    const day = page.getByLabel('С дня');
    await day.fill('01.07.');
    await day.press('Alt+ArrowDown');
    await page.getByText('Вышла новая версия этой страницы').waitFor();
    assert.equal(await day.inputValue(), '01.07.');
  });
});
