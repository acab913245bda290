-- A file of payments that is taken back moves what other payments pay: one more reason of an allocation.
alter table payment_allocations
  drop constraint payment_allocations_reason_known,
  add constraint payment_allocations_reason_known
    check (reason in (
      'payment', 'payment-storno', 'charge-storno', 'new-charges', 'new-penalties', 'import-storno'
    ));
