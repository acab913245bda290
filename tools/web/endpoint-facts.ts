// Keeps schemas out of the page: a contract module that declares operations is replaced by their plain facts.
import { statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isEndpoint } from '@kvartplata/contracts/catalogue.ts';
import type { Endpoint, EndpointFacts } from '@kvartplata/contracts/endpoint.ts';
import type { Plugin } from 'vite';

const CONTRACTS = path.resolve(import.meta.dirname, '../../contracts');

export function endpointFacts(): Plugin {
  return {
    name: 'endpoint-facts',
    enforce: 'pre',
    load: async (id) => {
      const [file = ''] = id.split('?', 1);
      return file.startsWith(`${CONTRACTS}${path.sep}`) ? factsIn(file) : undefined;
    },
  };
}

/**
 * The module for the page: its operations, and constants such as the length of a password. Types are gone anyway; importing
 * anything else from it fails.
 * @returns undefined for a module that declares no operation
 */
async function factsIn(file: string): Promise<string | undefined> {
  // The current version: it may change during development.
  const address = `${pathToFileURL(file).href}?${statSync(file).mtimeMs}`;
  const exported = Object.entries((await import(address)) as Readonly<Record<string, unknown>>);
  if (!exported.some(([, value]) => isEndpoint(value))) return undefined;
  return exported
    .flatMap(([name, value]) => {
      const plain = isEndpoint(value) ? factsOf(value) : value;
      return isEndpoint(value) || isConstant(value)
        ? [`export const ${name} = ${JSON.stringify(plain)};`]
        : [];
    })
    .join('\n');
}

/** What a caller without schemas needs of an operation. */
export function factsOf(operation: Endpoint): EndpointFacts {
  const { id, service, method, path: address, tag, access, idempotent } = operation;
  const facts = { id, service, method, path: address, tag, access };
  return idempotent === undefined ? facts : { ...facts, idempotent };
}

function isConstant(value: unknown): boolean {
  return (
    ['string', 'number', 'boolean'].includes(typeof value) ||
    (Array.isArray(value) && value.every(isConstant))
  );
}
