import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigurationError, optional, readConfig, required, type Reader } from './config.ts';
import {
  base64Secret,
  boolean,
  integer,
  keyValueUrl,
  networks,
  origin,
  port,
  positiveNumber,
  postgresUrl,
  semanticVersion,
  serviceUrl,
  text,
  utcInstant,
} from './readers.ts';
import { serviceVariables } from './service-variables.ts';

const SECRET = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString('base64');
/** The development setup of specification 1.2. */
const DEVELOPMENT = {
  APP_ENV: 'dev',
  HTTP_PORT: '8003',
  DATABASE_URL: 'postgres://billing:p4ss@localhost:5435/billing?sslmode=disable',
  REDIS_URL: 'redis://localhost:6381/0',
  JWT_SECRET: SECRET,
  CORS_ORIGIN: 'http://localhost:3000',
  USE_HTTPS: 'false',
  DOMAIN: 'localhost',
};

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof ConfigurationError, String(error));
    return error.problems;
  }
  return [];
}

test('the development setup of the specification is read as given', () => {
  const config = readConfig(serviceVariables(8003, 'dev'), DEVELOPMENT);
  assert.equal(config.appEnv, 'dev');
  assert.equal(config.httpPort, 8003);
  assert.equal(config.databaseUrl, DEVELOPMENT.DATABASE_URL);
  assert.equal(config.keyValueUrl, DEVELOPMENT.REDIS_URL);
  assert.deepEqual(config.jwtSecret, Buffer.from(SECRET, 'base64'));
  assert.equal(config.corsOrigin, 'http://localhost:3000');
  assert.equal(config.useHttps, false);
  assert.equal(config.cookieDomain, 'localhost');
});

test('without APP_ENV and HTTP_PORT a service is in production, on its own port', () => {
  const { APP_ENV: _env, HTTP_PORT: _port, ...rest } = DEVELOPMENT;
  const config = readConfig(serviceVariables(8001, undefined), rest);
  assert.equal(config.appEnv, 'production');
  assert.equal(config.httpPort, 8001);
});

test('every missing or empty variable of the specification is named, all at once', () => {
  const expected = [
    'DATABASE_URL',
    'REDIS_URL',
    'JWT_SECRET',
    'CORS_ORIGIN',
    'USE_HTTPS',
    'DOMAIN',
  ];
  const empty = Object.fromEntries(Object.keys(DEVELOPMENT).map((name) => [name, '']));
  for (const environment of [{}, empty]) {
    assert.deepEqual(
      problemsOf(() => readConfig(serviceVariables(8003, 'dev'), environment)),
      expected.map((name) => `${name} is missing`),
    );
  }
});

test('missing and malformed variables are listed in one message, one per line', () => {
  const environment = {
    ...DEVELOPMENT,
    HTTP_PORT: '80a',
    REDIS_URL: undefined,
    USE_HTTPS: 'yes',
    LOG_LEVEL: 'loud',
    DATABASE_POOL_SIZE: '1',
  };
  assert.throws(
    () => readConfig(serviceVariables(8003, 'dev'), environment),
    (error: Error) => {
      const [head, ...lines] = error.message.split('\n');
      assert.equal(head, 'The configuration is not usable:');
      assert.deepEqual(
        lines.map((line) => line.trim().split(' ', 1)[0]),
        ['HTTP_PORT', 'DATABASE_POOL_SIZE', 'REDIS_URL', 'USE_HTTPS', 'LOG_LEVEL'],
      );
      return true;
    },
  );
});

