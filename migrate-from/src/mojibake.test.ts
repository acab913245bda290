import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksMisread } from './mojibake.ts';

const MISREAD = ['windows-1251', 'windows-1252', 'ibm866', 'koi8-r'].flatMap((encoding) =>
  ['ул. Садовая, 12', 'Иванова И. И.', 'ООО «Рога и копыта»', '12а'].map((text) => ({
    text,
    encoding,
    shown: new TextDecoder(encoding).decode(new TextEncoder().encode(text)),
  })),
);
for (const { text, encoding, shown } of [
  ...MISREAD,
  { text: 'Садовая', encoding: 'UTF-8 read as windows-1251', shown: 'РЎР°РґРѕРІР°СЏ' },
  { text: 'Садовая', encoding: 'windows-1251 read as Latin 1', shown: 'Ñàäîâàÿ' },
  { text: 'Садовая', encoding: 'windows-1251 read as IBM 866', shown: '╤рфютр ' },
])
  test(`${text} as ${encoding} looks misread: ${shown}`, () => assert.ok(looksMisread(shown)));

for (const text of [
  '',
  'Sadovaya 12',
  'ул. Садовая, 12',
  'ООО «СССР»',
  'СНТ «РОСА», ул. Р. Люксембург — № 5',
  'ТСЖ «С»',
  'УЧАСТОК №1 «С…»',
  'Müller Ångström',
  'Größe à la façade',
  'Приказ № 5-э от 01.07.2025 (м³, кВт·ч)',
  'Қазақстан, Україна, ґанок',
])
  test(`${text} does not look misread`, () => assert.ok(!looksMisread(text)));
