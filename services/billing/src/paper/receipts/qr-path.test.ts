import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { qrPath } from './qr-path.ts';

const CODE =
  'ST00012|Name=ТСЖ «Садовая, 12»|PersonalAcc=40702810900000000001|BankName=ПАО Сбербанк|BIC=044525225|' +
  'CorrespAcc=30101810400000000225|PayeeINN=7707083893|KPP=773601001|PersAcc=LS01|PaymPeriod=102026|Sum=114831';

test('the squares of a payment code stay as they are, bit by bit', () => {
  const path = qrPath(CODE, 36, 72, 100);
  assert.match(path, /^q 0 g 1\.44928 0 0 1\.44928 36\.000 72\.000 cm 4 4 7 1\.02 re /);
  assert.equal(
    createHash('sha256').update(path).digest('hex'),
    'afb5920db134cd79df54f2012d3d91d09226fe0b202a95746c56c3948d445bdc',
  );
});
