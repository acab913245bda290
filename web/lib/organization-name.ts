// The name of the organization that a page is about: on paper there is no header that says it.
import { createContext, useContext } from 'react';

/** Undefined until it is known. */
export const OrganizationName = createContext<string | undefined>(undefined);

export function useOrganizationName(): string | undefined {
  return useContext(OrganizationName);
}
