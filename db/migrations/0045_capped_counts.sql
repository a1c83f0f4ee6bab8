-- Lists are counted up to 10,000 (src/lib/paging.ts), and sums of days are counted again as the
-- days get older (src/lib/day-sums.ts). So no insert has to note what it changes of them.
drop trigger transaction_is_noted_if_late on transaction;
drop trigger customer_is_noted_if_late on customer;
drop trigger deposit_is_noted_if_late on deposit;
drop trigger transaction_is_noted_if_made_paid_late on transaction;
drop trigger transaction_is_noted_if_paid_late on transaction;
drop function transaction_note_paid_late();
drop function list_note_late();
drop function day_changed(uuid, text, text, timestamptz);
drop function list_move(uuid, text, text, text, bigint);
drop function id_at(timestamptz);
delete from database_function
where name in (
  'transaction_note_paid_late', 'list_note_late', 'day_changed', 'list_move', 'id_at'
);

drop table list_count;
drop table list_late;
drop table day_change;
-- They were counted by the rule before. Each is counted again when somebody looks at it.
delete from day_sums;

-- Processes of the version before look here for what has changed of a day. The next release drops
-- it.
create view day_change as
select business_id, mode, subject, day_start, counted_at as changed_at
from day_sums
where false;
