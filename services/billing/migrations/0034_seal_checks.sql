-- A seal tells how the checks came out when its month was closed; null of months that were closed without any.
alter table month_seals
  add column checks jsonb
    constraint month_seals_checks_size check (octet_length(checks::text) <= 100000);