test('a message never repeats a value that may hold a password or a secret', () => {
  const hidden = 'hunter2-hunter2';
  const problems = problemsOf(() =>
    readConfig(
      {
        ...serviceVariables(8003, 'dev'),
        peer: required('AUTH_SERVICE_URL', serviceUrl),
      },
      {
        ...DEVELOPMENT,
        DATABASE_URL: `mysql://root:${hidden}@localhost/db`,
        REDIS_URL: `http://:${hidden}@localhost`,
        JWT_SECRET: `${hidden}!`,
        AUTH_SERVICE_URL: `ftp://user:${hidden}@auth`,
      },
    ),
  );
  assert.deepEqual(
    problems.map((line) => line.split(' ', 1)[0]),
    ['DATABASE_URL', 'REDIS_URL', 'JWT_SECRET', 'AUTH_SERVICE_URL'],
  );
  assert.ok(!problems.join('\n').includes(hidden), problems.join('\n'));
});

test('the configuration cannot be changed once it is read', () => {
  const config = readConfig({ name: optional('NAME', text, 'none') }, {});
  assert.throws(() => Object.assign(config, { name: 'other' }), TypeError);
});

const taken: { read: Reader<unknown>; value: string; gives: unknown; why: string }[] = [
  { read: port, value: '1', gives: 1, why: 'the lowest port' },
  { read: port, value: '65535', gives: 65_535, why: 'the highest port' },
  { read: boolean, value: 'true', gives: true, why: 'the word' },
  { read: boolean, value: '0', gives: false, why: 'the digit' },
  { read: integer(1, 500), value: '500', gives: 500, why: 'the bound itself' },
  { read: positiveNumber, value: '0.5', gives: 0.5, why: 'a fraction' },
  {
    read: networks,
    value: '10.0.0.7, 10.1.0.0/16,fd00::/8',
    gives: ['10.0.0.7', '10.1.0.0/16', 'fd00::/8'],
    why: 'an address and networks of both kinds',
  },
  {
    read: postgresUrl,
    value: 'postgresql://a/b',
    gives: 'postgresql://a/b',
    why: 'the long scheme',
  },
  { read: keyValueUrl, value: 'memory:', gives: 'memory:', why: 'a store inside the process' },
  {
    read: keyValueUrl,
    value: 'rediss://a:6379/0',
    gives: 'rediss://a:6379/0',
    why: 'Redis by TLS',
  },
  {
    read: serviceUrl,
    value: 'http://auth:8001//',
    gives: 'http://auth:8001',
    why: 'slashes at the end',
  },
  { read: origin, value: 'https://example.org/', gives: 'https://example.org', why: 'one slash' },
  { read: semanticVersion, value: '1.4.0', gives: '1.4.0', why: 'a release' },
  {
    read: semanticVersion,
    value: '1.4.0-rc.1+9f2c1ab',
    gives: '1.4.0-rc.1+9f2c1ab',
    why: 'a build between releases',
  },
  {
    read: utcInstant,
    value: '2026-08-01T09:00:00.000Z',
    gives: '2026-08-01T09:00:00.000Z',
    why: 'UTC as it is written',
  },
  {
    read: utcInstant,
    value: '2026-08-01T12:00:00+03:00',
    gives: '2026-08-01T09:00:00Z',
    why: 'Moscow time is told in UTC',
  },
  { read: base64Secret, value: '_-8=', gives: Buffer.from([255, 239]), why: 'URL-safe' },
];
for (const { read, value, gives, why } of taken) {
  test(`${read.name || 'integer'} accepts ${value}: ${why}`, () => {
    assert.deepEqual(read(value), gives);
  });
}

