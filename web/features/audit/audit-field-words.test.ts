import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Absence } from '@kvartplata/contracts/core/absences.ts';
import { AccountService } from '@kvartplata/contracts/core/account-services.ts';
import { Benefit } from '@kvartplata/contracts/core/benefits.ts';
import { HouseService } from '@kvartplata/contracts/core/house-services.ts';
import { House } from '@kvartplata/contracts/core/houses.ts';
import { MeterAct } from '@kvartplata/contracts/core/meter-acts.ts';
import { MeterVerification } from '@kvartplata/contracts/core/meter-verifications.ts';
import { Meter } from '@kvartplata/contracts/core/meters.ts';
import { Norm } from '@kvartplata/contracts/core/norms.ts';
import { Organization } from '@kvartplata/contracts/core/organizations.ts';
import { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { Reading } from '@kvartplata/contracts/core/readings.ts';
import { Room } from '@kvartplata/contracts/core/rooms.ts';
import { ServiceAct } from '@kvartplata/contracts/core/service-acts.ts';
import { Tariff } from '@kvartplata/contracts/core/tariffs.ts';
import { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import { changedFields } from './changed-fields.ts';
import { sayAction, sayField, sayValue } from './say-value.ts';

const RECORDS = {
  Absence,
  AccountService,
  Benefit,
  House,
  HouseService,
  Meter,
  MeterAct,
  MeterVerification,
  Norm,
  Organization,
  PersonalAccount,
  Reading,
  Room,
  ServiceAct,
  Tariff,
  UtilityService,
};

test('every logged field of a record has a Russian name', () => {
  const latin = Object.entries(RECORDS).flatMap(([record, { properties }]) =>
    changedFields(null, Object.fromEntries(Object.keys(properties).map((name) => [name, name])))
      .filter(({ name }) => !/[а-яё]/i.test(sayField(name, 'ru')))
      .map(({ name }) => `${record}.${name}`),
  );
  assert.deepEqual(latin, []);
});

test('no field has a raw name in English: an abbreviation in small letters, or an id', () => {
  const raw = Object.entries(RECORDS).flatMap(([record, { properties }]) =>
    changedFields(null, Object.fromEntries(Object.keys(properties).map((name) => [name, name])))
      .filter(({ name }) =>
        /\b(?:bic|inn|kpp|ogrn|gis|guid|fias|odn|id|ids)\b/.test(sayField(name, 'en')),
      )
      .map(({ name }) => `${record}.${name}`),
  );
  assert.deepEqual(raw, []);
  assert.equal(sayField('inn', 'en'), 'INN');
});

test('values of the services are words in English too', () => {
  assert.equal(sayValue('direct-contract', 'en'), 'direct contract');
  assert.equal(sayValue('BOOKED', 'en'), 'booked');
  assert.match(sayValue('2026-11-01T09:00:00.000Z', 'en'), /^01\.11\.2026,\u00a0\d\d:00$/);
});

test('a list of records is shown in words', () => {
  const byPersons = [
    { value: '80.000000', persons: 2 },
    { value: '62.000000', persons: 3 },
  ];
  assert.equal(sayValue(byPersons, 'ru'), 'значение 80, человек 2; значение 62, человек 3');
  assert.equal(sayValue(byPersons, 'en'), 'value 80, persons 2; value 62, persons 3');
});

test("a resident's submission is shown as readings of meters", () => {
  const [field] = changedFields(null, { period: '2026-11', readings: { 7: '12.500' } });
  assert.deepEqual(field, { name: 'reading', before: undefined, after: '12.500', meterId: 7 });
});

test('opening is worded differently for a court case and a dispute', () => {
  assert.equal(sayAction('court-case.opened', 'ru'), 'Судебное дело: открытие');
  assert.equal(sayAction('dispute.opened', 'ru'), 'Возражение: получение');
});

test('a file that somebody downloaded is named', () => {
  const action = 'organization.service-rows-exported';
  assert.equal(sayAction(action, 'ru'), 'Организация: выгружены услуги и тарифы домов');
  assert.equal(sayAction(action, 'en'), 'Organization: services and tariffs of houses exported');
});
