import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { build, type Plugin } from 'vite';
import { buildPage } from './build-page.ts';
import { endpointFacts } from './endpoint-facts.ts';

/** Fields of every schema of the library, and of an object's schema. */
const OF_SCHEMAS = ['~kind', 'additionalProperties'];
const USERS = '@kvartplata/contracts/auth/users.ts';

function schemasIn(code: string): readonly string[] {
  return OF_SCHEMAS.filter((sign) => code.includes(sign));
}

/** The bundle of a small page. */
async function bundleOf(code: string, plugins: readonly Plugin[]): Promise<string> {
  const entry: Plugin = {
    name: 'entry',
    resolveId: (id) => (id === 'entry.ts' ? path.resolve(import.meta.dirname, 'entry.ts') : null),
    load: (id) => (id.endsWith('/entry.ts') ? code : null),
  };
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, ...plugins],
    build: { write: false, rolldownOptions: { input: 'entry.ts' } },
  });
  const [{ output } = { output: [] }] = [built].flat() as { output: { code?: string }[] }[];
  return output.map((chunk) => chunk.code ?? '').join('\n');
}

test('the page contains no schemas', async () => {
  const folder = await buildPage(() => undefined);
  const files = globSync('assets/*.js', { cwd: folder });
  assert.ok(files.length > 10);
  for (const file of files)
    assert.deepEqual(schemasIn(readFileSync(path.join(folder, file), 'utf8')), [], file);
});

test('the page gets only the facts of an operation, and other bundles its schemas', async () => {
  const code = `import { getCurrentUser, MAX_PASSWORD_LENGTH } from '${USERS}';
    console.log(getCurrentUser, MAX_PASSWORD_LENGTH);`;
  assert.deepEqual(schemasIn(await bundleOf(code, [])), OF_SCHEMAS);
  const kept = await bundleOf(code, [endpointFacts()]);
  assert.deepEqual(schemasIn(kept), []);
  assert.match(kept, /"?id"?:["`]getCurrentUser["`]/);
  assert.doesNotMatch(kept, /summary|answers/);
  assert.match(kept, /\b256\b/);
});

test('a page that uses a schema cannot be built', async () => {
  const code = `import { Registration } from '${USERS}'; console.log(Registration);`;
  await assert.rejects(bundleOf(code, [endpointFacts()]), /Registration/);
});
