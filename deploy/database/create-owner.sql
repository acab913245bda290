-- Run once, by the superuser, in a new database of compose.yaml: its owner may make roles, and nothing else that a plain
-- user may not. Migrations make the application's role, which the services work as.
\getenv password DATABASE_PASSWORD
create role kvartplata login createrole password :'password';
alter database :"DBNAME" owner to kvartplata;
