import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBillingMonth } from '../calendar/billing-month.ts';
import { paymentCodeOf, withoutPayer, withSum, type PaymentOrder } from './payment-code.ts';

const ORDER: PaymentOrder = {
  payee: {
    name: 'ООО «Управляющая компания „Уют“»',
    inn: '7736050003',
    bankName: 'ПАО Сбербанк',
    bic: '044525225',
    settlementAccount: '40702810538000123456',
    correspondentAccount: '30101810400000000225',
  },
  accountNumber: 'LS01',
  payer: 'Соколова Анна Викторовна',
  period: parseBillingMonth('2026-07'),
  sumKopecks: 423_369n,
};

function fieldsOf(changes: Partial<PaymentOrder>): readonly string[] {
  return paymentCodeOf({ ...ORDER, ...changes }).split('|');
}

function valueOf(field: string, changes: Partial<PaymentOrder>): string | undefined {
  return fieldsOf(changes)
    .find((one) => one.startsWith(`${field}=`))
    ?.slice(field.length + 1);
}

test('a code is written in the order of the standard', () => {
  assert.equal(
    paymentCodeOf(ORDER),
    'ST00012|Name=ООО «Управляющая компания „Уют“»|PersonalAcc=40702810538000123456|BankName=ПАО Сбербанк' +
      '|BIC=044525225|CorrespAcc=30101810400000000225|Sum=423369|PayeeINN=7736050003|PersAcc=LS01' +
      '|PaymPeriod=072026|Purpose=Оплата ЖКУ за 07.2026, лицевой счёт LS01' +
      '|LastName=Соколова|FirstName=Анна|MiddleName=Викторовна',
  );
});

test('a code without the payer ends before the names', () => {
  const named = paymentCodeOf({ ...ORDER, payer: 'LastName= Анна|FirstName=Анна' });
  assert.equal(withoutPayer(named), paymentCodeOf({ ...ORDER, payer: '' }));
  assert.ok(!withoutPayer(named).includes('Анна'));
});

test('a code for another sum differs in nothing else', () => {
  const other = withSum(paymentCodeOf(ORDER), 100_00n);
  assert.equal(other, paymentCodeOf({ ...ORDER, sumKopecks: 100_00n }));
});

for (const { payer, names, why } of [
  { payer: 'Иванов И. И.', names: ['Иванов', 'И.', 'И.'], why: 'initials' },
  {
    payer: 'Салтыков-Щедрин Михаил Евграфович',
    names: ['Салтыков-Щедрин', 'Михаил', 'Евграфович'],
    why: 'a double name',
  },
  { payer: 'Ли Анна', names: ['Ли Анна', undefined, undefined], why: 'two words' },
  {
    payer: 'ООО Ромашка Плюс',
    names: ['ООО Ромашка Плюс', undefined, undefined],
    why: 'a company',
  },
  {
    payer: 'петров пётр петрович',
    names: ['петров пётр петрович', undefined, undefined],
    why: 'small letters',
  },
]) {
  test(`the payer ${payer}: ${why}`, () => {
    assert.deepEqual(
      ['LastName', 'FirstName', 'MiddleName'].map((field) => valueOf(field, { payer })),
      names,
    );
  });
}

for (const { sumKopecks, sum, why } of [
  { sumKopecks: 1n, sum: '1', why: 'one kopeck' },
  { sumKopecks: 100n, sum: '100', why: 'a rouble in kopecks' },
  { sumKopecks: 99_999_999_999n, sum: '99999999999', why: 'no grouping and no point' },
  { sumKopecks: 0n, sum: undefined, why: 'nothing is asked for' },
]) {
  test(`a sum of ${sumKopecks} kopecks: ${why}`, () => {
    assert.equal(valueOf('Sum', { sumKopecks }), sum);
  });
}

for (const { name, value, why } of [
  { name: 'ТСЖ|Мир', value: 'ТСЖ/Мир', why: 'the separator stands in no value' },
  { name: 'ТСЖ\n\tМир\u2028 ', value: 'ТСЖ Мир', why: 'a value is one line' },
  { name: `ТСЖ "Мир" <b>&'=`, value: `ТСЖ "Мир" <b>&'=`, why: 'other signs stay' },
  { name: 'я'.repeat(300), value: 'я'.repeat(160), why: 'no more than 160 characters' },
  { name: `${'я'.repeat(159)}🏠🏠`, value: `${'я'.repeat(159)}🏠`, why: 'no half of a character' },
  { name: 'ТСЖ \ud83c', value: 'ТСЖ \ufffd', why: 'a lone surrogate is no text' },
]) {
  test(`the name of the payee: ${why}`, () => {
    const payee = { ...ORDER.payee, name };
    assert.equal(valueOf('Name', { payee }), value);
    assert.equal(fieldsOf({ payee }).length, fieldsOf({}).length);
  });
}

test('a payee without an INN has no INN field', () => {
  assert.equal(valueOf('PayeeINN', { payee: { ...ORDER.payee, inn: null } }), undefined);
});
