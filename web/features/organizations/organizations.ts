// The user's organizations, and the one that the page is about.
import {
  createOrganization,
  deleteOrganization as remove,
  getOrganization,
  listOrganizations,
  replaceOrganization,
  type Organization,
  type OrganizationBody,
} from '@kvartplata/contracts/core/organizations.ts';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call, callVersioned, type Versioned } from '../../lib/api.ts';
import { keepOwn, readOwn } from '../../lib/own-storage.ts';
import { read, readVersioned } from '../../lib/reads.ts';

const KEPT_AS = 'organization';

export const organizations = read(listOrganizations);

export function organizationOf(organizationId: number) {
  return readVersioned(getOrganization, { params: { organizationId } });
}

export async function addOrganization(body: OrganizationBody): Promise<Organization> {
  return call(createOrganization, { body });
}

export async function changeOrganization(
  organizationId: number,
  ifMatch: string | undefined,
  body: OrganizationBody,
): Promise<Versioned<Organization>> {
  return callVersioned(replaceOrganization, { params: { organizationId }, body, ifMatch });
}

export async function deleteOrganization(
  organizationId: number,
  ifMatch: string | undefined,
): Promise<void> {
  await call(remove, { params: { organizationId }, ifMatch });
}

let chosenId: number | undefined;
const listeners = new Set<() => void>();

export function chooseOrganization(id: number): void {
  chosenId = id;
  keepOwn('browser', KEPT_AS, String(id));
  for (const listener of listeners) listener();
}

/** The chosen organization, or else the first; undefined if there is none. */
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
