// Texts that look like an API key but are not valid, or no longer, by what is wrong with them.
import { createApiKey, withdrawApiKey } from '@kvartplata/contracts/auth/api-keys.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { newApiKey } from '@kvartplata/platform/identity/api-key.ts';
import { clientOf, openSession } from '@kvartplata/platform/testing/people.ts';
import type { ThreeServices } from './three-services.ts';

/** Keys of one organization, made by one person. */
export type KeyMaterial = {
  readonly good: string;
  readonly withdrawn: string;
  readonly expired: string;
};

export const BROKEN_API_KEYS: readonly {
  readonly why: string;
  readonly key: (material: KeyMaterial) => string;
}[] = [
  { why: 'it was withdrawn', key: ({ withdrawn }) => withdrawn },
  { why: 'it has expired', key: ({ expired }) => expired },
  { why: 'another installation’s, well made', key: () => newApiKey() },
  { why: 'nothing but its beginning', key: () => 'kp_' },
  { why: 'cut by a character', key: ({ good }) => good.slice(0, -1) },
  { why: 'cut in half', key: ({ good }) => good.slice(0, 27) },
  { why: 'without its check', key: ({ good }) => good.slice(0, -8) },
  { why: 'a character longer', key: ({ good }) => `${good}A` },
  {
    why: 'a character changed',
    key: ({ good }) => `${good.slice(0, 9)}${other(good[9])}${good.slice(10)}`,
  },
  { why: 'two characters swapped', key: ({ good }) => good.replace('kp_', 'pk_') },
  { why: 'without its beginning', key: ({ good }) => good.slice('kp_'.length) },
  { why: 'in capitals', key: ({ good }) => good.toUpperCase() },
  { why: 'in small letters', key: ({ good }) => good.toLowerCase() },
  { why: 'twice', key: ({ good }) => good + good },
  { why: 'a space inside', key: ({ good }) => `${good.slice(0, 20)} ${good.slice(20)}` },
  { why: 'a space before it', key: ({ good }) => ` ${good}` },
  { why: 'quotes around it', key: ({ good }) => `"${good}"` },
  { why: 'a list of two', key: ({ good }) => `${good},${good}` },
  { why: 'padded', key: ({ good }) => `${good}=` },
  { why: 'an escaped underscore', key: ({ good }) => good.replace('_', '%5F') },
  { why: 'a letter of another script', key: ({ good }) => good.replace('p', 'р') },
];

export async function gatherKeys(services: ThreeServices, username: string): Promise<KeyMaterial> {
  const { accessToken } = await openSession(services.urls.auth, username);
  const { call } = clientOf(services, { authorization: `Bearer ${accessToken}` });
  const { id: organizationId } = await call(createOrganization, { body: { name: 'ЖК «Маяк»' } });
  const expiresOn = Temporal.Now.plainDateISO('Europe/Moscow').toString();
  const make = async (name: string) =>
    call(createApiKey, { body: { organizationId, name, role: 'viewer', expiresOn } });
  const [good, withdrawn, expired] = [await make('a'), await make('b'), await make('c')];
  await call(withdrawApiKey, { params: { apiKeyId: withdrawn.id } });
  await services.owners.auth.query(
    `update api_keys set expires_on = expires_on - 1 where id = $1`,
    [expired.id],
  );
  return { good: good.key, withdrawn: withdrawn.key, expired: expired.key };
}

function other(character: string | undefined): string {
  return character === 'A' ? 'B' : 'A';
}
