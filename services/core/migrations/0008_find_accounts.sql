-- Finds personal accounts in milliseconds among a million: page by page in the order of houses, and by words of their number,
-- payer, room and address.
create function app.look_through_house(
  organization bigint, house bigint, after_id bigint, patterns text[], out looked_at integer, out found_ids bigint[]
)
language plpgsql stable as $$
begin
  select count(*), coalesce(
    array_agg(accounts.id order by accounts.id) filter (where accounts.search_text like all (patterns)), '{}')
  into looked_at, found_ids
  from personal_accounts as accounts
  where accounts.organization_id = organization and accounts.house_id = house and accounts.id > after_id;
end $$;

-- The next accounts after a position in the order of (house, id) that match every pattern: in the account's own text, or in the
-- address of its house. May return more than `wanted`, in any order; the first `wanted` are among them.
--
-- Under row-level security `like` cannot use an index. So this function runs as the owner of the tables, and itself restricts the
-- search to houses of the transaction's organizations.
--
-- Frequent words are found by scanning one house after another. Rare words need the index, which is queried once scanning has
-- cost as much as that query. An account must have what its house's address lacks: houses that lack the same patterns form a
-- group, so that a city's name leads directly to its houses.
create function app.find_accounts(
  organization_ids bigint[], only_house_id bigint, patterns text[],
  after_house_id bigint, after_id bigint, wanted integer
) returns table (organization_id bigint, house_id bigint, id bigint)
language plpgsql stable security definer rows 50
set search_path = public, pg_temp set enable_seqscan = off set jit = off
as $$
declare
  looks constant integer := 10000;
  looks_left integer := looks;
  organization bigint;
  house bigint;
  last_house_id bigint := 9223372036854775807;
  address text;
  lacking text[];
  lacking_bits integer;
  looked_for text[];
  looked_at integer;
  found_ids bigint[];
  found integer := 0;
  houses_alike bigint[];
  organizations_alike bigint[];
  place integer;
  next_houses constant text :=
    'houses.id > $1 and houses.id <= $2 and ($3 is null or houses.id = $3)
     and ($4 is null or houses.organization_id = any ($4))
     and app.may_see(houses.organization_id)';
begin
  for organization, house, address in
    select houses.organization_id, houses.id, houses.search_text from houses
    where houses.id >= after_house_id and (only_house_id is null or houses.id = only_house_id)
      and (organization_ids is null or houses.organization_id = any (organization_ids))
      and app.may_see(houses.organization_id)
    order by houses.id
  loop
    lacking := array(select pattern from unnest(patterns) as pattern where address not like pattern);
    select * into looked_at, found_ids
    from app.look_through_house(organization, house, case when house = after_house_id then after_id else 0 end, lacking);
    return query select organization, house, unnest(found_ids);
    found := found + cardinality(found_ids);
    looks_left := looks_left - case when lacking = '{}' then 0 else looked_at end;
    exit when found >= wanted or looks_left <= 0;
  end loop;
  if found >= wanted or looks_left > 0 then
    return;
  end if;

  after_house_id := house;
  wanted := wanted - found;
  looks_left := looks;
  looked_for := lacking;
  -- Groups of houses whose address has any of the patterns, those that lack the fewest first; one bit per pattern.
  for lacking_bits, houses_alike, organizations_alike in execute format(
    'with addresses as materialized (select houses.organization_id, houses.id, %s as lacking_bits from houses where %s)
     select addresses.lacking_bits, array_agg(addresses.id order by addresses.id),
       array_agg(addresses.organization_id order by addresses.id)
     from addresses where addresses.lacking_bits <> %s
     group by 1 order by bit_count(addresses.lacking_bits::bit(32))',
    (select string_agg(format('(houses.search_text not like %L)::integer * %s', pattern, 1 << (nth - 1)::integer), ' + ')
     from unnest(patterns) with ordinality as given (pattern, nth)),
    next_houses, (1 << cardinality(patterns)) - 1)
    using after_house_id, last_house_id, only_house_id, organization_ids
  loop
    lacking := array(
      select pattern from unnest(patterns) with ordinality as given (pattern, nth)
      where lacking_bits & (1 << (nth - 1)::integer) <> 0 order by nth);
    found := 0;
    place := 1;
    while found < wanted and place <= cardinality(houses_alike) and houses_alike[place] <= last_house_id
      and (lacking = '{}' or (looks_left > 0 and lacking <> looked_for))
    loop
      organization := organizations_alike[place];
      house := houses_alike[place];
      select * into looked_at, found_ids from app.look_through_house(organization, house, 0, lacking);
      return query select organization, house, unnest(found_ids);
      found := found + cardinality(found_ids);
      looks_left := looks_left - case when lacking = '{}' then 0 else looked_at end;
      place := place + 1;
    end loop;
    if found >= wanted then
      last_house_id := least(last_house_id, house);
    elsif place <= cardinality(houses_alike) and houses_alike[place] <= last_house_id then
      return query execute format(
        'with matches as materialized (
           select accounts.organization_id, accounts.house_id, accounts.id from personal_accounts as accounts where %s
         )
         select matches.organization_id, matches.house_id, matches.id from matches
         where matches.house_id = any ($1) and matches.house_id <= $2
         order by matches.house_id, matches.id limit $3',
        (select string_agg(format('accounts.search_text like %L', pattern), ' and ') from unnest(lacking) as pattern))
        using houses_alike[place :], last_house_id, wanted;
    end if;
  end loop;
  -- And accounts whose own text has all patterns, whatever the address.
  return query execute format(
    'with matches as materialized (
       select accounts.organization_id, accounts.house_id, accounts.id from personal_accounts as accounts where %s
     )
     select matches.organization_id, matches.house_id, matches.id
     from matches join houses on houses.organization_id = matches.organization_id and houses.id = matches.house_id
     where not (%s) and %s
     order by matches.house_id, matches.id limit $5',
    (select string_agg(format('accounts.search_text like %L', pattern), ' and ') from unnest(patterns) as pattern),
    (select string_agg(format('houses.search_text like %L', pattern), ' or ') from unnest(patterns) as pattern),
    next_houses) using after_house_id, last_house_id, only_house_id, organization_ids, wanted;
end $$;

revoke execute on function app.find_accounts from public;

select app.grant_to_application('execute', 'function app.find_accounts');
