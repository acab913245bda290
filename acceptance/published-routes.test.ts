// What the Kubernetes ingress publishes: every operation for people and for the page, and none that is only for services.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { SERVICES } from '@kvartplata/contracts/endpoint.ts';
import type { Ingress } from 'kubernetes-types/networking/v1.d.ts';
import { parse } from 'yaml';
import { listOperations, type Operation } from './testing/operations.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

const FILE = path.resolve(import.meta.dirname, '../deploy/kubernetes/ingress.yaml');
/** Called inside the cluster, by operators. */
const FOR_OPERATORS = ['/health', '/ready', '/metrics', '/docs', '/openapi.json'];

/** Pages, which are not in the OpenAPI documents. */
const PAGES = ['/r'];

const published =
  (parse(readFileSync(FILE, 'utf8')) as Ingress).spec?.rules?.flatMap(
    ({ http }) => http?.paths ?? [],
  ) ?? [];
const prefixesOf = (service: string): readonly string[] =>
  published.filter(({ backend }) => backend.service?.name === service).map((one) => one.path ?? '');

let services: ThreeServices;
let operations: readonly Operation[];
before(async () => {
  services = await startThreeServices();
  operations = await listOperations(services);
});
after(async () => services.stop());

for (const service of SERVICES) {
  const isPublished = (address: string): boolean =>
    prefixesOf(service).some((prefix) => address === prefix || address.startsWith(`${prefix}/`));
  const isForOperators = (address: string): boolean =>
    FOR_OPERATORS.some((one) => address === one || address.startsWith(`${one}/`));

  test(`${service} is published except for its routes for services and operators`, () => {
    const own = operations.filter((one) => one.service === service);
    assert.ok(own.some(({ access }) => access === 'service'));
    for (const { path: address, access } of own)
      assert.equal(
        isPublished(address),
        access !== 'service' && !isForOperators(address),
        `${service} ${address}`,
      );
  });

  test(`${service} answers every path that is published`, () => {
    for (const prefix of prefixesOf(service).filter((one) => !PAGES.includes(one)))
      assert.ok(
        operations.some(
          ({ service: one, path: address }) =>
            one === service && (address === prefix || address.startsWith(`${prefix}/`)),
        ),
        prefix,
      );
  });
}
