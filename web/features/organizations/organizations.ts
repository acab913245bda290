// The organizations of the user, and the one that the page is about.
import type { Organization, OrganizationBody } from '@kvartplata/contracts/core/organizations.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ask, askVersioned, type Versioned } from '../../lib/api.ts';
import { keepOwn, readOwn } from '../../lib/own-storage.ts';

const PATH = '/api/organizations';
const KEPT_AS = 'organization';

export const organizations = queryOptions({
  queryKey: [PATH],
  queryFn: async ({ signal }) => ask<readonly Organization[]>('core', PATH, { signal }),
});

export function organizationOf(id: number) {
  return queryOptions({
    queryKey: [PATH, id],
    queryFn: async () => readOrganization(id),
  });
}

export async function readOrganization(id: number): Promise<Versioned<Organization>> {
  return askVersioned('core', `${PATH}/${id}`);
}

export async function addOrganization(body: OrganizationBody): Promise<Organization> {
  return ask<Organization>('core', PATH, { method: 'POST', body });
}

export async function changeOrganization(
  id: number,
  etag: string | undefined,
  body: OrganizationBody,
): Promise<Versioned<Organization>> {
  return askVersioned('core', `${PATH}/${id}`, { method: 'PUT', body, ifMatch: etag });
}

let chosenId: number | undefined;
const listeners = new Set<() => void>();

export function chooseOrganization(id: number): void {
  chosenId = id;
  keepOwn('browser', KEPT_AS, String(id));
  for (const listener of listeners) listener();
}

/** The chosen organization, else the first; undefined while there is none. */
export function useOrganization(): Organization | undefined {
  const id = useSyncExternalStore(subscribe, chosen);
  const { data = [] } = useQuery(organizations);
  return data.find((organization) => organization.id === id) ?? data[0];
}

function chosen(): number {
  chosenId ??= Number(readOwn('browser', KEPT_AS) ?? 0);
  return chosenId;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
