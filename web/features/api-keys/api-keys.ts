// Keys with which the organization's programs sign in.
import {
  createApiKey,
  listApiKeys,
  withdrawApiKey,
  type ApiKey,
  type ApiKeyCreated,
} from '@kvartplata/contracts/auth/api-keys.ts';
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { call } from '../../lib/api.ts';
import { readPages } from '../../lib/reads.ts';

export function apiKeysOf(organizationId: number) {
  return readPages(listApiKeys, { query: { organizationId } });
}

export async function makeApiKey(body: {
  readonly organizationId: number;
  readonly name: string;
  readonly role: OrganizationRole;
  readonly expiresOn: string;
}): Promise<ApiKeyCreated> {
  return call(createApiKey, { body });
}

export async function withdraw({ id }: ApiKey): Promise<void> {
  await call(withdrawApiKey, { params: { apiKeyId: id } });
}
