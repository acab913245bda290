import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { RULES } from './rules.ts';

test('every rule that a file of rules exports is in the list', () => {
  const names = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('-rules.ts'))
    .flatMap((name) => {
      const text = readFileSync(path.join(import.meta.dirname, name), 'utf8');
      return [...text.matchAll(/^export const (\w+): Rule/gm)].map((match) => match[1]);
    });
  assert.deepEqual(new Set(RULES.map((rule) => rule.name)), new Set(names));
});
