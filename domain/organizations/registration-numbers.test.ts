import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  correspondentAccountFitsBank,
  innIsValid,
  ogrnIsValid,
  settlementAccountFitsBank,
} from './registration-numbers.ts';

const inns = [
  { inn: '7707083893', valid: true, why: 'a bank, 10 digits' },
  { inn: '7736050003', valid: true, why: 'a company, 10 digits' },
  { inn: '500100732259', valid: true, why: 'a person, 12 digits' },
  { inn: '7707083894', valid: false, why: 'a wrong last digit' },
  { inn: '7770083893', valid: false, why: 'two digits changed places' },
  { inn: '500100732258', valid: false, why: 'the second check digit of a person' },
  { inn: '500100732359', valid: false, why: 'the first check digit of a person' },
  { inn: '0000000000', valid: false, why: 'zeros fit the sum and name nobody' },
  { inn: '000000000000', valid: false, why: 'zeros of a person' },
  { inn: '77070838930', valid: false, why: '11 digits' },
  { inn: '', valid: false, why: 'nothing' },
];
for (const { inn, valid, why } of inns) {
  test(`INN ${inn} is ${valid ? 'right' : 'wrong'}: ${why}`, () => {
    assert.equal(innIsValid(inn), valid);
  });
}

const ogrns = [
  { ogrn: '1027700132195', valid: true, why: 'an organization, 13 digits' },
  { ogrn: '1037739010891', valid: true, why: 'a company' },
  { ogrn: '304500116000157', valid: true, why: 'an entrepreneur, 15 digits' },
  { ogrn: '1027700132196', valid: false, why: 'a wrong check digit' },
  { ogrn: '304500116000158', valid: false, why: 'a wrong check digit of an entrepreneur' },
  { ogrn: '0000000000000', valid: false, why: 'zeros' },
  { ogrn: '10277001321950', valid: false, why: '14 digits' },
];
for (const { ogrn, valid, why } of ogrns) {
  test(`OGRN ${ogrn} is ${valid ? 'right' : 'wrong'}: ${why}`, () => {
    assert.equal(ogrnIsValid(ogrn), valid);
  });
}

const correspondents = [
  { account: '30101810400000000225', bic: '044525225', fits: true, why: 'Sberbank' },
  { account: '30101810145250000974', bic: '044525974', fits: true, why: 'T-Bank' },
  { account: '30101810200000000593', bic: '044525593', fits: true, why: 'Alfa-Bank' },
  { account: '30101810400000000226', bic: '044525225', fits: false, why: 'a wrong last digit' },
  { account: '30101810400000000225', bic: '046577964', fits: false, why: 'another region' },
];
for (const { account, bic, fits, why } of correspondents) {
  test(`correspondent account ${account} at ${bic} ${fits ? 'fits' : 'does not'}: ${why}`, () => {
    assert.equal(correspondentAccountFitsBank(account, bic), fits);
  });
}

test('exactly one check digit in ten fits a settlement account', () => {
  const fitting = Array.from({ length: 10 }, (_, key) => `40702810${key}38000123456`).filter(
    (account) => settlementAccountFitsBank(account, '044525225'),
  );
  assert.deepEqual(fitting, ['40702810538000123456']);
});

test('a settlement account of one bank does not fit another', () => {
  assert.equal(settlementAccountFitsBank('40702810538000123456', '044525974'), false);
});
