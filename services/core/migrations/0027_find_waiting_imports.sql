-- What an organization has waiting is counted whenever it brings more.
create index imports_waiting on imports (organization_id) where status = 'QUEUED';
