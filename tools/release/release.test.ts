import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import {
  createRepository,
  START,
  type SmallRepository,
  type Where,
} from './testing/small-repository.ts';

let repository: SmallRepository;

beforeEach(() => {
  repository = createRepository();
});
afterEach(() => repository.remove());

function manifest(folder: string): Record<string, unknown> {
  return JSON.parse(repository.read(path.join(folder, 'package.json'))) as Record<string, unknown>;
}

const FOLDERS = [
  '',
  'domain',
  'contracts',
  'client',
  'command-line',
  'platform',
  'services/auth',
  'services/core',
  'services/billing',
  'web',
  'migrate-from',
];

/** `<image>:<tag>` in all manifests, where a container runs it and where kustomize names it. */
function imageTags(): readonly string[] {
  const text = repository.git('grep', '-h', '-A1', 'kvartplata/', '--', 'deploy/kubernetes');
  return [...text.matchAll(/kvartplata\/([a-z]+)(?::|\s+newTag: )(\S+)/g)].map(
    ([, image, tag]) => `${image}:${tag}`,
  );
}

function versions(): readonly unknown[] {
  return FOLDERS.map((folder) => manifest(folder)['version']);
}

/** The files of the last commit, each with its removed and added lines. */
function changesOfLastCommit(): readonly string[] {
  return repository.git('show', '--numstat', '--patience', '--format=', 'HEAD').trim().split('\n');
}

/** Runs a release that must be refused in one sentence, and returns the sentence. */
function refusal(args: readonly string[], where?: Where): string {
  const before = repository.state();
  const { code, stdout, stderr } = repository.release(args, where);
  assert.deepEqual([code, stdout], [1, ''], stderr);
  assert.match(stderr, /^Not released: .*[.)]\n$/);
  assert.equal(repository.state(), before);
  return stderr;
}

test('a release of the system sets every version and range, names the changelog, commits and tags', () => {
  const { code, stdout } = repository.release(['0.10.0']);
  assert.equal(code, 0);
  assert.ok(stdout.includes('git push --atomic origin main v0.10.0'));
  assert.deepEqual(new Set(versions()), new Set(['0.10.0']));
  for (const folder of FOLDERS) {
    const dependencies = (manifest(folder)['dependencies'] ?? {}) as Record<string, string>;
    for (const [name, range] of Object.entries(dependencies))
      assert.equal(range === '0.10.0', name.startsWith('@kvartplata/'), `${folder}: ${name}`);
  }
  assert.ok(!repository.read('package-lock.json').includes(`"${START}"`));
  const images = ['auth', 'billing', 'core', 'migrate', 'page'];
  assert.deepEqual(
    imageTags().toSorted(),
    images.flatMap((image) => [`${image}:0.10.0`, `${image}:0.10.0`]),
  );
  assert.match(
    repository.read('CHANGELOG.md'),
    /^# Changelog\n\n## \[Unreleased\]\n\n## \[0\.10\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n- A thing\.\n$/,
  );
  assert.equal(repository.git('log', '-1', '--format=%B').trim(), 'release: v0.10.0');
  assert.equal(repository.git('rev-list', '--count', 'HEAD').trim(), '2');
  assert.equal(repository.git('cat-file', '-t', 'v0.10.0').trim(), 'tag');
  assert.equal(repository.git('rev-parse', 'v0.10.0^{}'), repository.git('rev-parse', 'HEAD'));
  assert.equal(repository.git('status', '--porcelain'), '');
});

test('a release of a service sets its version, its image and that of the migrations, and nothing else', () => {
  const { code, stdout } = repository.release(['--service', 'billing', '0.9.1']);
  assert.equal(code, 0);
  assert.ok(stdout.includes('git push --atomic origin main billing-service/v0.9.1'));
  assert.deepEqual(changesOfLastCommit(), [
    '1\t1\tdeploy/kubernetes/billing.yaml',
    '2\t2\tdeploy/kubernetes/kustomization.yaml',
    '1\t1\tdeploy/kubernetes/migrate.yaml',
    '1\t1\tmigrate-from/package.json',
    '2\t2\tpackage-lock.json',
    '1\t1\tservices/billing/package.json',
  ]);
  assert.equal(manifest('services/billing')['version'], '0.9.1');
  assert.deepEqual(
    [...new Set(imageTags())].filter((image) => !image.endsWith(`:${START}`)).toSorted(),
    ['billing:0.9.1', 'migrate:billing-0.9.1'],
  );
  assert.equal(
    repository.git('log', '-1', '--format=%B').trim(),
    'release: billing-service v0.9.1',
  );
  assert.equal(repository.git('cat-file', '-t', 'billing-service/v0.9.1').trim(), 'tag');
});

