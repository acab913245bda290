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

create function app.is_distributed_engine() returns boolean
language sql stable
return exists (select from pg_extension where extname = 'citus');

-- Whether this is the one machine, or the node that all queries come to.
create function app.is_first_node() returns boolean
language plpgsql stable as $$
begin
  if app.is_distributed_engine() then
    return (select groupid = 0 from pg_dist_local_group);
  end if;
  return true;
end $$;

-- Spreads a table over the nodes: an organization's rows lie together on one of them.
create function app.distribute(target regclass) returns void
language plpgsql as $$
begin
  if app.is_distributed_engine() then
    execute format('select create_distributed_table(%L, %L)', target, 'organization_id');
  end if;
end $$;

-- Keeps a table whole on every node.
create function app.replicate(target regclass) returns void
language plpgsql as $$
begin
  if app.is_distributed_engine() then
    execute format('select create_reference_table(%L)', target);
  end if;
end $$;

-- The second net: whatever a query asks for, its transaction sees the rows of the organizations that it was started
-- for, and changes them only where its user's role allows. Who starts it for nobody sees nothing.
-- A cast and no comparison: of one that names no column the planner believes that it hardly ever holds, and a query that sees
-- all would be planned as one that finds nothing.
create function app.sees_all() returns boolean
language sql stable parallel safe
return coalesce(nullif(current_setting('app.sees_all', true), ''), 'off')::boolean;

create function app.organizations_of(needed text) returns bigint[]
language sql stable parallel safe
return coalesce(nullif(current_setting('app.' || needed || '_of', true), ''), '{}')::bigint[];

-- Policies ask functions and no sub-select, which a distributed engine refuses.
create function app.may_see(organization bigint) returns boolean
language sql stable parallel safe
return app.sees_all() or organization = any (app.organizations_of('viewer'));

create function app.may_write(organization bigint) returns boolean
language sql stable parallel safe
return app.sees_all() or organization = any (app.organizations_of('accountant'));

create function app.may_own(organization bigint) returns boolean
language sql stable parallel safe
return app.sees_all() or organization = any (app.organizations_of('owner'));

-- What the asking user is called, as names are compared.
create function app.own_name(kind text) returns text
language sql stable parallel safe
return nullif(current_setting('app.own_' || kind, true), '');

-- Who sees an organization sees its rows of the table; `writer` says who changes them. Each command has a policy of its own:
-- one for all commands would count for reads as well, so that each row was judged twice.
create function app.secure(target regclass, writer regproc) returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('create policy seen on %s for select using (app.may_see(organization_id))', target);
  execute format('create policy written on %s for insert with check (%s(organization_id))', target, writer);
  execute format('create policy changed on %s for update using (%s(organization_id))', target, writer);
  execute format('create policy deleted on %s for delete using (%s(organization_id))', target, writer);
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
