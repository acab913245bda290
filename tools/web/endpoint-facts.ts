// Keeps schemas out of the page: a module of contracts that declares operations is replaced by their plain facts.
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
 * The module as the page has it: its operations, and constants such as the length of a password. Types are gone
 * anyway; who imports anything else of it finds that it is not there.
 * @returns undefined for a module that declares no operation
 */
async function factsIn(file: string): Promise<string | undefined> {
  // As it is now: while somebody works on it, it changes.
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

/** What a caller without schemas has of an operation. */
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
