// Our own page in a real browser: a service's refusals are shown under their fields in the page's own words, and those of no
// field below the form.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Locator, Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';

const CODE = '0c5b2444-70a0-4932-980c-b4dc0d3f02b5';

describe('refusals on the page', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let houseId: number;
  let bareHouseId: number;
  let visit: Visit;
  let page: Page;

  before(async () => {
    own = await openOwnPage();
    const { call } = clientOf(own.services, await signUp(own.services, 'owner'));
    const { id } = await call(createOrganization, { body: { name: 'УК «Тихая Заводь»' } });
    ({ houseId } = await call(seedGoldenHouse, { body: { organizationId: id, houseId: 0 } }));
    const bare = { organizationId: id, address: 'г. Зареченск, ул. Пустая, д. 1' };
    ({ id: bareHouseId } = await call(createHouse, { body: bare }));
    visit = await own.visit('/');
    ({ page } = visit);
    await enter(page, 'owner');
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
  });
  after(async () => {
    assert.deepEqual(visit.faults, []);
    await own.stop();
  });

  const open = async (address: string): Promise<unknown> =>
    page.goto(new URL(address, page.url()).href);
  const save = async (): Promise<void> => page.getByRole('button', { name: 'Сохранить' }).click();

  /** The message under a field marked as invalid. */
  async function saidOf(field: Locator): Promise<string> {
    await field.and(page.locator('[aria-invalid="true"]')).waitFor();
    const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ');
    return (await page.locator(`[id="${ids[0]}"]`).textContent()) ?? '';
  }

  test('tariff ranges that the service does not support are refused at their field', async () => {
    await open(`/houses/${houseId}/services`);
    await page.getByRole('button', { name: 'Содержание жилого помещения', exact: true }).click();
    await page.getByRole('button', { name: 'Добавить тариф' }).click();
    await page.getByLabel(/^Тариф, ₽ за/).fill('33');
    await page.getByLabel('Сверх объёма за месяц').fill('100: 35');
    await page.getByLabel('Первый день').fill('01.02.2040');
    await page.getByLabel('Основание').fill('Протокол № 5');
    await save();
    assert.equal(
      await saidOf(page.getByLabel('Сверх объёма за месяц')),
      'Для этой услуги не подходит',
    );
    assert.deepEqual(await findBarriers(page), []);
  });

  test('a mistake in a field that the choice has removed holds up nothing', async () => {
    await open(`/houses/${bareHouseId}/services`);
    // Also offered where the list would be, once it is known to be empty.
    await page.getByRole('button', { name: 'Добавить услугу' }).first().click();
    await page.getByLabel('Услуга').selectOption({ label: 'Отопление' });
    await page.getByLabel('Отопление').selectOption('even-by-meter');
    const volumes = page.getByLabel('Тепло дома за год, Гкал');
    await volumes.fill('1140');
    await save();
    assert.match(await saidOf(volumes), /^Нужны год и число через двоеточие/);
    await page.getByLabel('Отопление').selectOption('season');
    await save();
    await page.getByText('Услуга сохранена.').waitFor();
  });

  test('a refusal of a field that the form lacks is shown below the form', async () => {
    await open(`/houses/${houseId}`);
    await page.route(`**${createRoom.path.replace(':houseId', String(houseId))}`, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      return route.fulfill({
        status: 400,
        contentType: 'application/problem+json',
        headers: {
          'access-control-allow-origin': new URL(page.url()).origin,
          'access-control-allow-credentials': 'true',
        },
        json: {
          type: 'urn:problem:validation-failed',
          title: 'The request is invalid',
          status: 400,
          code: 'validation-failed',
          errors: [
            { path: '/number', message: 'is too long', code: 'too-long', params: { limit: 20 } },
            { path: '/floor', message: 'is required', code: 'required' },
          ],
        },
      });
    });
    await page.getByRole('button', { name: 'Добавить помещение' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Номер').fill('12');
    await dialog.getByLabel('Площадь, м²').fill('40');
    await save();
    assert.equal(
      await saidOf(dialog.getByLabel('Номер')),
      'Слишком длинно, знаков можно не больше: 20',
    );
    const note = (await dialog.getByRole('alert').textContent()) ?? '';
    assert.match(note, /^Проверьте отмеченные поля\./);
    assert.match(note, /Заполните это поле$/, 'without the name that the service gives the field');
    assert.doesNotMatch(note, /Слишком длинно/);
    await page.unrouteAll();
  });

  test('a refused field is scrolled to with its label, not below the bar on top', async () => {
    await page.setViewportSize({ width: 1366, height: 420 });
    await open('/organization');
    const inn = page.getByLabel('ИНН', { exact: true }).first();
    await inn.fill('12');
    // The field is on the screen, but under the bar.
    await page.evaluate(`(() => {
      const inn = document.activeElement;
      inn.blur();
      scrollBy(0, inn.getBoundingClientRect().top - 15);
      inn.form.requestSubmit();
    })()`);
    await saidOf(inn);
    const bar = await page.locator('.bar').boundingBox();
    const label = await page.getByText('ИНН', { exact: true }).first().boundingBox();
    assert.ok(bar && label && label.y >= bar.y + bar.height, 'the label is visible');
    assert.ok(label.y < 420, 'it is on the screen');
    await page.setViewportSize({ width: 1366, height: 768 });
  });

  test('an invalid house code is refused at its field, and nothing typed is lost', async () => {
    await open(`/houses/${houseId}`);
    await page.getByRole('button', { name: 'Изменить карточку' }).click();
    const code = page.getByLabel('Код ФИАС');
    await code.fill('дом 1');
    await save();
    assert.equal(await saidOf(code), 'Неверный формат');
    await code.fill(CODE);
    await save();
    await page.getByText('Карточка дома сохранена.').waitFor();
  });
});
