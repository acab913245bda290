import assert from 'node:assert/strict';
import { afterEach, before, after, describe, test } from 'node:test';
import { devNull } from 'node:os';
import { copyAll } from './copy-all.ts';
import { createFormerDatabase, type FormerDatabase } from './testing/former-database.ts';
import { createCopyStand, type CopyStand } from './testing/copy-stand.ts';

let former: FormerDatabase;
let stand: CopyStand;

before(async () => {
  former = await createFormerDatabase(250);
  stand = await createCopyStand();
});
after(async () => {
  await stand.drop();
  await former.drop();
});
afterEach(async () => {
  const { rows } = await stand.pools.auth.query(
    `select (select count(*) from users) as users, to_regclass('former_application.copied') as begun`,
  );
  assert.deepEqual(rows, [{ users: '0', begun: null }], 'nothing was begun');
});

/** Runs a copy that has to be refused. @returns the reported problems */
async function complaints(): Promise<readonly string[]> {
  const lines: string[] = [];
  const request = {
    sourceUrl: former.url,
    isDryRun: false,
    passwordsFile: devNull,
    batchRows: 10,
  };
  const voice = { tell: () => undefined, complain: (line: string) => void lines.push(line) };
  const pace = { signal: new AbortController().signal, say: assert.fail };
  await assert.rejects(
    copyAll(request, stand.targets, voice, pace),
    /^CopyRefusal: .* in the former database, told above: .* Nothing was copied now\.$/,
  );
  return lines;
}

/** The statement that breaks something, the one that repairs it, and the expected report. */
const CATALOGUE = [
  'cold-water, hot-water, water-disposal, heating, electricity, upkeep, cold-water-odn, hot-water-two-component',
  'electricity-day, electricity-night, gas, waste, major-repairs, hot-water-odn, hot-water-two-component-odn',
  'water-disposal-odn, electricity-odn, electricity-day-odn, electricity-night-odn',
  'electricity-peak, electricity-half-peak, electricity-peak-odn, electricity-half-peak-odn',
].join(', ');

