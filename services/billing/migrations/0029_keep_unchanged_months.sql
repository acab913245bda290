-- A house's month that a recalculation finds as it was keeps its charges, ids included: a hash of all of them tells, one a
-- house instead of one a charge.
alter table charges drop column content_hash;

alter table house_months
  add column content_hash bytea
    constraint house_months_content_hash_length check (octet_length(content_hash) = 32);
