-- which charging methods there are is known where they are computed; here a house's method is one of those that the catalogue
-- gives its service, and a new one needs no change of the tables.
-- compatible from 0028: older code knows fewer methods, and no row has another yet.
alter table utility_services
  drop constraint utility_services_methods_known,
  add constraint utility_services_methods_form check (
    cardinality(methods) > 0 and array_to_string(methods, ' ') ~ '^[a-z][a-z-]{0,19}( [a-z][a-z-]{0,19})*$'
  );

alter table house_services
  drop constraint house_services_method_known,
  add constraint house_services_method_form check (method ~ '^[a-z][a-z-]{0,19}$');
