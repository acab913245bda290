// A registry of each profile in which payers have written the month into the purpose: their payments pay that month first.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getPayment } from '@kvartplata/contracts/billing/payments.ts';
import type { RegistryProfile } from '@kvartplata/contracts/billing/registry-profiles.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { makeOwingHouse, partsOf } from '../../testing/paying-house.ts';
import { importRegistry } from '../../testing/registry-files.ts';

let stand: BillingStand;

before(async () => {
  stand = await startBillingStand();
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

const OWN = '40702810938260104967';

const FILES: readonly { profile: RegistryProfile; content: string }[] = [
  {
    profile: 'sberbank',
    content: [
      '14-07-2026;12-00-09;9055;1;1;CLIENTNO:LS01;за февраль 2026;50,00;50,00;0,00',
      '14-07-2026;12-00-09;9055;1;2;CLIENTNO:LS02;PERIOD:022026;за январь 2026;50,00;50,00;0,00',
      '14-07-2026;12-00-09;9055;1;3;CLIENTNO:LS03;спасибо;50,00;50,00;0,00',
    ].join('\n'),
  },
  {
    profile: 'yookassa',
    content: [
      'Дата платежей: 2026-07-14',
      'Идентификатор платежа;Сумма платежа;Описание',
      '1;50.00;Оплата ЖКУ, л/с LS01, за 02.2026',
      '2;50.00;Оплата ЖКУ, л/с LS02, февраль 2026 г.',
      '3;50.00;Оплата ЖКУ, л/с LS03, договор от 12.02.2026',
    ].join('\n'),
  },
  {
    profile: '1c-client-bank',
    content: [
      '1CClientBankExchange',
      `РасчСчет=${OWN}`,
      ...['л/с LS01 за февраль-март 2026', 'л/с LS02 02/2026', 'л/с LS03 счёт № 2/2026'].flatMap(
        (purpose, nth) => [
          'СекцияДокумент=Платежное поручение',
          `Номер=${nth + 1}`,
          'Дата=14.07.2026',
          'Сумма=50',
          `ПолучательСчет=${OWN}`,
          `НазначениеПлатежа=${purpose}`,
          'КонецДокумента',
        ],
      ),
      'КонецФайла',
    ].join('\n'),
  },
  {
    profile: 'csv',
    content: [
      'account;amount;date;period;purpose',
      'LS01;50;2026-07-14;;за февраль',
      'LS02;50;2026-07-14;2026-02;за январь 2026',
      'LS03;50;2026-07-14;;по просьбе',
    ].join('\n'),
  },
];

for (const { profile, content } of FILES)
  test(`${profile}: a payment goes to the month in its purpose, otherwise to the oldest debt`, async () => {
    const house = await makeOwingHouse(stand);
    const { items } = await importRegistry(stand.app, house.user, { profile }, content);
    const booked = [];
    for (const { paymentId } of items) {
      const params = { paymentId: paymentId ?? 0 };
      const { body } = await house.ask(getPayment, { params });
      booked.push([body.namedPeriod, ...partsOf(body), body.explanation[0]?.ground]);
    }
    assert.deepEqual(booked, [
      ['2026-02', '2026-02 50.00', 'named-month'],
      ['2026-02', '2026-02 50.00', 'named-month'],
      [null, '2026-01 50.00', 'oldest-debt'],
    ]);
  });
