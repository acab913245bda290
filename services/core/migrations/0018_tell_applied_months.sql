-- An import says, as every other change does, for which months that are booked already it comes too late.
alter table imports
  add column applied_months jsonb,
  add constraint imports_applied_months_size check (octet_length(applied_months::text) <= 1000000);
