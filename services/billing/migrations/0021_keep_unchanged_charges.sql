-- A charge that a recalculation finds unchanged stays as it is, id included: a hash of its content tells. Whose job it is
-- follows from its house's month, which is always computed as a whole, and so does which version of core's data it is of.
alter table charges
  drop column calculation_job_id,
  add column content_hash bigint,
  alter column id set default nextval('document_ids');

alter table house_months
  add column core_version bigint
    constraint house_months_core_version_range check (core_version between 0 and 9007199254740991);
