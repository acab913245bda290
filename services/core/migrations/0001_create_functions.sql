-- What the other files use: days, texts as the search sees them, who may see and change which rows, and the role that queries
-- run as.
create extension if not exists btree_gist;

create extension if not exists pg_trgm;

create schema app;

create domain calendar_day as date
  constraint calendar_day_range check (value between '1900-01-01' and '2999-12-31');

-- A text as the search sees it: small letters, one letter for two, and blanks where a word ends. It begins with one.
create function app.folded(given text) returns text
language sql immutable strict parallel safe
return ' ' || translate(lower(given collate "und-x-icu"), 'ё.,;:()"«»№', 'е          ');

-- The second net: whatever a query asks for, its transaction sees the rows of the organizations that it was started
-- for, and changes them only where its user's role allows. Who starts it for nobody sees nothing.
create function app.sees_all() returns boolean
language sql stable
return coalesce(current_setting('app.sees_all', true), '') = 'on';

create function app.organizations_of(needed text) returns bigint[]
language sql stable
return coalesce(nullif(current_setting('app.' || needed || '_of', true), ''), '{}')::bigint[];

-- What the asking user is called, as names are compared.
create function app.own_name(kind text) returns text
language sql stable
return nullif(current_setting('app.own_' || kind, true), '');

-- Rows that say whose they are by one column. Each command has a policy of its own: one for all commands would count for
-- reads as well, so that each row was judged twice. The subqueries make each function run once a statement and not once a row.
create function app.secure(target regclass, organization_column name, writer text) returns void
language plpgsql as $$
declare
  own constant text := '(select app.sees_all()) or %I = any ((select app.organizations_of(%L))::bigint[])';
  seen constant text := format(own, organization_column, 'viewer');
  changed constant text := format(own, organization_column, writer);
begin
  execute format('alter table %s enable row level security', target);
  execute format('create policy seen on %s for select using (%s)', target, seen);
  execute format('create policy written on %s for insert with check (%s)', target, changed);
  execute format('create policy changed on %s for update using (%s)', target, changed);
  execute format('create policy deleted on %s for delete using (%s)', target, changed);
end $$;

-- Rows of a house: whose they are, the house says.
create function app.secure_of_house(target regclass, writer text) returns void
language plpgsql as $$
declare
  of_house constant text := '(select app.sees_all()) or exists (select from houses where houses.id = %s.house_id
    and houses.organization_id = any ((select app.organizations_of(%L))::bigint[]))';
  seen constant text := format(of_house, target, 'viewer');
  changed constant text := format(of_house, target, writer);
begin
  execute format('alter table %s enable row level security', target);
  execute format('create policy seen on %s for select using (%s)', target, seen);
  execute format('create policy written on %s for insert with check (%s)', target, changed);
  execute format('create policy changed on %s for update using (%s)', target, changed);
  execute format('create policy deleted on %s for delete using (%s)', target, changed);
end $$;

-- Queries run as a role that owns nothing, so that the database itself can refuse them. Where the role cannot be made, who
-- may make one has to, and a service waits for it.
do $$
begin
  create role core_app nologin;
exception
  when duplicate_object or unique_violation or insufficient_privilege then null;
end $$;

do $$
begin
  if exists (select from pg_roles where rolname = 'core_app')
    and not pg_has_role(current_user, 'core_app', 'member') then
    grant core_app to current_user;
  end if;
exception
  when insufficient_privilege or invalid_grant_operation then null;
end $$;

-- Does nothing where there is no such role.
create function app.grant_to_application(rights text, target text) returns void
language plpgsql as $$
begin
  if exists (select from pg_roles where rolname = 'core_app') then
    execute format('grant %s on %s to core_app', rights, target);
  end if;
end $$;

select app.grant_to_application('usage', 'schema public, app');
