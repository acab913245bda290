-- What an organization has waiting is counted whenever it asks for more.
create index calculation_jobs_waiting on calculation_jobs (organization_id) where status = 'QUEUED';
create index penalty_accrual_jobs_waiting on penalty_accrual_jobs (organization_id) where status = 'QUEUED';
create index payment_imports_waiting on payment_imports (organization_id) where status = 'QUEUED';
