// Payers who do not live in the room: letters go to where they live, and a court is told it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  createCourtCase,
  getCourtCaseDocuments,
} from '@kvartplata/contracts/billing/court-cases.ts';
import { fetchDebtLetters, getClaimLetter } from '@kvartplata/contracts/billing/debt-letters.ts';
import {
  createRestrictionNotice,
  getRestrictionLetter,
  listRestrictionNotices,
} from '@kvartplata/contracts/billing/restriction-notices.ts';
import {
  getPersonalAccount,
  replacePersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import type { Answered, Sent } from '@kvartplata/platform/testing/answered.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { startBillingStand, type BillingStand } from '../testing/billing-stand.ts';
import { changeBankDetails, CONTRACTOR } from '../testing/contractor.ts';
import { makeLetters } from '../testing/made-letters.ts';
import { makeOwingServices, type OwingServices } from '../testing/owing-services.ts';
import { textOfPages } from '../testing/pdf-pages.ts';
import { ask, inCore } from '../testing/test-user.ts';
import { unzip } from '../testing/workbook.ts';

const ELSEWHERE = 'г. Тула, ул. Металлистов, д. 3, кв. 8';
/** Places of the accounts. */
const [IN_ROOM, LET_OUT, SOLD, MOVED] = [0, 1, 2, 3] as const;

let today = moscowDayOf(new Date());
let stand: BillingStand;
let house: OwingServices;

const on = (day: string): void => void (today = Temporal.PlainDate.from(day));
const account = (index: number): number => house.accounts[index] ?? 0;
const call = async <E extends Endpoint>(endpoint: E, sent?: Sent): Promise<Answered<E>> =>
  ask(stand.app, house.user, endpoint, sent);
const wordsOf = (pdf: Buffer): readonly string[] =>
  textOfPages(pdf).map((page) => page.replaceAll(/\s+/g, ' '));

before(async () => {
  stand = await startBillingStand({ today: () => today });
  house = await makeOwingServices(stand, await stand.newUser(), 4, {
    [LET_OUT]: { payerAddress: ELSEWHERE },
    [SOLD]: { payerAddress: ELSEWHERE, closedOn: '2026-05-31' },
    [MOVED]: { payerAddress: ELSEWHERE },
  });
  await changeBankDetails(stand, house, CONTRACTOR);
  on('2026-04-20');
  for (const id of house.accounts) await house.owe(id, 'electricity', '90000.00');
  on('2026-06-10');
});
after(async () => stand.stop());

async function lettersOf(kind: 'claim' | 'restriction') {
  const body = { organizationId: house.organizationId, kind };
  const { id } = await makeLetters(call, body);
  const params = { debtLettersId: id };
  return { params, pages: wordsOf((await call(fetchDebtLetters, { params })).bytes) };
}

async function move(index: number, payerAddress: string | null): Promise<void> {
  const core = inCore({ coreUrl: stand.coreUrl }, house.user);
  const params = { personalAccountId: account(index) };
  const { roomId, accountNumber, payer, openedOn, closedOn } = await core.call(getPersonalAccount, {
    params,
  });
  const body = { roomId, accountNumber, payer, openedOn, closedOn, payerAddress };
  await core.call(replacePersonalAccount, { params, body });
}

describe('with the payer’s address', { skip: missing('pdftoppm') }, () => {
  test('claim letters go there, to former owners too, and name the room of the debt', async () => {
    const { params, pages } = await lettersOf('claim');
    const [inRoom = '', letOut = '', sold = ''] = pages;
    assert.match(inRoom, /Орлова А\. П\. ул\. Мира, 1, кв\. 101 лицевой счёт № ЛС-101 От:/);
    assert.match(inRoom, /по лицевому счёту № ЛС-101 не оплачено/);
    assert.match(letOut, new RegExp(`Орлова А\\. П\\. ${ELSEWHERE} лицевой счёт № ЛС-102 От:`));
    assert.match(
      letOut,
      /по лицевому счёту № ЛС-102 \(помещение по адресу: ул\. Мира, 1, кв\. 102\) не оплачено/,
    );
    assert.match(sold, new RegExp(`${ELSEWHERE} лицевой счёт № ЛС-103, закрыт 31\\.05\\.2026 От:`));
    const asked = { params: { ...params, personalAccountId: account(LET_OUT) } };
    const first = wordsOf((await call(getClaimLetter, asked)).bytes);
    assert.deepEqual(first, [letOut]);
    await move(LET_OUT, 'г. Калуга, ул. Труда, д. 1');
    assert.deepEqual(wordsOf((await call(getClaimLetter, asked)).bytes), first, 'as it was');
    await move(LET_OUT, ELSEWHERE);
  });

  test('a restriction notice goes there, and is drawn again from the notice alone', async () => {
    const houseServiceId = house.serviceOf('electricity');
    const body = { personalAccountId: account(LET_OUT), houseServiceId };
    const made = (await call(createRestrictionNotice, { body })).body;
    assert.deepEqual([made.payerAddress, made.address], [ELSEWHERE, 'ул. Мира, 1, кв. 102']);
    const params = { restrictionNoticeId: made.id };
    const draw = async () => wordsOf((await call(getRestrictionLetter, { params })).bytes);
    const [letter = ''] = await draw();
    assert.match(letter, new RegExp(`Орлова А\\. П\\. ${ELSEWHERE} лицевой счёт № ЛС-102 От:`));
    assert.match(
      letter,
      /«Электроснабжение» \(помещение по адресу: ул\. Мира, 1, кв\. 102\) составляет 90 000,00 ₽/,
    );
    await move(LET_OUT, null);
    assert.deepEqual(await draw(), [letter]);
    await move(LET_OUT, ELSEWHERE);
  });

  test('notices to all debtors go there too, and otherwise to the room', async () => {
    const { pages } = await lettersOf('restriction');
    const [inRoom = '', moved = ''] = pages;
    assert.equal(pages.length, 2);
    assert.match(inRoom, /Орлова А\. П\. ул\. Мира, 1, кв\. 101 лицевой счёт № ЛС-101 От:/);
    assert.match(inRoom, /«Электроснабжение» составляет/);
    assert.match(moved, new RegExp(`Орлова А\\. П\\. ${ELSEWHERE} лицевой счёт № ЛС-104 От:`));
    assert.match(moved, /\(помещение по адресу: ул\. Мира, 1, кв\. 104\) составляет/);
    const query = { personalAccountId: account(MOVED) };
    const { items } = (await call(listRestrictionNotices, { query })).body;
    assert.deepEqual(
      items.map(({ payerAddress }) => payerAddress),
      [ELSEWHERE],
    );
  });

  for (const [whose, index, lines] of [
    ['an open account', LET_OUT, 'адрес помещения: ул. Мира, 1, кв. 102'],
    ['a closed account', SOLD, 'адрес помещения: ул. Мира, 1, кв. 103'],
  ] as const)
    test(`an application about ${whose} has it as the place where the debtor lives`, async () => {
      const text = await applicationOf(index);
      assert.ok(
        text.includes(`Должник: Орлова А. П. ${lines} место жительства: ${ELSEWHERE} дата`),
        text,
      );
    });

  test('without it the application of an open account has the room’s address alone', async () => {
    const text = await applicationOf(IN_ROOM);
    assert.match(text, /Должник: Орлова А\. П\. ул\. Мира, 1, кв\. 101 дата и место рождения/);
    assert.doesNotMatch(text, /место жительства/);
  });

  async function applicationOf(index: number): Promise<string> {
    const opened = await call(createCourtCase, { body: { personalAccountId: account(index) } });
    assert.equal(opened.status, 201, opened.text);
    const params = { courtCaseId: opened.body.id };
    const files = unzip((await call(getCourtCaseDocuments, { params })).bytes);
    const pdf = files.get('Заявление о вынесении судебного приказа.pdf') ?? Buffer.of();
    return wordsOf(pdf).join(' ');
  }
});
