// A month using the command line alone, as its docs page describes, and what it prints when something is wrong.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { createApiKey } from '@kvartplata/contracts/auth/api-keys.ts';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { listPayments } from '@kvartplata/contracts/billing/payments.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import {
  seedGoldenHouse,
  type GoldenHouseAnswer,
} from '@kvartplata/contracts/core/golden-house.ts';
import { downloadReadingRows } from '@kvartplata/contracts/core/imports.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { clientOf, PASSWORD, signUp } from '@kvartplata/platform/testing/people.ts';
import { pack } from '../tools/packages/pack.ts';
import {
  installProgram,
  serveAddresses,
  type InstalledProgram,
} from './testing/installed-program.ts';
import { runProgram, type Ran } from './testing/run-program.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

const PACKAGE = path.resolve(import.meta.dirname, '../command-line/package.json');
const DOCS = path.resolve(import.meta.dirname, '../docs/operating/command-line.md');
const TODAY = Temporal.Now.plainDateISO('Europe/Moscow');

let services: ThreeServices;
let owner: Client;
let house: GoldenHouseAnswer;
let program: InstalledProgram;
let page: Awaited<ReturnType<typeof serveAddresses>>;
let month: string;
let key: string;
before(async () => {
  services = await startThreeServices();
  owner = clientOf(services, await signUp(services, 'anna'));
  const organization = { name: 'ТСЖ «Садовая, 12»', ...BANK };
  const { id: organizationId } = await owner.call(createOrganization, { body: organization });
  house = await owner.call(seedGoldenHouse, { body: { organizationId, houseId: 0 } });
  month = house.months[0] ?? '';
  const expiresOn = TODAY.add({ days: 1 }).toString();
  const body = { organizationId, name: 'Сценарий', role: 'accountant', expiresOn } as const;
  ({ key } = await owner.call(createApiKey, { body }));
  page = await serveAddresses(services.urls);
  program = await installProgram({
    KVARTPLATA_URL: page.url,
    PASSWORD,
    HOUSE: String(house.houseId),
    MONTH: month,
    TODAY: TODAY.toString(),
  });
});
after(async () => {
  await services.stop();
  page.stop();
  program.remove();
});

const BANK = {
  inn: '7707083893',
  bankDetails: {
    bankName: 'ПАО СБЕРБАНК',
    bic: '044525225',
    settlementAccount: '40702810538000123456',
    correspondentAccount: '30101810400000000225',
  },
};

const asProgram = { env: { KVARTPLATA_API_KEY: '' } };
const sessionFile = (): string => path.join(program.folder, 'config/kvartplata/session.json');

function assertEnded({ code, stdout, stderr }: Ran, expected: number, says: RegExp): void {
  assert.equal(code, expected, `${stdout}${stderr}`);
  assert.match(stderr, says);
  assert.ok(!`${stdout}${stderr}`.includes(key) && !`${stdout}${stderr}`.includes(PASSWORD));
}

test('the package is installed by the line of the docs', async () => {
  const { folder } = program;
  const [{ file } = { file: '' }] = await pack(path.join(folder, 'dist'), ['command-line']);
  const [, place = ''] = /^npm install --global (\S+)$/m.exec(readFileSync(DOCS, 'utf8')) ?? [];
  // Its folder as the page writes it: npm would look for "dist/x" on GitHub.
  const given = place.replace(/[^/]+$/, path.basename(file));
  const install = ['install', '--offline', '--global', '--prefix', path.join(folder, 'global')];
  const ran = await runProgram('npm', [...install, given], { env: process.env, cwd: folder });
  assert.equal(ran.code, 0, ran.stderr);
  assert.ok(existsSync(path.join(folder, 'global/bin/kvartplata')));
});

