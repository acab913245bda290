import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameInLetter } from './name-in-letter.ts';

for (const { name, shown, why } of [
  { name: 'Анна', shown: 'Анна', why: 'a name' },
  { name: 'ТСЖ им.Ленина, д. 12', shown: 'ТСЖ им.Ленина, д. 12', why: 'a dot that ends a word' },
  { name: 'Приз https://evil.example/get', shown: 'Приз …', why: 'a link' },
  { name: 'Приз www.evil.example', shown: 'Приз …', why: 'a link without its scheme' },
  { name: 'Приз evil.example/get', shown: 'Приз …', why: 'a link without anything before it' },
  { name: 'Приз на evil.com', shown: 'Приз на evil. com', why: 'a domain' },
  { name: 'Приз на зло.рф!', shown: 'Приз на зло. рф!', why: 'a Russian domain' },
  { name: 'Приз на evil.com,@', shown: 'Приз на evil. com,@', why: 'a domain before an @' },
  { name: 'Приз @evil.com', shown: 'Приз @evil. com', why: 'a domain after an @' },
  { name: 'anna.orlova@mail.example.org', shown: 'anna.orlova@mail.example.org', why: 'an e-mail' },
  { name: '(a.b@mail.ru)', shown: '(a.b@mail.ru)', why: 'an e-mail in brackets' },
  { name: '𝒜'.repeat(101), shown: `${'𝒜'.repeat(100)}…`, why: 'a long name' },
])
  test(`in a letter ${name.slice(0, 40)} is ${shown.slice(0, 40)}: ${why}`, () => {
    assert.equal(nameInLetter(name), shown);
  });
