import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrations } from './migration-rules.ts';
import { messagesOf } from './testing/small-project.ts';

const FOLDER = 'services/core/migrations';
const GOOD = '-- Why.\ncreate table houses (id bigint);\n';
const CASES = [
  {
    files: { '0001_create_houses.sql': GOOD, '0002_create_rooms.sql': GOOD },
    problems: [],
    why: 'two in a row',
  },
  {
    files: { '0001_create_houses.sql': GOOD, '0003_create_rooms.sql': GOOD },
    problems: ['0002 should be next, not 0003'],
    why: 'a gap',
  },
  {
    files: { '0001_create_houses.sql': GOOD, '0001_create_rooms.sql': GOOD },
    problems: ['0002 should be next, not 0001'],
    why: 'a number twice',
  },
  {
    files: { '0001_houses.sql': GOOD },
    problems: ['is not named NNNN_verb_noun.sql'],
    why: 'no verb',
  },
  {
    files: { '1_create_houses.sql': GOOD },
    problems: ['is not named NNNN_verb_noun.sql'],
    why: 'a short number',
  },
  {
    files: { '0001_create_houses.sql': 'select 1;\n' },
    problems: ['line 1 says why, after --'],
    why: 'no comment',
  },
  {
    files: { '0001_create_houses.sql': '-- Why.\nselect 1 FROM houses;\n' },
    problems: ['FROM in lower case'],
    why: 'a keyword in capitals',
  },
  {
    files: { '0001_create_houses.sql': "-- NOT NULL why.\nselect 'NOT DRAFT';\n" },
    problems: [],
    why: 'capitals in words',
  },
  {
    files: {
      '0001_create_houses.sql': GOOD,
      '0002_create_rooms.sql': `-- Why.\n-- compatible from 0001: nobody asks\n`,
    },
    problems: [],
    why: 'a mark of what older code lives with',
  },
  {
    files: { '0001_create_houses.sql': '-- Why.\n-- compatible from 0001: nobody asks\n' },
    problems: ['a mark is `-- compatible from NNNN: why`, of an earlier migration'],
    why: 'a mark that names itself',
  },
  {
    files: { '0001_create_houses.sql': '-- Why.\n-- compatible with older code\n' },
    problems: ['a mark is `-- compatible from NNNN: why`, of an earlier migration'],
    why: 'a mark that no code would read',
  },
  {
    files: {
      '0001_create_houses.sql': `-- outside a transaction: why
drop index concurrently if exists houses_by_id;
create index concurrently houses_by_id on houses (id);
alter table houses drop constraint if exists houses_id;
alter table houses
  add constraint houses_id check (id > 0) not valid;
alter table houses validate constraint houses_id;
alter table houses add column if not exists note text;
update houses set note = '' where note is null;
`,
    },
    problems: [],
    why: 'what runs outside a transaction and may run again',
  },
  {
    files: {
      '0001_create_houses.sql': `-- outside a transaction: why
create unique index concurrently houses_by_id on houses (id);
alter table houses add constraint houses_id check (id > 0) not valid;
create table rooms (id bigint);
insert into rooms values (1);
`,
    },
    problems: [
      '`drop index concurrently if exists houses_by_id` before it: it may run again',
      '`drop constraint if exists houses_id` before it: it may run again',
      'outside a transaction it has to be able to run again',
      'outside a transaction it has to be able to run again',
    ],
    why: 'what runs outside a transaction, and once only',
  },
];

for (const { files, problems, why } of CASES) {
  test(`${problems.length === 0 ? 'let pass' : 'found'}: ${why}`, () => {
    const laid = Object.fromEntries(
      Object.entries(files).map(([name, text]) => [`${FOLDER}/${name}`, text]),
    );
    assert.deepEqual(messagesOf(migrations, laid), problems);
  });
}

test('each service numbers its own migrations', () => {
  const files = {
    'services/auth/migrations/0001_create_users.sql': GOOD,
    'services/core/migrations/0001_create_houses.sql': GOOD,
  };
  assert.deepEqual(messagesOf(migrations, files), []);
});