describe('a month', () => {
  const said = new Map<string, Ran>();

  test('is taken from its readings to its close by the commands of the docs', async () => {
    const rows = await owner.callFile(downloadReadingRows, {
      query: { organizationId: house.organizationId, period: month, format: 'csv' },
    });
    writeFileSync(path.join(program.folder, 'readings.csv'), await rows.text());
    const registry = `account;amount;date\nLS02;250.00;${TODAY.toString()}\n`;
    writeFileSync(path.join(program.folder, 'registry.csv'), registry);
    const [, commands = ''] = /```sh\n(.*?)```/s.exec(readFileSync(DOCS, 'utf8')) ?? [];
    for (const line of commands.trim().split('\n')) {
      const ran = await program.sh(line);
      assert.equal(ran.code, 0, `${line}\n${ran.stdout}${ran.stderr}`);
      said.set(line, ran);
      if (line.includes('login')) assert.equal(statSync(sessionFile()).mode & 0o777, 0o600);
    }
    const { items } = await owner.call(listCycles);
    assert.deepEqual(
      items.map(({ status }) => status),
      ['CLOSED'],
    );
  });

  test('is reported in tables, in lines of JSON, and in files', async () => {
    const outOf = (words: string): string =>
      [...said].find(([line]) => line.includes(words))?.[1].stdout ?? '';
    assert.match(outOf('kvartplata houses'), /^ *id +address +accounts +since\n/);
    assert.match(outOf('readings.csv'), /Rows: \d+, valid: \d+, refused: 0, changes: 0\n/);
    const [payment, ...others] = outOf('--json').trim().split('\n');
    assert.equal((JSON.parse(payment ?? 'null') as { readonly amount: string }).amount, '1000.00');
    assert.deepEqual(others, []);
    const period = Temporal.PlainYearMonth.from(month);
    const query = { houseId: house.houseId, periodFrom: period, periodTo: period };
    const { totals } = await owner.call(getTurnoverBalance, { query });
    const last = outOf('reports turnover').trim().split('\n').at(-1);
    assert.ok(last?.includes(totals.charged), String(last));
    const read = (name: string): string =>
      readFileSync(path.join(program.folder, name)).toString('latin1');
    assert.equal(read('receipt.pdf').slice(0, 5), '%PDF-');
    assert.equal(read('collection.xlsx').slice(0, 2), 'PK');
    assert.ok(!existsSync(sessionFile()), 'nothing is kept after logout');
  });

  test('can be read by a program with only its key, in Russian too', async () => {
    const env = { KVARTPLATA_API_KEY: key, LC_ALL: 'ru_RU.UTF-8' };
    const { code, stdout } = await program.sh('kvartplata month state --month $MONTH', { env });
    assert.equal(code, 0);
    assert.match(stdout, /^\d\d\.\d{4}: закрыт, начислено [\d ]+,\d\d, счетов 10\n/);
    const payments = await program.sh('kvartplata payments list --account LS02', { env });
    assert.match(payments.stdout, /^ *№ +день +сумма +счёт /);
    assert.match(payments.stdout, /\d\d\.\d\d\.\d{4} +250,00 +LS02 .* проведён\n$/);
    assert.ok(!existsSync(sessionFile()));
  });
});

describe('a command line', () => {
  const USAGE: readonly (readonly [string, RegExp])[] = [
    ['kvartplata march', /no such command: march/],
    ['kvartplata --march', /no such command: --march/],
    ["kvartplata ''", /no such command: ""/],
    ['kvartplata houses --hause 1', /--hause/],
    ['kvartplata month apply', /missing: --month/],
    ['kvartplata month apply --month 2026-13', /a month is needed/],
    ['kvartplata readings send --house 1 --month 2026-10 twelve', /METER=VALUE is needed/],
    ['kvartplata readings list --house zwei --month 2026-10', /a number is needed/],
    ['kvartplata payments import x.csv --profile gold', /one of sberbank/],
    ['kvartplata payments reverse 1e1 --reason wrong', /the id of a payment is needed/],
    ['kvartplata payments reverse 0x10 --reason wrong', /the id of a payment is needed/],
    ['kvartplata houses --lang fr', /--lang is ru or en/],
  ];
  for (const [line, says] of USAGE)
    test(`with a mistake is refused: ${line}`, async () => {
      const ran = await program.sh(line, { env: { KVARTPLATA_API_KEY: key } });
      assertEnded(ran, 2, says);
    });

  test('may ask for the version', async () => {
    const { code, stdout } = await program.sh('kvartplata --version');
    assert.equal(code, 0);
    const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { readonly version: string };
    assert.equal(stdout, `${version}\n`);
  });

  test('is explained by the help, all commands and each', async () => {
    const { code, stdout } = await program.sh('kvartplata help --lang ru');
    assert.equal(code, 0);
    assert.match(stdout, /payments import FILE +загрузить реестр/);
    const one = await program.sh('kvartplata payments book --help');
    assert.match(one.stdout, /--paid-on YYYY-MM-DD +the day of payment/);
    const group = await program.sh('kvartplata month --help');
    assert.deepEqual(
      [...group.stdout.matchAll(/^ {2}month (\w+)/gm)].map(([, name]) => name),
      ['state', 'calculate', 'apply', 'close'],
    );
  });
});

