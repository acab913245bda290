-- personal accounts are found in milliseconds among a million: page by page in the order of houses, and by words of
-- their number, payer, room and address.
create extension if not exists pg_trgm;

-- A text as the search sees it: small letters, one letter for two, and blanks where a word ends. It begins with one.
create function app.folded(given text) returns text
language sql immutable strict parallel safe
return ' ' || translate(lower(given collate "und-x-icu"), 'ё.,;:()"«»№', 'е          ');

alter table houses
  add column search_text text not null generated always as (app.folded(address)) stored
    constraint houses_search_text_length check (char_length(search_text) <= 2000);

alter table personal_accounts
  add column search_text text not null default ''
    constraint personal_accounts_search_text_length check (char_length(search_text) <= 1000);

update personal_accounts
set search_text = app.folded(concat_ws(' ', personal_accounts.account_number, personal_accounts.payer, rooms.number))
from rooms
where rooms.house_id = personal_accounts.house_id and rooms.id = personal_accounts.room_id;

-- The lock lets no other transaction change the room's number before this one has written it down.
create function app.fold_account() returns trigger
language plpgsql as $$
begin
  new.search_text := coalesce((
    select app.folded(concat_ws(' ', new.account_number, new.payer, rooms.number))
    from rooms where rooms.house_id = new.house_id and rooms.id = new.room_id
    for key share
  ), '');
  return new;
end $$;

create function app.fold_accounts_of_room() returns trigger
language plpgsql as $$
begin
  update personal_accounts set room_id = new.id
  where personal_accounts.house_id = new.house_id and personal_accounts.room_id = new.id;
  return null;
end $$;

create trigger personal_accounts_are_folded before insert or update of account_number, payer, room_id
  on personal_accounts for each row execute function app.fold_account();
create trigger rooms_fold_accounts after update of number on rooms
  for each row when (old.number is distinct from new.number) execute function app.fold_accounts_of_room();

drop index houses_organization_id_idx;
create index houses_organization_id_idx on houses (organization_id, id);
create index personal_accounts_room_idx on personal_accounts (house_id, room_id);
create index personal_accounts_search_text_idx on personal_accounts using gin (search_text gin_trgm_ops);

create function app.look_through_house(
  house bigint, after_id bigint, patterns text[], out looked_at integer, out found_ids bigint[]
)
language sql stable as $$
  select count(*), coalesce(
    array_agg(accounts.id order by accounts.id) filter (where accounts.search_text like all (patterns)), '{}')
  from personal_accounts as accounts
  where accounts.house_id = house and accounts.id > after_id
$$;

-- The next accounts after a place in the order of (house, id) in which every pattern is found: in the account's own
-- text, or in the address of its house. More than the wanted may come, in any order; the wanted first are among them.
--
-- Row-level security lets no `like` use an index. So this function runs as the owner of the tables, and sees to it
-- itself that only houses of the transaction's organizations count.
--
-- What is frequent is found by looking through one house after another, and needs no index; what is rare is found by
-- the index, after as many accounts were looked at as an index takes the time of. Which patterns an account has to
-- hold depends on what the address of its house lacks. So houses that lack the same are one group then; a city's name
-- leads at once to the houses of that city.
create function app.find_accounts(
  organization_ids bigint[], only_house_id bigint, patterns text[],
  after_house_id bigint, after_id bigint, wanted integer
) returns table (house_id bigint, id bigint)
language plpgsql stable security definer rows 50
set search_path = public, pg_temp set enable_seqscan = off set jit = off
as $$
declare
  looks_before_index constant integer := 10000;
  looks_left integer := looks_before_index;
  last_house_id bigint := 9223372036854775807;
  house bigint;
  houses_alike bigint[];
  place integer;
  address text;
  lacking text[];
  lacking_bits integer;
  looked_at integer;
  found_ids bigint[];
  found integer := 0;
begin
  for house, address in
    select houses.id, houses.search_text from houses
    where (organization_ids is null or houses.organization_id = any (organization_ids))
      and (app.sees_all() or houses.organization_id = any ((select app.organizations_of('viewer'))::bigint[]))
      and houses.id >= after_house_id and (only_house_id is null or houses.id = only_house_id)
    order by houses.id
  loop
    lacking := array(select pattern from unnest(patterns) as pattern where address not like pattern);
    select * into looked_at, found_ids
    from app.look_through_house(house, case when house = after_house_id then after_id else 0 end, lacking);
    return query select house, unnest(found_ids);
    found := found + cardinality(found_ids);
    looks_left := looks_left - case when lacking = '{}' then 0 else looked_at end;
    exit when found >= wanted or looks_left <= 0;
  end loop;
  if found >= wanted or looks_left > 0 then
    return;
  end if;

  looks_left := looks_before_index;
  wanted := wanted - found;
  for lacking_bits, houses_alike in execute format(
    'select %s, array_agg(houses.id order by houses.id) from houses
     where ($1 is null or houses.organization_id = any ($1))
       and (app.sees_all() or houses.organization_id = any ((select app.organizations_of(''viewer''))::bigint[]))
       and houses.id > $2 and ($3 is null or houses.id = $3)
     group by 1 order by bit_count((%1$s)::bit(32)), 1',
    (select string_agg(format('((houses.search_text not like %L)::integer << %s)', pattern, nth - 1), ' | ')
     from unnest(patterns) with ordinality as given (pattern, nth)))
    using organization_ids, house, only_house_id
  loop
    lacking := array(
      select pattern from unnest(patterns) with ordinality as given (pattern, nth)
      where (lacking_bits >> (nth - 1)::integer) & 1 = 1);
    found := 0;
    place := 1;
    while place <= cardinality(houses_alike) and houses_alike[place] <= last_house_id
      and found < wanted and (lacking = '{}' or looks_left > 0)
    loop
      house := houses_alike[place];
      select * into looked_at, found_ids from app.look_through_house(house, 0, lacking);
      return query select house, unnest(found_ids);
      found := found + cardinality(found_ids);
      looks_left := looks_left - case when lacking = '{}' then 0 else looked_at end;
      place := place + 1;
    end loop;
    if found >= wanted then
      last_house_id := least(last_house_id, house);
    elsif place <= cardinality(houses_alike) and houses_alike[place] <= last_house_id then
      return query execute format(
        'with matches as materialized (
           select accounts.house_id, accounts.id from personal_accounts as accounts where %s
         )
         select matches.house_id, matches.id from matches
         where matches.house_id = any ($1) and matches.house_id <= $2
         order by matches.house_id, matches.id limit $3',
        (select string_agg(format('accounts.search_text like %L', pattern), ' and ') from unnest(lacking) as pattern))
        using houses_alike[place :], last_house_id, wanted;
    end if;
  end loop;
end $$;

revoke execute on function app.find_accounts from public;

do $$
begin
  grant execute on function app.find_accounts to core_app;
exception
  when undefined_object then null;
end $$;
