-- What the other files use: days, folded texts for searching, row-level security, and the role that queries run as.
create extension if not exists btree_gist;

create extension if not exists pg_trgm;

create schema app;

create domain calendar_day as date
  constraint calendar_day_range check (value between '1900-01-01' and '2999-12-31');

-- Folds a text for searching: lower case, variants of a letter made equal, and spaces between words. It begins with a space.
create function app.folded(given text) returns text
language sql immutable strict parallel safe
return ' ' || translate(lower(given collate "und-x-icu"), 'ё.,;:()"«»№', 'е          ');

create function app.is_distributed_engine() returns boolean
language sql stable
return exists (select from pg_extension where extname = 'citus');

-- Whether this is a single machine, or the node that receives all queries.
create function app.is_first_node() returns boolean
language plpgsql stable as $$
begin
  if app.is_distributed_engine() then
    return (select groupid = 0 from pg_dist_local_group);
  end if;
  return true;
end $$;

-- Distributes a table over the nodes: an organization's rows are stored together on one of them.
create function app.distribute(target regclass) returns void
language plpgsql as $$
begin
  if app.is_distributed_engine() then
    execute format('select create_distributed_table(%L, %L)', target, 'organization_id');
  end if;
end $$;

-- Replicates a table to every node.
create function app.replicate(target regclass) returns void
language plpgsql as $$
begin
  if app.is_distributed_engine() then
    execute format('select create_reference_table(%L)', target);
  end if;
end $$;

-- A second line of defence: whatever a query requests, its transaction sees only rows of the organizations that it was started
-- for, and changes them only as its user's role allows. A transaction started for no user sees nothing.
-- A cast rather than a comparison: the planner expects a comparison without columns to be hardly ever true, and would plan a
-- query that sees all rows as one that finds none.
create function app.sees_all() returns boolean
language sql stable parallel safe
return coalesce(nullif(current_setting('app.sees_all', true), ''), 'off')::boolean;

create function app.organizations_of(needed text) returns bigint[]
language sql stable parallel safe
return coalesce(nullif(current_setting('app.' || needed || '_of', true), ''), '{}')::bigint[];

-- Policies call functions rather than use sub-selects, which a distributed engine refuses.
create function app.may_see(organization bigint) returns boolean
language sql stable parallel safe
return app.sees_all() or organization = any (app.organizations_of('viewer'));

create function app.may_write(organization bigint) returns boolean
language sql stable parallel safe
return app.sees_all() or organization = any (app.organizations_of('accountant'));

create function app.may_own(organization bigint) returns boolean
language sql stable parallel safe
return app.sees_all() or organization = any (app.organizations_of('owner'));

-- The user's own names, folded for comparison.
create function app.own_name(kind text) returns text
language sql stable parallel safe
return nullif(current_setting('app.own_' || kind, true), '');

-- Anyone who may see an organization sees its rows of the table; `writer` decides who changes them. Each command has its own
-- policy: one for all commands would also apply to reads, so that each row would be checked twice.
create function app.secure(target regclass, writer regproc) returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('create policy seen on %s for select using (app.may_see(organization_id))', target);
  execute format('create policy written on %s for insert with check (%s(organization_id))', target, writer);
  execute format('create policy changed on %s for update using (%s(organization_id))', target, writer);
  execute format('create policy deleted on %s for delete using (%s(organization_id))', target, writer);
end $$;

-- Queries run as a role that owns nothing, so that the database itself can refuse them. If this user cannot create the role,
-- somebody who may has to, and the service waits for it.
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

-- Does nothing if the role does not exist.
create function app.grant_to_application(rights text, target text) returns void
language plpgsql as $$
begin
  if exists (select from pg_roles where rolname = 'core_app') then
    execute format('grant %s on %s to core_app', rights, target);
  end if;
end $$;

select app.grant_to_application('usage', 'schema public, app');
