-- The functions that later migrations use: the two that know of a distributed engine do nothing without one.
create schema app;

create function app.is_distributed_engine() returns boolean
language sql stable
return exists (select from pg_extension where extname = 'citus');

-- Spreads a table over the nodes by its key.
create function app.distribute(target regclass, key text) returns void
language plpgsql as $$
begin
  if app.is_distributed_engine() then
    execute format('select create_distributed_table(%L, %L)', target, key);
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

create function app.refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% only grows: % is refused', tg_table_name, lower(tg_op)
    using errcode = 'restrict_violation';
end $$;
