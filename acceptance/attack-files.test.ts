// Files that are built to block a service: each gets an explained refusal, and other companies are served meanwhile.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { importPayments } from '@kvartplata/contracts/billing/payment-imports.ts';
import { listHouses } from '@kvartplata/contracts/core/houses.ts';
import { importHouses } from '@kvartplata/contracts/core/imports.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import {
  blankCellsWorkbook,
  escapesWorkbook,
  separators,
} from '@kvartplata/platform/testing/costly-files.ts';
import { clientOf, type Person, signUp } from '@kvartplata/platform/testing/people.ts';
import { ask } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

describe('a file made to be costly', () => {
  let services: ThreeServices;
  let attacker: { readonly person: Person; readonly organizationId: number };
  let other: { readonly person: Person; readonly organizationId: number };
  before(async () => {
    services = await startThreeServices();
    await signUp(services, 'administrator');
    attacker = await makeCompany('attacker');
    other = await makeCompany('other');
  });
  after(async () => services.stop());

  async function makeCompany(username: string): Promise<typeof attacker> {
    const person = await signUp(services, username);
    const { id } = await clientOf(services, person).call(createOrganization, {
      body: { name: username },
    });
    return { person, organizationId: id };
  }

  async function send(service: 'core' | 'billing', file: Buffer) {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(file)]), 'file');
    const query = { organizationId: attacker.organizationId, dryRun: true };
    const { authorization } = attacker.person;
    return service === 'core'
      ? ask(services, authorization, importHouses, { query, body })
      : ask(services, authorization, importPayments, { query: { ...query, profile: 'csv' }, body });
  }

  async function readAsOther(service: 'core' | 'billing'): Promise<number> {
    const operation = { core: listHouses, billing: listCycles }[service];
    const query = { organizationId: other.organizationId };
    return (await ask(services, other.person.authorization, operation, { query })).status;
  }

  const files = [
    {
      what: 'escapes in a text of many cells',
      of: escapesWorkbook,
      detail: /no (?:rows|payments)/,
    },
    { what: 'a row of 50 MiB of separators', of: async () => separators(), detail: /longer than/ },
  ];
  for (const { what, of, detail } of files)
    for (const service of ['core', 'billing'] as const)
      test(`is refused by ${service} as malformed: ${what}`, async () => {
        const { status, text, problem } = await send(service, await of());
        assert.equal(status, 400, text);
        assert.equal(problem.code, 'malformed-file');
        assert.match(problem.detail ?? '', detail);
      });

  for (const service of ['core', 'billing'] as const)
    test(`does not keep other users of ${service} waiting while it is read`, async (t) => {
      const state = { isRead: false };
      const reading = send(service, await blankCellsWorkbook()).finally(() => {
        state.isRead = true;
      });
      const answers: number[] = [];
      while (!state.isRead && answers.length < 500) {
        const startedAt = performance.now();
        assert.equal(await readAsOther(service), 200);
        answers.push(performance.now() - startedAt);
      }
      const slowest = Math.max(...answers).toFixed(0);
      t.diagnostic(`${answers.length} answers meanwhile, the slowest after ${slowest} ms`);
      assert.ok(answers.length > 10, `${answers.length} answers`);
      assert.equal((await reading).status, 400);
    });
});