const FAULTS: readonly (readonly [
  why: string,
  breaks: string,
  mends: string,
  said: readonly string[],
])[] = [
  [
    'a room without area',
    'update rooms set area = 0 where id = 1007',
    'update rooms set area = 31.25 where id = 1007',
    ['rooms 1007: area breaks rooms_area_range: area > 0 and area <= 100000 (0)'],
  ],
  [
    'figures that would be rounded or cut',
    'update rooms set area = 31.255 where id = 1007; update personal_accounts set owners = 70000 where id = 5002',
    'update rooms set area = 31.25 where id = 1007; update personal_accounts set owners = 1 where id = 5002',
    [
      'rooms 1007: area has more than 2 decimal places (31.255)',
      'personal_accounts 5002: owners is not from -32768 to 32767 (70000)',
      'personal_accounts 5002: owners breaks personal_accounts_owners_range: owners >= 1 and owners <= 1000 (70000)',
    ],
  ],
  [
    'an account number that two houses of an organization have',
    `update personal_accounts set account_number = 'ЛС-1/2' where id = 5402`,
    `update personal_accounts set account_number = 'ЛС-5/1' where id = 5402`,
    [
      'personal_accounts 5402: houses.organization_id, account_number breaks account_numbers_pkey: the same as in 5004 (12, ЛС-1/2)',
    ],
  ],
  [
    'a value that is missing, told once though two tables want it',
    'update personal_accounts set opened_on = null, payer = null where id = 5002',
    `update personal_accounts set opened_on = '2020-01-01', payer = 'Иванов И.' where id = 5002`,
    ['personal_accounts 5002: payer is missing', 'personal_accounts 5002: opened_on is missing'],
  ],
  [
    'tariffs that overlap by a day',
    `update service_tariffs set valid_to = '2025-07-01' where id = 1`,
    `update service_tariffs set valid_to = '2025-06-30' where id = 1`,
    [
      'service_tariffs 2: valid_from begins on 2025-07-01, before one of its kind ends on 2025-07-01',
    ],
  ],
  [
    'a method that the service does not know',
    `update house_services set method = 'norm' where id = 10035`,
    `update house_services set method = 'odn' where id = 10035`,
    ['house_services 10035: method "norm" is none of the methods of cold-water-odn'],
  ],
  [
    'a service that the catalogue does not know, and one in another unit',
    `update utility_services set code = 'steam' where id = 74; update utility_services set unit = 'л' where id = 72`,
    `update utility_services set code = 'heating' where id = 74; update utility_services set unit = 'м³' where id = 72`,
    [
      'utility_services 72: unit "л" is not the unit of cold-water here, "м³"',
      `utility_services 74: code "steam" is none of ${CATALOGUE}`,
    ],
  ],
  [
    'readings: one lower than the last, one of more digits than its meter has, two of a month',
    `update meter_readings set value = 100000, rollover = true where id = 6;
     update meter_readings set period = '2025-02-01' where id = 7; update meter_readings set value = 1 where id = 513`,
    `update meter_readings set rollover = false, period = make_date(2025, case when meter_readings.id < 506 then 1 else 2 end, 1),
       value = meters.initial_reading + case when meter_readings.id < 506 then 1 else 2 end * (1 + meters.id % 7) + 0.125
     from meters where meters.id = meter_id and meter_readings.id in (6, 7, 513)`,
    [
      'meter_readings 512: houses.organization_id, house_services.house_id, period, meter_id breaks meter_readings_pkey: the same as in 7 (12, 1003, 2025-02-01, 10005)',
      'meter_readings 511: value 14.625 is below the reading before, 100000, and rollover is not set',
      'meter_readings 513: value 1 is below the reading before, 16.625, and rollover is not set',
      'meter_readings 6: value 100000 has more than the 5 digits of its meter',
    ],
  ],
  [
    'two meters of one service with one serial number, unless it says that there is none',
    `update meters set serial_number = 'ИПУ-1-5002' where id = 10009; update meters set serial_number = 'б/н' where id in (10013, 10017)`,
    `update meters set serial_number = 'ИПУ-1-' || id / 2 where id in (10009, 10013, 10017)`,
    ['meters 10009: serial_number is also that of another meter of the service on 2020-01-01'],
  ],
  [
    'meters and bills of another house than their account',
    `update meters set house_service_id = 10062 where id = 10004; update bills set house_service_id = 10061 where id = 3`,
    `update meters set house_service_id = 10032 where id = 10004; update bills set house_service_id = 10031 where id = 3`,
    [
      'meters 10004: personal_account_id is of house 1003, the house service of house 1006',
      'bills 3: house_service_id is of house 1006, the account of house 1003',
    ],
  ],
  [
    'bills: of nobody, in mid-month, twice, paid on no day and below nothing',
    `update bills set personal_account_id = 1 where id = 3; update bills set period = '2025-01-02' where id = 6;
     update bills set house_service_id = 10034 where id = 9; update bills set paid_on = null where id = 12;
     update bills set paid_amount = -1 where id = 15`,
    `update bills set personal_account_id = 5002 where id = 3; update bills set period = '2025-01-01' where id = 6;
     update bills set house_service_id = 10033 where id = 9; update bills set paid_on = '2025-02-15' where id = 12;
     update bills set paid_amount = amount where id = 15`,
    [
      'bills 3: personal_account_id names no row of personal_accounts (1)',
      'bills 12: houses.organization_id, rooms.house_id, period, personal_account_id, house_service_id breaks charges_pkey: the same as in 9 (12, 1003, 2025-01-01, 5002, 10034, 0)',
      'bills 12: paid_on is missing',
      'bills 6: period is not the first day of a month from 2000 to 2999 (2025-01-02)',
      'bills 15: paid_amount is below 0 (-1)',
    ],
  ],
  [
    'users and organizations that the services would not take',
    `update users set username = 'ANNA', email = 'nobody' where id = 102; update users set first_name = '' where id = 103;
     update organizations set inn = '7707083894' where id = 11; update organizations set name = ' x' where id = 12`,
    `update users set username = 'User2', email = 'user2@Example.org' where id = 102; update users set first_name = 'Имя' where id = 103;
     update organizations set inn = '7707083893' where id = 11; update organizations set name = 'x' where id = 12`,
    [
      'users 102: email must match format "email"',
      'users 102: username is that of user 101, whatever the case',
      'users 103: first_name must not have fewer than 1 characters',
      'organizations 11: inn has a wrong check digit',
      'organizations 12: name has a blank at its beginning or end',
    ],
  ],
  [
    'texts that core would not take as a line',
    String.raw`update houses set address = E'ул. Садовая,\n1' where id = 1003; update rooms set number = ' ' where id = 1007;
     update personal_accounts set payer = E'Ив\uFFFDнов' where id = 5002;
     update service_tariffs set basis = E'\u202EПриказ' where id = 1; update service_norms set basis = E'Норматив\t' where id = 1;
     update meters set serial_number = 'ИПУ-0-5002 ' where id = 10004; update users set last_name = E'Фамилия\u20283' where id = 103`,
    `update houses set address = 'ул. Садовая, 1' where id = 1003; update rooms set number = '1' where id = 1007;
     update personal_accounts set payer = 'Иванов И. 1' where id = 5002;
     update service_tariffs set basis = 'Приказ № 1' where id = 1; update service_norms set basis = 'Норматив' where id = 1;
     update meters set serial_number = 'ИПУ-0-5002' where id = 10004; update users set last_name = 'Фамилия 3' where id = 103`,
    [
      'users 103: last_name has a line break',
      'houses 1003: address has a line break',
      'rooms 1007: number is blank',
      'personal_accounts 5002: payer has U+FFFD, which stands for lost letters',
      'service_tariffs 1: basis has a sign that changes the direction of writing',
      'service_norms 1: basis has a blank at its beginning or end',
      'service_norms 1: basis has a control character',
      'meters 10004: serial_number has a blank at its beginning or end',
    ],
  ],
  [
    'every fault of a row and of its columns, each once',
    String.raw`update personal_accounts set share = -0.123456789, owners = 0, payer = E'\n' || repeat('И', 250), opened_on = '1800-01-01' where id = 5002;
     update users set first_name = E'Им\u202Eя' || repeat(' ', 120), username = 'ANNA', email = repeat('@', 254) where id = 102;
     update organizations set name = null, bic = '1', inn = '1', ogrn = '1027700132194' where id = 11`,
    `update personal_accounts set share = 0.5, owners = 2, payer = 'Иванов И. 1', opened_on = '2020-01-01' where id = 5002;
     update users set first_name = 'Имя', username = 'User2', email = 'user2@Example.org' where id = 102;
     update organizations set name = 'УК № 1', bic = null, ogrn = null, inn = '7707083893' where id = 11`,
    [
      'users 102: first_name must not have more than 100 characters',
      'users 102: email must match format "email"',
      'users 102: username is that of user 101, whatever the case',
      'organizations 11: name is required',
      'organizations 11: inn must match pattern "^([0-9]{10}|[0-9]{12})$"',
      'organizations 11: bic must match pattern "^[0-9]{9}$"',
      'organizations 11: ogrn has a wrong check digit',
      'personal_accounts 5002: share has more than 8 decimal places (-0.123456789)',
      "personal_accounts 5002: opened_on breaks calendar_day_range: opened_on >= '1900-01-01' and opened_on <= '2999-12-31' (1800-01-01)",
      'personal_accounts 5002: owners breaks personal_accounts_owners_range: owners >= 1 and owners <= 1000 (0)',
      `personal_accounts 5002: payer breaks personal_accounts_payer_length: char_length(payer) >= 1 and char_length(payer) <= 200 (<U+000A>${'И'.repeat(99)})`,
      'personal_accounts 5002: share breaks personal_accounts_share_range: share > 0 and share <= 1 (-0.123456789)',
      'users 102: first_name has a blank at its beginning or end',
      'users 102: first_name has a sign that changes the direction of writing',
      'personal_accounts 5002: payer has a blank at its beginning or end',
      'personal_accounts 5002: payer has a line break',
    ],
  ],
];

