-- Months whose charges lie in an archive: which they are, and how a month's partition is exchanged for another.
-- compatible from 0012: a table and a function more; months are archived once every replica knows of them
create table archived_months (
  month date not null constraint archived_months_pkey primary key
    constraint archived_months_month_is_month check (extract(day from month) = 1)
    constraint archived_months_month_range check (month between '2000-01-01' and '2999-12-31'),
  archived_at timestamptz not null default now(),
  -- The number in the archive, and how many of them are also kept here because later months refer to them.
  charges bigint not null constraint archived_months_charges_range check (charges between 0 and 1000000000000),
  kept bigint not null constraint archived_months_kept_range check (kept between 0 and charges),
  -- The range of the charges' ids.
  first_id bigint not null,
  last_id bigint not null,
  -- SHA-256 of the file with the charges.
  file_hash bytea not null constraint archived_months_file_hash_length check (length(file_hash) = 32)
);
select app.replicate('archived_months');
select app.grant_to_application('select', 'archived_months');

-- For the owner. The replacement has the columns, constraints and keys of charges and takes the name of the month's partition,
-- which is dropped; the triggers of charges are put on it.
create function app.exchange_charges(month date, replacement regclass) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  part text := 'charges_' || to_char(month, 'YYYY_MM');
begin
  execute format('alter table charges detach partition %I', part);
  execute format('drop table %I', part);
  execute format('alter table %s rename to %I', replacement, part);
  execute format('alter table charges attach partition %I for values from (%L) to (%L)',
    part, month, month + interval '1 month');
  execute format('create trigger %I before truncate on %I for each statement execute function app.refuse_change()',
    part || '_never_truncated', part);
  perform app.guard_charges(part::regclass);
end $$;

revoke execute on function app.exchange_charges(date, regclass) from public;
