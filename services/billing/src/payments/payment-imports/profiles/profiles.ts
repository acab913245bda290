// How each profile of a registry is read.
import type { RegistryProfile } from '@kvartplata/contracts/billing/registry-profiles.ts';
import { csv } from './csv.ts';
import { oneCClientBank } from './1c-client-bank.ts';
import type { Profile } from './profile.ts';
import { sberbank } from './sberbank.ts';
import { subsidy } from './subsidy.ts';
import { yookassa } from './yookassa.ts';

export const PROFILES: Readonly<Record<RegistryProfile, Profile>> = {
  sberbank,
  yookassa,
  '1c-client-bank': oneCClientBank,
  subsidy,
  csv,
};
