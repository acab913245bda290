-- Old devices bear no number: what stands for that, б/н, may stand on any number of meters of a service.
update meters set serial_number = 'б/н'
where serial_number ~ '^([бБ]\s*[/\\.]?\s*[нН]\.?|[бБ]ез номера)$' and serial_number <> 'б/н';

alter table meters
  drop constraint meters_serial_number_no_overlap,
  add constraint meters_serial_number_no_overlap exclude using gist (
    house_id with =, house_service_id with =, serial_number with =, daterange(installed_on, removed_on, '[)') with &&
  ) where (serial_number <> 'б/н');
