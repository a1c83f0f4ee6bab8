-- no transaction
alter table refund validate constraint refund_destination_check;
alter table alarm validate constraint alarm_kind_check;