describe('before anything is copied, every row that cannot be copied is reported', () => {
  for (const [why, breaks, mends, said] of FAULTS) {
    test(why, async () => {
      await former.query(breaks);
      try {
        assert.deepEqual(await complaints(), said);
      } finally {
        await former.query(mends);
      }
    });
  }
});

test('a text that was probably misread is reported, and copied', async () => {
  const texts = `update houses set address = $1 where id = 1003`;
  await former.query(texts, ['СѓР». РЎР°РґРѕРІР°СЏ, 1']);
  try {
    const { code, stdout, stderr } = await stand.run(['--source', former.url, '--dry-run']);
    assert.equal(
      stderr,
      'Remark: houses 1003: address looks as if it was read in a wrong encoding (СѓР». РЎР°РґРѕРІР°СЏ, 1)\n',
    );
    assert.match(stdout, /One remark, told above: such rows are copied as they are\.\n/);
    assert.match(stdout, /Every row can be copied\./);
    assert.equal(code, 0);
  } finally {
    await former.query(texts, ['ул. Садовая, 1']);
  }
});

test('a source that lacks columns, or has inexact figures, is refused with a list of them', async () => {
  await former.query(
    'alter table bills alter amount type double precision; alter table meters rename digits to figures; alter table rooms rename to flats',
  );
  try {
    const { code, stderr } = await stand.run(['--source', former.url]);
    assert.equal(code, 1);
    assert.deepEqual(stderr.trim().split('\n'), [
      'Not copied: The former database is not of the expected shape:',
      '  the table rooms is missing: id, house_id, number, area, kind',
      '  meters.digits is missing: smallint',
      '  bills.amount is double precision, and not numeric or smallint or integer or bigint',
    ]);
  } finally {
    await former.query(
      'alter table bills alter amount type numeric; alter table meters rename figures to digits; alter table flats rename to rooms',
    );
  }
});

