-- Which layouts of registries there are is known where they are read, and a new one needs no change of the tables.
-- compatible from 0049: older code knows fewer layouts, and no row has another yet.
alter table payment_imports
  drop constraint payment_imports_profile_known,
  add constraint payment_imports_profile_form check (profile ~ '^[a-z0-9][a-z0-9-]{0,39}$');
