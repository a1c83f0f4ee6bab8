-- no transaction
create index concurrently if not exists virtual_account_due_for_enquiry
  on virtual_account (enquire_at)
  where enquire_at is not null;
