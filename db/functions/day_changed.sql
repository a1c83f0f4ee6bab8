-- Notes that the sums of the day of this moment are to be counted again.
create or replace function day_changed(
  its_business uuid, its_mode text, its_subject text, moment timestamptz
) returns void language sql as $$
  insert into day_change (business_id, mode, subject, day_start, changed_at)
  values (
    its_business, its_mode, its_subject,
    date_trunc('day', moment at time zone 'Africa/Lagos') at time zone 'Africa/Lagos',
    clock_timestamp()
  )
$$;
