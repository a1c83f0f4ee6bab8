-- A payment whose time of payment is over an hour ago: the sums of that day are counted again.
create or replace function transaction_note_paid_late() returns trigger language plpgsql as $$
begin
  perform day_changed(new.business_id, new.mode, 'paid', new.paid_at);
  return null;
end $$;
