// Validates users and organizations against the request schemas of the services, so that nothing is copied that could not be
// registered or edited there.
import { Registration } from '@kvartplata/contracts/auth/users.ts';
import { OrganizationBody } from '@kvartplata/contracts/core/organizations.ts';
import type { NamedPart } from '@kvartplata/contracts/problem.ts';
import { nameKey } from '@kvartplata/contracts/auth/name-key.ts';
import { brokenRules } from '@kvartplata/core-service/src/registry/organizations/organization-rules.ts';
import type { Executor } from '@kvartplata/platform/database/executor.ts';
import { compileValidator } from '@kvartplata/platform/http/validation.ts';
import type { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { listOrganizations, listUsers, type FormerPerson } from './edge-checks.repository.ts';
import type { Finding } from './finding.ts';

const PAGE = 1_000;
/** Registration requires a password, which is not checked here. */
const ANY_PASSWORD = 'correct horse battery';

export async function* findImpossibleUsers(former: Executor): AsyncGenerator<Finding> {
  const ask = askerOf(Registration);
  const usernames = new Map<string, number>();
  const emails = new Map<string, number>();
  for await (const user of pagesOf(async (afterId) =>
    listUsers(former, { afterId, limit: PAGE }),
  )) {
    const { id, ...names } = user;
    const found = (column: string, reason: string) => ({ table: 'users', id, column, reason });
    for (const { path, message } of ask({ ...names, password: ANY_PASSWORD }))
      yield found(columnOf(path), message);
    const sameName = firstOf(usernames, user.username, id);
    if (sameName !== undefined)
      yield found('username', `is that of user ${sameName}, whatever the case`);
    const sameEmail = firstOf(emails, user.email, id);
    if (sameEmail !== undefined)
      yield found('email', `is that of user ${sameEmail}, whatever the case`);
  }
}

export async function* findImpossibleOrganizations(former: Executor): AsyncGenerator<Finding> {
  const ask = askerOf(OrganizationBody);
  const rows = pagesOf(async (afterId) => listOrganizations(former, { afterId, limit: PAGE }));
  for await (const { id, body } of rows) {
    const shape = ask(body);
    // Check digits are meaningful only in numbers of the right length.
    const wrong = shape.map(({ path }) => fieldOf(path));
    for (const { path, message } of [...shape, ...brokenRules(without(body, wrong))])
      yield { table: 'organizations', id, column: columnOf(path), reason: message };
  }
}

async function* pagesOf<Row extends { readonly id: number }>(
  list: (afterId: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let afterId = 0;
  for (;;) {
    const rows = await list(afterId);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    afterId = last.id;
  }
}

/** The id of an earlier user with this name; otherwise registers the name for this user. */
function firstOf(names: Map<string, number>, name: FormerPerson['username'], id: number) {
  if (name === null) return undefined;
  const key = nameKey(name);
  const first = names.get(key);
  if (first === undefined) names.set(key, id);
  return first;
}

type Schema = typeof Registration | typeof OrganizationBody;

function askerOf(schema: Schema): (value: unknown) => readonly NamedPart[] {
  const validate = compileValidator({ schema, method: 'POST', url: '/', httpPart: 'body' });
  return (value) => {
    const { error } = validate(without(value, [])) as { readonly error?: Refusal };
    return error?.errors ?? [];
  };
}

/** As a form would send it: without nulls, and without these fields. */
function without<Body>(body: Body, fields: readonly string[]): Body {
  return JSON.parse(
    JSON.stringify(body, (field, value: unknown) =>
      fields.includes(field) ? undefined : (value ?? undefined),
    ),
  ) as Body;
}

/** `/bankDetails/settlementAccount` becomes `settlement_account`. */
function columnOf(path: string): string {
  return fieldOf(path).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function fieldOf(path: string): string {
  return path.split('/').at(-1) ?? '';
}
