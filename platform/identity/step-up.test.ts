import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireStepUp, type Proven } from './step-up.ts';

const NOW = new Date('2026-07-01T09:00:00Z');
const KEY = { id: 1, organizationId: 1, role: 'owner', userId: 1, platformRole: 'user' } as const;
const ago = (seconds: number): Proven => ({
  secondFactorAt: new Date(NOW.getTime() - seconds * 1000),
});

const ROWS: readonly {
  readonly why: string;
  readonly who: Proven;
  readonly amount: string;
  readonly limit: string | null;
  readonly code?: string;
}[] = [
  { why: 'no limit', who: {}, amount: '1000000.00', limit: null },
  { why: 'as much as the limit', who: {}, amount: '1000.00', limit: '1000.00' },
  { why: 'a kopeck more', who: {}, amount: '1000.01', limit: '1000.00', code: 'step-up-needed' },
  { why: 'below zero', who: {}, amount: '-1000.01', limit: '1000.00', code: 'step-up-needed' },
  { why: 'every amount', who: {}, amount: '0.01', limit: '0.00', code: 'step-up-needed' },
  { why: 'proven now', who: ago(0), amount: '1000.01', limit: '1000.00' },
  { why: 'proven ten minutes ago', who: ago(600), amount: '1000.01', limit: '1000.00' },
  {
    why: 'proven before that',
    who: ago(601),
    amount: '1000.01',
    limit: '1000.00',
    code: 'step-up-needed',
  },
  { why: 'a program below the limit', who: { apiKey: KEY }, amount: '1.00', limit: '1000.00' },
  {
    why: 'a program above it',
    who: { apiKey: KEY, ...ago(0) },
    amount: '1000.01',
    limit: '1000.00',
    code: 'step-up-by-person',
  },
];

for (const { why, who, amount, limit, code } of ROWS)
  test(`${why}: ${code ?? 'passes'}`, () => {
    const ask = (): void => requireStepUp(who, amount, limit, NOW);
    if (code === undefined) ask();
    else assert.throws(ask, { code });
  });
