// The profiles by the names that requests call them.
import { csv } from './csv.ts';
import { oneCClientBank } from './1c-client-bank.ts';
import type { Profile } from './profile.ts';
import { sberbank } from './sberbank.ts';
import { yookassa } from './yookassa.ts';

export const PROFILES = {
  sberbank,
  yookassa,
  '1c-client-bank': oneCClientBank,
  csv,
} as const satisfies Readonly<Record<string, Profile>>;

export type ProfileName = keyof typeof PROFILES;