describe('what is refused', () => {
  test('says why: not signed in, or a wrong password, which leaves nothing behind', async () => {
    assertEnded(
      await program.sh('kvartplata houses', asProgram),
      1,
      /not signed in: kvartplata login/,
    );
    const wrong = await program.sh('kvartplata login --username anna', { input: 'wrong\n' });
    assertEnded(wrong, 1, /The username or the password is wrong \(wrong-credentials\)/);
    assertEnded(await program.sh('kvartplata login --username anna'), 1, /nothing was entered/);
    assert.ok(!existsSync(sessionFile()));
  });

  const env = () => ({ env: { KVARTPLATA_API_KEY: key } });

  test('says why: a truncated key, a missing house, an invalid amount, an unknown account', async () => {
    const cut = { env: { KVARTPLATA_API_KEY: key.slice(0, -1) } };
    assertEnded(await program.sh('kvartplata houses', cut), 1, /\(not-signed-in\)/);
    const unknown = await program.sh(
      'kvartplata readings list --house 9999 --month 2026-01',
      env(),
    );
    assertEnded(unknown, 1, /\(not-found\)/);
    const book = 'kvartplata payments book --account LS03 --paid-on $TODAY --amount';
    const amount = await program.sh(`${book} 1.234`, env());
    assertEnded(amount, 1, /\/amount: A number above 0, at most 999\s999\s999,99/);
    assertEnded(await program.sh(`${book.replace('LS03', 'LS77')} 1`, env()), 1, /no account LS77/);
  });

  test('says why: a missing file, and one that is not a table', async () => {
    const importing = 'kvartplata payments import --profile csv';
    assertEnded(
      await program.sh(`${importing} none.csv`, env()),
      1,
      /none\.csv: no such file or folder \(ENOENT\)\n/,
    );
    assertEnded(
      await program.sh(`${importing} node_modules`, env()),
      1,
      /^kvartplata: node_modules: a folder, not a file \(EISDIR\)\n/,
    );
    const russian = `${importing} none.csv --lang ru`;
    assertEnded(await program.sh(russian, env()), 1, /none\.csv: нет такого файла или папки/);
    writeFileSync(path.join(program.folder, 'noise.xlsx'), Buffer.from([80, 75, 3, 4, 0, 1, 2]));
    assertEnded(await program.sh(`${importing} noise.xlsx`, env()), 1, /\(malformed-file\)/);
    writeFileSync(path.join(program.folder, 'header.csv'), 'account;amount;date\n');
    const empty = await program.sh(`${importing} header.csv`, env());
    assertEnded(empty, 1, /\(malformed-file\)\nkvartplata: The file has no payments\n/);
  });

  test('has another exit code than what is unavailable', async () => {
    const away = { env: { KVARTPLATA_URL: 'http://127.0.0.1:9', KVARTPLATA_API_KEY: key } };
    assertEnded(await program.sh('kvartplata houses', away), 3, /\(unreachable\)/);
  });

  test('does not include an output that its reader closes early', async () => {
    const { stderr } = await program.sh(
      '(kvartplata accounts --json; echo "left with $?" >&2) | true',
      env(),
    );
    assert.equal(stderr, 'left with 0\n');
  });
});

test('a payment sent twice with the same key is booked once', async () => {
  const line =
    'kvartplata payments book --account LS04 --amount 77,50 --paid-on $TODAY --key k-1 --json';
  const env = { KVARTPLATA_API_KEY: key };
  const [first, again] = [await program.sh(line, { env }), await program.sh(line, { env })];
  assert.deepEqual(JSON.parse(first.stdout), JSON.parse(again.stdout));
  const { items } = await owner.call(listPayments, { query: { houseId: house.houseId } });
  assert.equal(items.filter(({ amount }) => amount === '77.50').length, 1);
  const { id } = JSON.parse(first.stdout) as { readonly id: number };
  const reverse = `kvartplata payments reverse ${id} --reason 'дважды'`;
  assert.match((await program.sh(reverse, { env })).stdout, /is reversed/);
});