test('a view on the search path works like a table, and takes precedence over one', async () => {
  await former.query(
    'create schema shape; create view shape.bills as select * from bills where false; alter table rooms rename to flats; create view shape.rooms as select id, house_id, number, area, kind from flats',
  );
  try {
    const source = `${former.url}?options=-c%20search_path%3Dshape,public`;
    const { code, stdout, stderr } = await stand.run(['--source', source, '--dry-run']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /rooms +245\n/);
    assert.match(stdout, /bills +0\n/);
  } finally {
    await former.query('drop schema shape cascade; alter table flats rename to rooms');
  }
});

test('databases that are already in use are refused', async () => {
  await stand.pools.core.query(`insert into organizations (name) values ('УК')`);
  try {
    const { code, stderr } = await stand.run(['--source', former.url, '--passwords', devNull]);
    assert.equal(code, 1);
    assert.match(stderr, /^Not copied: The core database is in use: organizations has rows\./);
  } finally {
    await stand.pools.core.query('delete from organizations');
  }
});

test('a source that cannot be opened is refused in one line', async () => {
  const { code, stderr } = await stand.run(['--source', former.url.replace(/[^/]+$/, 'nowhere')]);
  assert.equal(code, 1);
  assert.match(stderr, /^Not copied: the database refuses the connection: .*nowhere.*\n$/);
});
