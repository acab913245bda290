-- Shared by the other files: the three functions that know about a distributed engine, who may see and change which rows, and the
-- role that queries run as.
create schema app;

create extension if not exists btree_gist;

create function app.is_distributed_engine() returns boolean
language sql stable
return exists (select from pg_extension where extname = 'citus');

-- Distributes a table over the nodes: an organization's rows are together on one of them. The schema's comment remains when the
-- engine is missing, so that a service whose tables were distributed does not take them for empty.
create function app.distribute(target regclass) returns void
language plpgsql as $$
begin
  if app.is_distributed_engine() then
    execute format('select create_distributed_table(%L, %L)', target, 'organization_id');
    comment on schema app is 'its tables are spread over nodes';
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

-- Runs a function on the node of the organization that is its first argument.
create function app.delegate(target regprocedure) returns void
language plpgsql as $$
begin
  if app.is_distributed_engine() then
    execute format('select create_distributed_function(%L, %L, %L, force_delegation => true)', target, '$1',
      'billing_cycles');
  end if;
end $$;

-- For a function that is called thousands of times and looks up each row by its key: its statements are planned once per session,
-- and use the keys whatever their values are and however few rows there were at that moment. Not with an engine, which sends a
-- statement to a node by its values.
create function app.keep_plans(target regprocedure) returns void
language plpgsql as $$
declare
  other_way text;
begin
  if app.is_distributed_engine() then
    return;
  end if;
  execute format('alter function %s set plan_cache_mode = force_generic_plan', target);
  foreach other_way in array array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'] loop
    execute format('alter function %s set %I = off', target, other_way);
  end loop;
end $$;

-- Whatever a query asks for, its transaction sees the rows of the organizations that it was started for, and changes them only
-- where its user's role allows. A transaction without a user sees nothing.
-- Not parallel safe, so that no list is read by several processes: for its first rows in order the planner would then read a whole
-- month of charges, and ten people at once would have twenty processes on two cores.
-- A cast rather than a comparison: the planner assumes that a comparison without a column is rarely true, and would plan a query
-- that sees everything as one that finds nothing.
create function app.sees_all() returns boolean
language sql stable
return coalesce(nullif(current_setting('app.sees_all', true), ''), 'off')::boolean;

create function app.may_see(organization bigint) returns boolean
language sql stable
return app.sees_all() or organization = any (coalesce(nullif(current_setting('app.viewer_of', true), ''), '{}')::bigint[]);

create function app.may_write(organization bigint) returns boolean
language sql stable
return app.sees_all() or organization = any (coalesce(nullif(current_setting('app.accountant_of', true), ''), '{}')::bigint[]);

create function app.may_own(organization bigint) returns boolean
language sql stable
return app.sees_all() or organization = any (coalesce(nullif(current_setting('app.owner_of', true), ''), '{}')::bigint[]);

-- For functions that change what their caller may not change directly.
create function app.require_writer(organization bigint) returns void
language plpgsql stable as $$
begin
  if not app.may_write(organization) then
    raise exception 'row-level security lets nobody of yours book for organization %', organization
      using errcode = 'insufficient_privilege';
  end if;
end $$;

create function app.refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% only grows: % is refused', tg_table_name, lower(tg_op)
    using errcode = 'restrict_violation';
end $$;

-- Allows only inserting and reading rows of the table, whoever the user is.
create function app.only_grows(target regclass) returns void
language plpgsql as $$
begin
  execute format('create trigger %I before update or delete on %s
    for each row execute function app.refuse_change()', target || '_only_grow', target);
  execute format('create trigger %I before truncate on %s
    for each statement execute function app.refuse_change()', target || '_never_truncated', target);
end $$;

-- Queries run as a role that owns nothing, so that the database itself can refuse them. If this user cannot create the role,
-- somebody who may has to, and the service waits for it.
do $$
begin
  create role billing_app nologin;
exception
  when duplicate_object or unique_violation or insufficient_privilege then null;
end $$;

do $$
begin
  if exists (select from pg_roles where rolname = 'billing_app')
    and not pg_has_role(current_user, 'billing_app', 'member') then
    grant billing_app to current_user;
  end if;
exception
  when insufficient_privilege or invalid_grant_operation then null;
end $$;

-- Does nothing when the role does not exist.
create function app.grant_to_application(rights text, target text) returns void
language plpgsql as $$
begin
  if exists (select from pg_roles where rolname = 'billing_app') then
    execute format('grant %s on %s to billing_app', rights, target);
  end if;
end $$;

select app.grant_to_application('usage', 'schema public, app');