test('services are released ahead of the system one by one, and the system takes them all along', () => {
  assert.equal(repository.release(['--service', 'auth', '0.9.1']).code, 0);
  assert.equal(repository.release(['--service', 'core', '0.12.0']).code, 0);
  assert.equal(repository.release(['--service=auth', '0.9.2']).code, 0);
  const taken = refusal(['0.12.0']);
  assert.ok(taken.includes('core-service') && taken.includes('already at 0.12.0'), taken);
  assert.equal(repository.release(['0.12.1']).code, 0);
  assert.ok(imageTags().includes('migrate:0.12.1'));
  assert.deepEqual(new Set(versions()), new Set(['0.12.1']));
  assert.ok(!/"0\.(?:9\.\d|12\.0)"/.test(repository.read('services/core/package.json')));
});

test('a new workspace gets the version of the system once the lock knows it', () => {
  const root = repository.read('package.json');
  repository.write('package.json', root.replace('"web"', '"web",\n    "desk"'));
  mkdirSync(path.join(repository.root, 'desk'));
  const desk = { name: '@kvartplata/desk', version: START };
  repository.write('desk/package.json', JSON.stringify(desk));
  repository.commitAll();
  assert.ok(refusal(['1.0.0']).includes('npm install'));
  const lock = repository.read('package-lock.json');
  const entry = `"packages": {\n    "desk": ${JSON.stringify(desk)},`;
  repository.write('package-lock.json', lock.replace('"packages": {', entry));
  repository.commitAll();
  assert.equal(repository.release(['1.0.0']).code, 0);
  assert.equal(manifest('desk')['version'], '1.0.0');
});

test('a dry run shows every line, the commit and the tag, and changes nothing', () => {
  const before = repository.state();
  const { code, stdout } = repository.release(['1.0.0', '--dry-run']);
  assert.equal(code, 0);
  assert.equal(repository.state(), before);
  const announced = stdout.split('\n').filter((line) => /^ *\d+ [-+] /.test(line));
  assert.ok(stdout.includes('commit  release: v1.0.0\ntag     v1.0.0\n'));
  assert.equal(repository.release(['1.0.0']).code, 0);
  const counts = changesOfLastCommit().map((line) => line.split('\t'));
  const changed = counts.reduce((sum, [added, taken]) => sum + Number(added) + Number(taken), 0);
  assert.equal(announced.length, changed);
  for (const [, , file = ''] of counts) assert.ok(stdout.includes(`${file}\n`), file);
});

test('a dry run in a state that forbids a release shows it anyway, and says so', () => {
  repository.write('new.txt', '');
  const { code, stdout } = repository.release(['--dry-run', '--service', 'core', '1.0.0']);
  assert.equal(code, 0);
  assert.ok(stdout.includes('tag     core-service/v1.0.0'));
  assert.match(stdout, /would be refused now: .*new\.txt/);
});

test('the help lists the forms, examples and exit codes', () => {
  for (const args of [['--help'], ['-h'], ['--help', '1.0.0']]) {
    const { code, stdout } = repository.release(args);
    assert.equal(code, 0);
    for (const words of ['--service', '--dry-run', 'Examples', 'Exit codes'])
      assert.ok(stdout.includes(words), words);
  }
});

const refusedArguments = [
  { args: [], words: 'version is missing', why: 'nothing is asked for' },
  { args: ['--service', 'auth'], words: 'version is missing', why: 'a service has no version' },
  {
    args: ['--service'],
    words: "'--service <value>' argument missing",
    why: 'no service is named',
  },
  {
    args: ['--service', '--dry-run', '1.0.0'],
    words: '--service',
    why: 'an option is named as the service',
  },
  { args: ['1.0.0', '1.1.0'], words: 'One version', why: 'there are two versions' },
  {
    args: ['--service', 'auth', '--service', 'core', '1.0.0'],
    words: 'one service',
    why: 'there are two services',
  },
  { args: ['--force', '1.0.0'], words: "Unknown option '--force'", why: 'the option is unknown' },
  { args: ['--dry-run=no', '1.0.0'], words: '--dry-run', why: 'a switch has a value' },
  { args: ['patch'], words: '"patch" is not a version', why: 'the version is a word' },
  { args: ['v1.0.0'], words: '"v1.0.0" is not a version', why: 'the version has a v' },
  {
    args: ['1.0.0-rc.1'],
    words: '"1.0.0-rc.1" is not a version',
    why: 'the version is a pre-release',
  },
  {
    args: ['--service', 'web', '1.0.0'],
    words: 'auth, billing, core',
    why: 'the service is unknown',
  },
  {
    args: ['--service', 'auth/../core', '1.0.0'],
    words: 'no service',
    why: 'the service is a path',
  },
  {
    args: ['0.9.0'],
    words: 'the system is already at 0.9.0',
    why: 'the version is the present one',
  },
  { args: ['0.8.10'], words: 'does not grow', why: 'the version goes back' },
  {
    args: ['--service', 'core', '0.9.0'],
    words: 'core-service is already at 0.9.0',
    why: "the service's version is the present one",
  },
];
for (const { args, words, why } of refusedArguments) {
  test(`a release is refused when ${why}`, () => {
    const told = refusal(args);
    assert.ok(told.includes(words), told);
  });
}

test('a release is refused when npm has consumed an option', () => {
  for (const option of ['dry_run', 'service'])
    assert.match(
      refusal(['1.0.0'], { environment: { [`npm_config_${option}`]: 'true' } }),
      /npm run release -- /,
    );
});

