-- Until when `npm run backup` has backed up this database. The service reads it for /metrics.
create table backup_progress (
  what  text primary key check (what in ('base', 'wal')),
  until timestamptz not null
);
