// Files that are made to hold a service up: each is answered in words, and another company is answered meanwhile.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Organization } from '@kvartplata/contracts/core/organizations.ts';
import {
  blankCellsWorkbook,
  escapesWorkbook,
  separators,
} from '@kvartplata/platform/testing/costly-files.ts';
import { signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import { ask, get, type Answer } from './testing/people.ts';
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
    const url = `${services.urls.core}/api/organizations`;
    const { id } = await get<Organization>(person, 'POST', url, { name: username });
    return { person, organizationId: id };
  }

  async function send(service: 'core' | 'billing', file: Buffer): Promise<Answer> {
    const path = {
      core: '/api/imports/houses?dryRun=true',
      billing: '/api/billing/payments/import?profile=csv&dryRun=true',
    }[service];
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(file)]), 'file');
    const url = `${services.urls[service]}${path}&organizationId=${attacker.organizationId}`;
    return ask(attacker.person.authorization, 'POST', url, form);
  }

  async function readAsOther(service: 'core' | 'billing'): Promise<Answer> {
    const path = { core: '/api/houses', billing: '/api/billing/cycles' }[service];
    const url = `${services.urls[service]}${path}?organizationId=${other.organizationId}`;
    return ask(other.person.authorization, 'GET', url);
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
      test(`is refused by ${service} for what it is: ${what}`, async () => {
        const { status, body } = await send(service, await of());
        assert.equal(status, 400, JSON.stringify(body));
        const problem = body as { readonly code: string; readonly detail: string };
        assert.equal(problem.code, 'malformed-file');
        assert.match(problem.detail, detail);
      });

  for (const service of ['core', 'billing'] as const)
    test(`leaves others of ${service} their answers while it is read`, async (t) => {
      const state = { isRead: false };
      const reading = send(service, await blankCellsWorkbook()).finally(() => {
        state.isRead = true;
      });
      const answers: number[] = [];
      while (!state.isRead && answers.length < 500) {
        const startedAt = performance.now();
        assert.equal((await readAsOther(service)).status, 200);
        answers.push(performance.now() - startedAt);
      }
      const slowest = Math.max(...answers).toFixed(0);
      t.diagnostic(`${answers.length} answers meanwhile, the slowest after ${slowest} ms`);
      assert.ok(answers.length > 10, `${answers.length} answers`);
      assert.equal((await reading).status, 400);
    });
});
