// New houses, rooms and accounts whose names look like those of others but have Latin letters in place of Russian ones, or the
// reverse. What is stored already keeps its name.
import { sql, type RawBuilder } from 'kysely';
import { LATIN_LETTERS, MIXED_WORD, RUSSIAN_LETTERS } from './look-alikes.ts';

/** A column of `given`, with the condition that its row brings something new. */
const ADDRESS = {
  name: sql`address`,
  isNew: sql`address_key in (select address_key from given_houses where is_new)`,
};
const ROOM = { name: sql`room_number`, isNew: sql`room_id is null` };
const ACCOUNT = { name: sql`account_number`, isNew: sql`account_id is null` };
const NAMES = { address: ADDRESS, roomNumber: ROOM, accountNumber: ACCOUNT };
type Named = keyof typeof NAMES;

/** The same text for texts that look the same. */
function asSeen(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`translate(${text}, ${LATIN_LETTERS}, ${RUSSIAN_LETTERS})`;
}

/** Keys of addresses are in lower case, but «5B» looks like «5В» in capitals only. */
function addressAsSeen(key: RawBuilder<unknown>): RawBuilder<unknown> {
  return asSeen(sql`upper(${key} collate "und-x-icu")`);
}

/** Rows with a new name that has a word of both alphabets, and the word. */
export function mixedWords(named: Named): RawBuilder<unknown> {
  const { name, isNew } = NAMES[named];
  return sql`
    select line, word as param from (
      select line, (regexp_match(${name}, ${MIXED_WORD}))[1] as word from given
      where ${name} ~ '[A-Za-z]' and ${name} ~ '[А-Яа-яЁё]' and ${isNew}
    ) as read
    where word is not null
  `;
}

/** Rows of new houses whose address looks like that of a stored one, and that address. */
export function addressesAlike(): RawBuilder<unknown> {
  return sql`
    select given.line, min(known_houses.address) as param from given
    join given_houses using (address_key)
    join known_houses
      on ${addressAsSeen(sql`known_houses.address_key`)} = ${addressAsSeen(sql`given_houses.address_key`)}
    where given_houses.is_new
    group by given.line
  `;
}

/** Rows of new rooms whose number looks like that of a stored room of the house, and that number. */
export function roomsAlike(): RawBuilder<unknown> {
  return sql`
    select given.line, min(known_rooms.number) as param from given
    join known_rooms on known_rooms.house_id = given.house_id
      and ${asSeen(sql`known_rooms.number`)} = ${asSeen(sql`given.room_number`)}
    where given.room_id is null
    group by given.line
  `;
}

/** Rows of new accounts whose number looks like that of a stored account of the house, and that number. */
export function accountsAlike(): RawBuilder<unknown> {
  return sql`
    select given.line, min(known_accounts.account_number) as param from given
    join known_accounts on known_accounts.house_id = given.house_id
      and ${asSeen(sql`known_accounts.account_number`)} = ${asSeen(sql`given.account_number`)}
    where given.account_id is null
    group by given.line
  `;
}

/** Rows of new houses whose address looks like that of a new house in an earlier line. */
export function addressesAlikeLines(): RawBuilder<unknown> {
  return sql`
    select given.line, alike.first_line as param from given
    join (
      select address_key, line, min(line) over (partition by ${addressAsSeen(sql`address_key`)}) as first_line
      from given_houses where is_new
    ) as alike using (address_key)
    where alike.first_line <> alike.line
  `;
}

/** Rows of new rooms whose number looks like that of a new room of the house in an earlier line. */
export function roomsAlikeLines(): RawBuilder<unknown> {
  return alikeLines(ROOM, sql`address_key, ${asSeen(ROOM.name)}`);
}

/** Rows of new accounts whose number looks like that of a new account in an earlier line. */
export function accountsAlikeLines(): RawBuilder<unknown> {
  return alikeLines(ACCOUNT, asSeen(ACCOUNT.name));
}

function alikeLines(
  { name, isNew }: (typeof NAMES)[Named],
  group: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select line, first_line as param from (
      select line, ${name} as own, first_value(line) over rows_alike as first_line,
        first_value(${name}) over rows_alike as first_own
      from given where ${isNew}
      window rows_alike as (partition by ${group} order by line)
    ) as compared
    where own <> first_own
  `;
}
