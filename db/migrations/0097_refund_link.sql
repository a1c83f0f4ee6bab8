-- A link by which a customer names the account for a refund.
create table refund_link (
  business_id    uuid not null,
  mode           text not null check (mode in ('test', 'live')),
  refund_link_id uuid not null,
  transaction_id uuid not null,
  -- In kobo. Null: all that is left when the customer answers.
  amount         bigint check (amount >= 1 and amount <= '1000000000000'::bigint),
  reason         text,
  -- The refund of the last answer. The customer may answer again if it has failed.
  refund_id      uuid,
  answers        integer not null default 0 check (answers >= 0),
  -- Name enquiries: each tells the visitor who owns an account.
  enquiries      integer not null default 0 check (enquiries between 0 and 10),
  expires_at     timestamptz not null,
  cancelled_at   timestamptz,
  created_at     timestamptz not null,
  -- The email to the customer. Null: none is due.
  next_mail_at   timestamptz,
  mail_attempts  integer not null default 0,
  mail_failure   text,
  mailed_at      timestamptz,
  primary key (business_id, mode, refund_link_id),
  check ((refund_id is null) = (answers = 0))
);
create index refund_link_by_transaction on refund_link (business_id, mode, transaction_id);
create index refund_link_mail_due on refund_link (next_mail_at) where next_mail_at is not null;
