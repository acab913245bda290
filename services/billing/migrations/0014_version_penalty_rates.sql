-- Admins change penalty rates: a version tells one change from another, and no rate is above 100 %.
alter table penalty_rates
  add column version integer not null default 1
    constraint penalty_rates_version_range check (version between 1 and 2147483647),
  drop constraint penalty_rates_base_range,
  drop constraint penalty_rates_effective_range,
  add constraint penalty_rates_base_range check (base_cbr_rate between 0 and 100),
  add constraint penalty_rates_effective_range check (effective_rate between 0 and 100);