const refused: { read: Reader<unknown>; value: string; why: string }[] = [
  { read: port, value: '0', why: 'the system would choose' },
  { read: port, value: '65536', why: 'too high' },
  { read: port, value: '0x50', why: 'not decimal' },
  { read: port, value: ' 80', why: 'a space' },
  { read: port, value: '-1', why: 'negative' },
  { read: port, value: '80.0', why: 'a fraction' },
  { read: boolean, value: 'TRUE', why: 'another spelling' },
  { read: boolean, value: 'yes', why: 'another word' },
  { read: integer(1, 500), value: '501', why: 'above the bound' },
  { read: integer(1, 500), value: '1e2', why: 'an exponent' },
  { read: integer(1, 500), value: '٣', why: 'digits of another script' },
  { read: positiveNumber, value: '0', why: 'nobody could do anything' },
  { read: positiveNumber, value: '-1', why: 'negative' },
  { read: positiveNumber, value: '1e3', why: 'an exponent' },
  { read: networks, value: 'proxy.example.org', why: 'a name' },
  { read: networks, value: '10.0.0.7,', why: 'a comma with nothing behind' },
  { read: networks, value: '0.0.0.0/0', why: 'everybody would be trusted' },
  { read: networks, value: '10.0.0.0/33', why: 'more bits than an address has' },
  { read: networks, value: '10.0.0.0/8/8', why: 'two lengths' },
  { read: postgresUrl, value: 'localhost:5433/auth', why: 'no scheme' },
  { read: postgresUrl, value: 'https://localhost/auth', why: 'another scheme' },
  { read: keyValueUrl, value: 'memory', why: 'no colon' },
  { read: serviceUrl, value: 'auth:8001', why: 'the host taken for a scheme' },
  { read: origin, value: '*', why: 'any origin' },
  { read: origin, value: 'https://example.org/app', why: 'a path' },
  { read: origin, value: 'https://a.org,https://b.org', why: 'two' },
  { read: origin, value: 'example.org', why: 'no scheme' },
  { read: semanticVersion, value: 'v1.4.0', why: "the v is the tag's" },
  { read: semanticVersion, value: '1.4', why: 'no patch' },
  { read: semanticVersion, value: '1.04.0', why: 'a leading zero' },
  { read: utcInstant, value: '2026-08-01', why: 'a day' },
  { read: utcInstant, value: '2026-08-01T09:00:00', why: 'no offset' },
  { read: utcInstant, value: '1785574800', why: 'a number of seconds' },
  { read: base64Secret, value: 'not base64', why: 'a space' },
  { read: base64Secret, value: 'AAAAA', why: 'a character left over' },
  { read: base64Secret, value: 'A', why: 'it would be an empty secret' },
  { read: base64Secret, value: '====', why: 'only padding' },
];
for (const { read, value, why } of refused) {
  test(`${read.name || 'a reader'} refuses ${value}: ${why}`, () => {
    assert.throws(() => read(value), /^Error: must /);
  });
}

const strengths = [
  { secret: Buffer.from(SECRET, 'base64'), isGood: true, why: '32 bytes' },
  { secret: Buffer.from(SECRET, 'base64').subarray(1), isGood: false, why: '31 bytes' },
  { secret: Buffer.alloc(32), isGood: false, why: 'all zero' },
  { secret: Buffer.from('ab'.repeat(32)), isGood: false, why: 'two characters over and over' },
  {
    secret: Buffer.from('please-change-me-before-you-go-live!'),
    isGood: false,
    why: 'a placeholder put into base64',
  },
  {
    secret: Buffer.from('changemechangemechangemechangemechangemechangeme', 'base64'),
    isGood: false,
    why: 'a placeholder that happens to be base64',
  },
];
for (const { secret, isGood, why } of strengths) {
  test(`in production a secret is ${isGood ? 'taken' : 'refused'}: ${why}`, () => {
    const environment = {
      ...DEVELOPMENT,
      JWT_SECRET: secret.toString('base64'),
      USE_HTTPS: 'perhaps',
    };
    const problems = (appEnv: string) =>
      problemsOf(() => readConfig(serviceVariables(8003, appEnv), environment));
    assert.deepEqual(
      problems('production').filter((problem) => problem.startsWith('JWT_SECRET')).length,
      isGood ? 0 : 1,
    );
    assert.ok(
      problems('production').some((problem) => problem.startsWith('USE_HTTPS')),
      'named together',
    );
    assert.ok(!problems('production').join().includes(secret.toString('base64')));
    assert.equal(problems('dev').length, 1);
  });
}