const refusedStates: readonly {
  why: string;
  words: string;
  make: (repository: SmallRepository) => void;
}[] = [
  {
    why: 'a file is changed',
    words: '(CHANGELOG.md)',
    make: ({ write }) => write('CHANGELOG.md', '## [Unreleased]'),
  },
  { why: 'a file is new', words: '(new.txt)', make: ({ write }) => write('new.txt', '') },
  {
    why: 'a change is staged',
    words: '(new.txt)',
    make: ({ write, git }) => {
      write('new.txt', '');
      git('add', 'new.txt');
    },
  },
  {
    why: 'many files are new',
    words: '(a, b, c and 1 more)',
    make: ({ write }) => 'abcd'.split('').forEach((name) => write(name, '')),
  },
  {
    why: 'HEAD is detached',
    words: 'detached',
    make: ({ git }) => void git('switch', '--quiet', '--detach'),
  },
  {
    why: 'the tag is there',
    words: 'tag v1.0.0 is already there',
    make: ({ git }) => void git('tag', 'v1.0.0'),
  },
  {
    why: 'the changelog has no place for it',
    words: 'no heading',
    make: ({ write, commitAll }) => {
      write('CHANGELOG.md', '# Changelog\n');
      commitAll();
    },
  },
  {
    why: 'a package.json is broken',
    words: 'domain/package.json is no JSON',
    make: ({ write, commitAll }) => {
      write('domain/package.json', '{');
      commitAll();
    },
  },
  {
    why: 'the present version is none',
    words: '"next" is not a version',
    make: ({ read, write, commitAll }) => {
      for (const file of ['package.json', 'package-lock.json'])
        write(file, read(file).replaceAll(`"version": "${START}"`, '"version": "next"'));
      for (const folder of FOLDERS.slice(1))
        write(`${folder}/package.json`, read(`${folder}/package.json`).replace(START, 'next'));
      commitAll();
    },
  },
];
for (const { why, words, make } of refusedStates) {
  test(`a release is refused when ${why}`, () => {
    make(repository);
    const told = refusal(['1.0.0']);
    assert.ok(told.includes(words), told);
  });
}

test('a release is refused outside a repository, and a dry run is not', () => {
  rmSync(path.join(repository.root, '.git'), { recursive: true });
  const { code, stderr } = repository.release(['1.0.0']);
  assert.equal(code, 1);
  assert.match(stderr, /^Not released: .* is not a git repository.*\.\n$/);
  assert.equal(repository.release(['1.0.0', '--dry-run']).code, 0);
  assert.deepEqual(new Set(versions()), new Set([START]));
});

test('a release is refused when the project is a folder of another repository', () => {
  const inner = path.join(repository.root, 'inner');
  mkdirSync(inner);
  const tops = FOLDERS.map((folder) => folder.split('/', 1)[0] || 'package.json');
  for (const top of new Set([...tops, 'package-lock.json', 'CHANGELOG.md']))
    renameSync(path.join(repository.root, top), path.join(inner, top));
  repository.commitAll();
  assert.ok(refusal(['1.0.0'], { folder: 'inner' }).includes('not the top of its git repository'));
});

test('a release is refused outside the project’s top folder', () => {
  assert.ok(refusal(['1.0.0'], { folder: 'domain' }).includes("run this at the project's top"));
});

const failures: readonly {
  why: string;
  words: RegExp;
  make: (repository: SmallRepository) => void;
}[] = [
  {
    why: 'git knows no author',
    words: /user\.useConfigOnly|email/,
    make: ({ git }) => {
      git('config', '--unset', 'user.name');
      git('config', '--unset', 'user.email');
      git('config', 'user.useConfigOnly', 'true');
    },
  },
  {
    why: 'a hook refuses the commit',
    words: /not on a Friday/,
    make: ({ addHook }) => addHook('pre-commit', 'echo not on a Friday; exit 1'),
  },
  {
    why: 'a hook refuses the message',
    words: /put back/,
    make: ({ addHook }) => addHook('commit-msg', 'exit 1'),
  },
  {
    why: 'the tag fails after the commit',
    words: /refs\/tags\/v1\.0\.0/,
    make: ({ git }) => void git('tag', 'v1.0.0/in-the-way'),
  },
  {
    why: 'it is told to stop in the middle',
    words: /put back/,
    // The hook's parent is git, whose parent is the command.
    make: ({ addHook }) => addHook('pre-commit', 'kill -TERM $(ps -o ppid= -p $PPID); exit 1'),
  },
];
for (const { why, words, make } of failures) {
  test(`everything is restored when ${why}`, () => {
    make(repository);
    const before = repository.state();
    const { code, stdout, stderr } = repository.release(['1.0.0']);
    assert.deepEqual([code, stdout], [1, ''], stderr);
    assert.match(stderr, /^Not released: A step failed, so everything is put back: /);
    assert.match(stderr, words);
    assert.equal(repository.state(), before);
    assert.deepEqual(new Set(versions()), new Set([START]));
  });
}
