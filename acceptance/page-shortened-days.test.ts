// An account that is closed before months that are charged: the page names them, and only a word more changes it. What the
// months were charged is then taken back by a correction.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Charge } from '@kvartplata/contracts/billing/charges.ts';
import type { CorrectionOutcome } from '@kvartplata/contracts/billing/corrections.ts';
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { get } from './testing/people.ts';

describe('days that take charged months away', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let owner: Person;
  let house: BilledHouse;

  before(async () => {
    own = await openOwnPage();
    owner = await signUp(own.services, 'owner');
    house = await makeBilledHouse(own.services, owner);
  });
  after(async () => own.stop());

  const core = async <T>(path: string): Promise<T> =>
    get<T>(owner, 'GET', own.services.urls.core + path);
  const billing = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
    get<T>(owner, method, own.services.urls.billing + path, body);

  test('are confirmed on the page, and the charges are corrected', async () => {
    const charged = Temporal.PlainYearMonth.from(house.months.at(-1) ?? '');
    const dayBefore = charged.toPlainDate({ day: 1 }).subtract({ days: 1 });
    const accounts = `/api/personal-accounts?houseId=${house.houseId}&limit=1`;
    const [account] = (await core<PageOf<PersonalAccount>>(accounts)).items;
    assert.ok(account);
    const visit = await own.visit(`/accounts/${account.id}`);
    const { page } = visit;
    await enter(page, 'owner');
    await page.getByRole('button', { name: 'Изменить карточку' }).click();
    await page.getByRole('textbox', { name: 'Закрыт' }).fill(dayBefore.toLocaleString('ru'));
    await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
    const refusal = page.getByRole('alert');
    await refusal.getByText('Месяцы, которые уже начислены').waitFor();
    const month = charged.toPlainDate({ day: 1 }).toLocaleString('ru', { month: 'long' });
    assert.match((await refusal.textContent()) ?? '', new RegExp(`${month} ${charged.year}`));
    const path = `/api/personal-accounts/${account.id}`;
    assert.equal((await core<PersonalAccount>(path)).closedOn, null);
    await refusal.getByRole('button', { name: 'Всё равно сохранить' }).click();
    await page.getByText('Карточка счёта сохранена.').waitFor();
    assert.equal((await core<PersonalAccount>(path)).closedOn, String(dayBefore));
    assert.deepEqual(visit.faults, []);

    const of = `houseId=${house.houseId}&personalAccountId=${account.id}&limit=200`;
    const { items } = await billing<PageOf<Charge>>('GET', `/api/billing/charges?${of}`);
    const body = {
      houseId: house.houseId,
      periodFrom: String(charged),
      periodTo: String(charged),
      reason: 'Выезд, о котором сообщили поздно',
      dryRun: true,
    };
    const { lines } = await billing<CorrectionOutcome>('POST', '/api/billing/corrections', body);
    const kopecks = (text: string): number => Math.round(Number(text) * 100);
    const sum = (amounts: readonly string[]): number =>
      amounts.reduce((total, amount) => total + kopecks(amount), 0);
    const taken = lines.filter(({ personalAccountId }) => personalAccountId === account.id);
    assert.ok(items.length > 0);
    assert.equal(sum(taken.map(({ amount }) => amount)), -sum(items.map(({ amount }) => amount)));
  });
});
