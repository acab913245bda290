import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import { streetOf } from './street-of.ts';

for (const [address, name] of [
  ['г. Самара, ул. Садовая, д. 12', 'sadovaya-12'],
  [
    '443001, Самарская обл., г. Самара, ул. Ново-Садовая, дом 12 корп. 2',
    'novo-sadovaya-12-korp-2',
  ],
  ['Самара, Садовая, 12', 'samara-sadovaya-12'],
  ['ул. Мира, 1', 'mira-1'],
  ['г. Москва, пр-кт Вернадского, д. 7а/1', 'pr-kt-vernadskogo-7a-1'],
  ['пос. Дубки, д. 3', '3'],
  ['д. 5', '5'],
  ['12 Main Street', '12-main-street'],
  ['', ''],
] as const)
  test(`a file of the house «${address}» has the name ${name}`, () => {
    assert.equal(fileNameOf(streetOf(address)), name);
  });
