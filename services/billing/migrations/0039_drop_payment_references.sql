-- Numbers of payment orders repeat from payer to payer and over the years: a payment is known by more than its number.
drop table payment_references;
