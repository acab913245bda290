// Our own page in a real browser: a house's services and tariffs, its meters and absences, while other users change the same.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DatedValue } from '@kvartplata/contracts/core/dated-values.ts';
import type { Client } from '@kvartplata/client/client.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { listHouseServices } from '@kvartplata/contracts/core/house-services.ts';
import { getHouse } from '@kvartplata/contracts/core/houses.ts';
import { listMeters, type Meter } from '@kvartplata/contracts/core/meters.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { listAccountsOfHouse } from '@kvartplata/contracts/core/personal-accounts.ts';
import { listReadings } from '@kvartplata/contracts/core/readings.ts';
import { createTariff, listTariffs, replaceTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { findBarriers } from './testing/axe.ts';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';

const BASIS = 'Приказ от 01.12.2030 № 1-т';

describe('the registry on the page', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  /** Called as the owner, besides the page. */
  let call: Client['call'];
  let houseId: number;
  let visit: Visit;
  let page: Page;

  before(async () => {
    own = await openOwnPage();
    ({ call } = clientOf(own.services, await signUp(own.services, 'owner')));
    const { id } = await call(createOrganization, { body: { name: 'УК «Тихая Заводь»' } });
    ({ houseId } = await call(seedGoldenHouse, { body: { organizationId: id, houseId: 0 } }));
    visit = await own.visit(`/houses/${houseId}/services`);
    ({ page } = visit);
    await enter(page, 'owner');
    await page.getByRole('heading', { name: 'Услуги и тарифы' }).waitFor();
  });
  after(async () => {
    assert.deepEqual(visit.faults, []);
    await own.stop();
  });

  /** The tariffs of the service with this name on the page, the newest last. */
  async function tariffsOf(name: string): Promise<readonly DatedValue[]> {
    const services = await call(listHouseServices, { params: { houseId } });
    const { id = 0 } = services.items.find((each) => each.name === name) ?? {};
    return (await call(listTariffs, { params: { houseServiceId: id } })).items;
  }

  async function choose(name: string): Promise<void> {
    await page.goto(new URL(`/houses/${houseId}/services`, page.url()).href);
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('heading', { name, exact: true }).waitFor();
  }

  async function fillTariff(value: string, validFrom: string): Promise<void> {
    await page.getByLabel(/^Тариф, ₽ за/).fill(value);
    await page.getByLabel('Первый день').fill(validFrom);
    await page.getByLabel('Основание').fill(BASIS);
  }

  /** The text alternative of the picture. */
  async function pictureOf(name: string): Promise<string> {
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name, exact: true }) });
    return (await row.getByRole('img').first().getAttribute('aria-label')) ?? '';
  }

  const save = async (): Promise<void> => page.getByRole('button', { name: 'Сохранить' }).click();

  test('a new tariff ends the previous one, and both are shown over time', async () => {
    await choose('Водоотведение');
    await page.getByRole('button', { name: 'Добавить тариф' }).click();
    await fillTariff('41,7', '01.02.2027');
    await save();
    await page.getByText(/^Тариф сохранён\./).waitFor();
    assert.match(
      await pictureOf('Водоотведение'),
      /тариф 38,52: 01\.\d\d\.\d{4} – 31\.01\.2027; тариф 41,7: с 01\.02\.2027/,
    );
    await page.getByRole('row', { name: `41,7 с 01.02.2027 ${BASIS}` }).waitFor();
    const stored = (await tariffsOf('Водоотведение')).map(({ value, validTo }) => [value, validTo]);
    assert.deepEqual(stored, [
      ['38.5200', '2027-01-31'],
      ['41.7000', null],
    ]);
  });

  test('the history of a tariff shows each change, and its state on a day', async () => {
    await choose('Водоотведение');
    await page.getByRole('button', { name: '38,52', exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'История' }).click();
    await page.getByRole('heading', { name: 'История записи' }).waitFor();
    const change = page.getByRole('row', { name: /последний день: пусто → 31\.01\.2027/ });
    await change.getByRole('button', { name: /^Тариф: изменение/ }).click();
    const last = page
      .getByRole('table')
      .last()
      .getByRole('row', { name: /^последний день/ });
    assert.deepEqual(await last.getByRole('cell').allTextContents(), ['пусто', '31.01.2027']);
    await page.getByText('38,52', { exact: true }).waitFor();
    await page.getByLabel('На конец дня').fill('01.01.2020');
    await page.getByText('До этого дня запись не меняли.').waitFor();
  });

  test('the audit log is filtered by object, by user and by time', async () => {
    await page.goto(new URL('/organization', page.url()).href);
    await page.getByRole('link', { name: 'Журнал изменений' }).click();
    await page.getByRole('button', { name: /^Тариф: создание/ }).waitFor();
    await page.getByLabel('Что', { exact: true }).selectOption('Организация');
    await page.getByRole('button', { name: /^Организация: создание/ }).waitFor();
    assert.equal(await page.getByRole('button', { name: /^Тариф/ }).count(), 0);
    await page.getByLabel('Кто', { exact: true }).selectOption('Сидоров Пётр');
    await page.getByRole('button', { name: /^Организация: создание/ }).waitFor();
    const today = new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow' }).format();
    await page.getByLabel('С дня').fill(today);
    await page.getByLabel('По день').fill(today);
    await page.getByRole('button', { name: /^Организация: создание/ }).waitFor();
    await page.getByLabel('Что', { exact: true }).selectOption('Все входы и пользователи');
    await page
      .getByRole('button', { name: /^Вход: начало/ })
      .first()
      .waitFor();
    await page.getByLabel('По день').fill('01.01.2020');
    await page.getByText('По этим условиям изменений нет.').waitFor();
  });

  test('days that already have a tariff are named before anything is stored', async () => {
    await choose('Содержание жилого помещения');
    const standing = await tariffsOf('Содержание жилого помещения');
    await page.getByRole('button', { name: 'Добавить тариф' }).click();
    await fillTariff('40', '01.01.2020');
    await save();
    await page.getByText(/^В эти дни уже действует [\d,]+: с /).waitFor();
    await page.getByLabel('Последний день').fill('01.01.2019');
    await save();
    await page.getByText('Раньше первого дня').waitFor();
    assert.deepEqual(await tariffsOf('Содержание жилого помещения'), standing);
  });

  test('a tariff that somebody else has added meanwhile is reported as a conflict', async () => {
    await choose('Отопление');
    await page.getByRole('button', { name: 'Добавить тариф' }).click();
    await fillTariff('2500', '01.03.2027');
    const [standing] = await tariffsOf('Отопление');
    const rival = { value: '2450', validFrom: '2027-02-01', validTo: '2027-04-30', basis: BASIS };
    assert.ok(standing);
    const { id: tariffId, houseServiceId } = standing;
    const body = { ...bodyOf(standing), validTo: '2027-01-31' };
    await call(replaceTariff, { params: { tariffId }, body });
    await call(createTariff, { params: { houseServiceId }, body: rival });
    await save();
    await page.getByText('Периоды пересекаются.').waitFor();
    assert.equal(
      await page.getByLabel(/^Тариф, ₽ за/).inputValue(),
      '2500',
      'what was typed stays',
    );
    assert.equal((await tariffsOf('Отопление')).length, 2);
  });

  test('a tariff that somebody else has changed meanwhile is shown next to one’s own', async () => {
    await choose('Электроснабжение');
    await page.getByRole('button', { name: '5,47', exact: true }).click();
    await page.getByLabel(/^Тариф, ₽ за/).fill('5,9');
    const [standing] = await tariffsOf('Электроснабжение');
    assert.ok(standing);
    const body = { ...bodyOf(standing), value: '5.6' };
    await call(replaceTariff, { params: { tariffId: standing.id }, body });
    await save();
    await page.getByText('Пока вы правили, запись изменил кто-то другой.').waitFor();
    await page.getByRole('button', { name: 'Показать новую версию рядом с моей' }).click();
    await page.getByText('Другой пользователь записал: 5,6').waitFor();
    assert.equal((await tariffsOf('Электроснабжение'))[0]?.value, '5.6000');
    await save();
    await page.getByText(/^Тариф сохранён\./).waitFor();
    assert.equal((await tariffsOf('Электроснабжение'))[0]?.value, '5.9000');
  });

  test('a service is added with its settings, shows what it lacks, and is deleted', async () => {
    await page.goto(new URL(`/houses/${houseId}/services`, page.url()).href);
    await page.getByRole('button', { name: 'Добавить услугу' }).click();
    await page.getByRole('combobox', { name: 'Услуга' }).selectOption('Газоснабжение');
    await page.getByLabel('Как начислять').selectOption('по нормативу');
    const { firstMonth } = await call(getHouse, { params: { houseId } });
    const [year, month] = firstMonth?.split('-') ?? [];
    assert.equal(await page.getByLabel('Первый день').inputValue(), `01.${month}.${year}`);
    await page.getByLabel('Первый день').fill('01.01.2026');
    await save();
    await page.getByRole('heading', { name: 'Газоснабжение' }).waitFor();
    await page.getByText('Тарифов пока нет: начислить нечем.').waitFor();
    assert.match(await pictureOf('Газоснабжение'), /^Нет тарифа: 01\.01\.2026 – 31\.12\./);
    await page.getByRole('button', { name: 'Настройки услуги' }).click();
    await page.getByRole('button', { name: 'Удалить', exact: true }).click();
    await page.getByRole('button', { name: 'Да, удалить' }).click();
    await page.getByText('Услуга удалена.').waitFor();
    await page.getByRole('button', { name: 'Газоснабжение' }).waitFor({ state: 'detached' });
  });

  async function metersOf(accountNumber: string): Promise<readonly Meter[]> {
    const accounts = await call(listAccountsOfHouse, {
      params: { houseId },
      query: { limit: 200 },
    });
    const number = Number(accountNumber.slice(2));
    const account = accounts.items[number - 1];
    return (await call(listMeters, { query: { personalAccountId: account?.id } })).items;
  }

  async function openMeter(accountNumber: string): Promise<Meter> {
    const [meter] = await metersOf(accountNumber);
    assert.ok(meter !== undefined);
    await page.goto(new URL(`/houses/${houseId}/meters`, page.url()).href);
    await page.getByLabel('Номер, счёт, услуга').fill(`${accountNumber} холодное`);
    await page.getByRole('link', { name: meter.serialNumber }).click();
    await page.getByRole('heading', { name: `Прибор ${meter.serialNumber}` }).waitFor();
    return meter;
  }

  test('a meter is replaced: its final reading is stored, and each links to the other', async () => {
    const { id, serialNumber } = await openMeter('LS02');
    const readings = async () => (await call(listReadings, { params: { meterId: id } })).items;
    const [last] = await readings();
    await page.getByRole('button', { name: 'Заменить прибор' }).click();
    await page.getByLabel('Последнее показание').fill('0,5');
    await page.getByLabel('Заводской номер').fill('Н-77');
    await page.getByLabel('Поверен до').fill('01.01.2035');
    await page.getByRole('button', { name: 'Заменить', exact: true }).click();
    await page.getByText(/^Меньше прошлого показания/).waitFor();
    const final = (Number(last?.value) + 4.25).toFixed(3);
    await page.getByLabel('Последнее показание').fill(final.replace('.', ','));
    await page.getByRole('button', { name: 'Заменить', exact: true }).click();
    await page.getByRole('heading', { name: 'Прибор Н-77' }).waitFor();
    assert.equal((await readings())[0]?.value, final);
    const [old, next] = await metersOf('LS02');
    assert.deepEqual([old?.replacedByMeterId, next?.serialNumber], [next?.id, 'Н-77']);
    await page.getByRole('link', { name: 'прежний прибор' }).click();
    await page.getByRole('heading', { name: `Прибор ${serialNumber}` }).waitFor();
    await page.getByText('Снят', { exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Заменить прибор' }).count(), 0);
  });

  test('a counter that has rolled over is replaced with a final reading below the last', async () => {
    const { id } = await openMeter('LS04');
    await page.getByRole('button', { name: 'Заменить прибор' }).click();
    await page.getByLabel('Последнее показание').fill('1');
    await page.getByLabel('Счётчик перешёл через ноль').check();
    await page.getByLabel('Заводской номер').fill('Н-78');
    await page.getByRole('button', { name: 'Заменить', exact: true }).click();
    await page.getByRole('heading', { name: 'Прибор Н-78' }).waitFor();
    const [final] = (await call(listReadings, { params: { meterId: id } })).items;
    assert.deepEqual([final?.value, final?.rollover], ['1.000', true]);
  });

  test('a verification that ends soon, and a failure, are marked until they are resolved', async () => {
    const { serialNumber } = await openMeter('LS05');
    await page.getByRole('button', { name: 'Записать поверку' }).click();
    const until = Temporal.Now.plainDateISO('Europe/Moscow').add({ days: 30 });
    const typed = `${String(until.day).padStart(2, '0')}.${String(until.month).padStart(2, '0')}.${until.year}`;
    await page.getByLabel('Годен до').fill(typed);
    await page.getByLabel('Свидетельство').fill('С-ВЯ/1');
    await save();
    await page.getByText('поверка истекает').waitFor();
    await page.getByRole('row', { name: /С-ВЯ\/1/ }).waitFor();

    await page.getByRole('button', { name: 'Записать акт' }).click();
    await page.getByLabel('Документ').fill('Акт № 5');
    await save();
    await page.getByText(/^неисправен с /).waitFor();
    await page.getByRole('link', { name: 'Приборы' }).click();
    await page.getByLabel('Какие приборы').selectOption('Поверка и неисправности');
    await page.getByRole('row', { name: new RegExp(`${serialNumber}.*неисправен с`) }).waitFor();
    assert.equal(await page.getByRole('row').count(), 2, 'the head and the one meter');

    await page.getByRole('link', { name: serialNumber }).click();
    const act = page.getByRole('row', { name: /Акт № 5/ }).getByRole('button');
    await act.click();
    await page.getByRole('button', { name: 'Удалить', exact: true }).click();
    await page.getByRole('button', { name: 'Да, удалить' }).click();
    await page.getByText('Акт удалён.').waitFor();
    await page.getByText('поверка истекает').waitFor();
  });

  test('registered persons have their days, and a wrong entry is deleted', async () => {
    await page.goto(new URL('/accounts', page.url()).href);
    await page.getByRole('link', { name: 'LS06' }).click();
    const sheet = page.getByRole('region', { name: 'Зарегистрированные' });
    const opened = (await sheet.getByRole('rowheader').last().textContent()) ?? '';
    await page.getByRole('button', { name: 'Записать изменение' }).click();
    const dialog = page.getByRole('dialog', { name: 'Записать изменение' });
    await dialog.getByLabel('С какого дня').fill('01.01.1990');
    await dialog.getByLabel('Человек').fill('7');
    await save();
    await dialog.getByText(/^Дата раньше допустимой: не раньше \d\d\.\d\d\.\d{4}$/).waitFor();
    await dialog.getByLabel('С какого дня').fill('15.02.2026');
    assert.deepEqual(await findBarriers(page), []);
    await save();
    await page.getByText(/^Число зарегистрированных записано\./).waitFor();
    await sheet.getByRole('row', { name: '15.02.2026 сейчас 7' }).waitFor();
    const facts = page.locator('.fact-strip div').filter({ hasText: 'Зарегистрировано' });
    await facts.getByText('7', { exact: true }).waitFor();

    await sheet.getByRole('button', { name: '15.02.2026' }).click();
    await page.getByLabel('Человек').fill('3');
    await save();
    await sheet.getByRole('row', { name: '15.02.2026 сейчас 3' }).waitFor();
    await sheet.getByRole('button', { name: '15.02.2026' }).click();
    await page.getByRole('button', { name: 'Удалить', exact: true }).click();
    await page.getByRole('button', { name: 'Да, удалить' }).click();
    await page.getByText('Запись удалена.').waitFor();
    await sheet.getByRole('row', { name: opened }).waitFor();
    assert.equal(await sheet.getByRole('rowheader').count(), 1);
    await sheet.getByRole('button').last().click();
    await page.getByRole('button', { name: 'Удалить', exact: true }).click();
    await page.getByRole('button', { name: 'Да, удалить' }).click();
    await page.getByText('На день открытия счёта должно быть какое-то число жильцов').waitFor();
    await page.keyboard.press('Escape');
  });

  test('an absence is recorded, and says whether it changes the charges', async () => {
    await page.goto(new URL('/accounts', page.url()).href);
    await page.getByRole('link', { name: 'LS03' }).click();
    const put = async (from: string, to: string, persons: string): Promise<void> => {
      await page.getByRole('button', { name: 'Записать отсутствие' }).click();
      await page.getByLabel('Первый полный день').fill(from);
      await page.getByLabel('Последний полный день').fill(to);
      await page.getByLabel('Человек').fill(persons);
      await page.getByLabel('Документ').fill('Билеты');
      await save();
    };
    await put('01.02.2026', '10.02.2026', '1');
    await page.getByText('10 полных дней').waitFor();
    await put('01.03.2026', '03.03.2026', '1');
    await page.getByText('не больше 5 дней: без перерасчёта').waitFor();
    await put('01.04.2026', '20.04.2026', '50');
    await page.getByText('Отсутствующих больше, чем зарегистрировано.').waitFor();
  });

  test('differences from the house are recorded, and described in words', async () => {
    await page.goto(new URL('/accounts', page.url()).href);
    await page.getByRole('link', { name: 'LS03' }).click();
    await page.getByRole('button', { name: 'Записать отличие' }).click();
    await save();
    await page.getByText(/^Укажите, чем счёт отличается/).waitFor();
    await page.getByLabel('Начисление').selectOption('direct-contract');
    await page.getByLabel('Группа тарифа').fill('плита');
    await page.getByLabel('Объём по договору').fill('12,5');
    await page.getByLabel('Первый день').fill('01.02.2026');
    await page.getByLabel('Документ').fill('Договор № 17');
    assert.deepEqual(await findBarriers(page), []);
    await save();
    const told = 'прямой договор с поставщиком; тариф «плита»; по договору 12,5';
    await page.getByText(told).waitFor();
    await page.goto(new URL('/audit?object=account-service', page.url()).href);
    await page.getByRole('cell', { name: /^Холодное водоснабжение, LS03 / }).waitFor();
  });

  test('an act for a riser is recorded, and shows what it deducts', async () => {
    const today = Temporal.Now.plainDateISO('Europe/Moscow');
    const [year, month] = today.subtract({ months: 1 }).toString().split('-');
    await page.goto(new URL(`/houses/${houseId}/services`, page.url()).href);
    await page.getByRole('button', { name: 'Записать акт' }).click();
    const act = page.getByRole('dialog');
    await act.getByLabel('Услуга').selectOption('Горячее водоснабжение');
    await act.getByLabel('Что случилось').selectOption('температура');
    await act.getByText(/^За каждый час и каждые 3\s°C/).waitFor();
    for (const [field, typed] of [
      ['Начало, день', `05.${month}.${year}`],
      ['Начало, время', '8:00'],
      ['Конец, день', `05.${month}.${year}`],
      ['Конец, время', '18:30'],
      ['Измерено', '52,5'],
      ['Помещения', '1-9/4, 99'],
      ['Документ', 'Акт № 12'],
    ] as const)
      await act.getByLabel(field).fill(typed);
    assert.deepEqual(await findBarriers(page), []);
    await save();
    await act.getByText('Таких помещений нет: 99').waitFor();
    await act.getByLabel('Помещения').fill('1-9/4');
    await save();
    await page.getByText('Акт записан.').waitFor();
    const row = page.getByRole('row', { name: /температура, измерено 52,5/ });
    await row.getByText(`05.${month}.${year} 08:00 – 05.${month}.${year} 18:30`).waitFor();
    await row.getByText('1, 5, 9', { exact: true }).waitFor();
  });
});

/** The fields of a tariff in a request body. */
function bodyOf({ value, component, validFrom, validTo, basis }: DatedValue) {
  return { value, component, validFrom, validTo, basis };
}
