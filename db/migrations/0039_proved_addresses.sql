-- A login's address is proved when its owner opened a link that we sent there by mail, or when the
-- login was made at the machine itself. A login that is not proved is a member of one business, and
-- is never an operator.
alter table login add column proved_at timestamptz;

-- Made by `npm run operator`: the entry of the house's audit log bears the same moment.
update login l set proved_at = l.created_at
where exists (
  select from audit_entry a
  where a.business_id = '00000000-0000-7000-8000-000000000000' and a.action = 'make operator'
    and a.subject = l.email and a.created_at = l.created_at
);

-- The owner of the demo store, made together with the first business of an empty database.
update login l set proved_at = l.created_at
where l.proved_at is null and l.is_operator and l.email_folded = 'owner@demo-store.example'
  and l.created_at = (select min(created_at) from business);

-- Of all others nobody knows who chose the password. They prove their address by a password reset
-- by mail; then `npm run operator` makes them operators again.
update login set is_operator = false, updated_at = now()
where is_operator and proved_at is null;

alter table login
  add constraint login_operator_is_proved check (proved_at is not null or not is_operator);

-- Whether nobody but the reader of the mailbox has seen the link in it.
alter table login_letter add column by_mail boolean not null default false;

create index login_letter_by_subject on login_letter (subject_id);
