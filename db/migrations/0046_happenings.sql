-- What happened to a payment is stored as codes with their data (src/transactions/history.ts); the
-- English sentences that were stored until now become codes. This rewrites every payment that has a
-- history, once.
create temp table happening on commit drop as
select sentence, case
  when sentence = 'Opened the checkout' then 'opened'
  when sentence = 'Attempted to pay with card' then 'card_tried'
  when sentence ~ '^Card declined: [a-z0-9 ]+$'
    then 'card_declined:' || replace(substr(sentence, 16), ' ', '_')
  when sentence = 'Asked for an account to transfer to' then 'account_requested'
  when sentence = 'The customer cancelled' then 'cancelled'
  when sentence = 'The customer did not pay in time.' then 'expired'
  when sentence = 'The server of the business has started another payment with this reference.'
    then 'displaced'
  when sentence ~ '^Successfully paid (with card|by bank transfer|by transfer to a dedicated)'
    then case when sentence like '%The split was not%' then 'paid_unsplit:' else 'paid:' end
      || case
        when sentence like '%with card%' then 'card'
        when sentence like '%by bank transfer%' then 'bank_transfer'
        else 'dedicated_virtual_account'
      end
  when sentence = 'Refunded in full' then 'refunded'
  when sentence like 'Your bank declined this card.%' then 'declined'
  when sentence like 'This payment failed: the card was declined too often.%'
    then 'declined_too_often'
  when sentence like 'That code is not right.%' then 'code_wrong'
  when sentence like 'The card network could not be reached.%' then 'network_down'
  when sentence ~ '^A transfer of ₦\S+ arrived, but it came too late' and cardinality(kobo) = 1
    then 'transfer_late:' || kobo[1]
  when sentence ~ '^A transfer of ₦\S+ arrived, but .* exactly ₦' and cardinality(kobo) = 2
    then 'transfer_wrong:' || kobo[1] || ':' || kobo[2]
  else 'note:' || replace(replace(replace(replace(
    sentence, '%', '%25'), ',', '%2C'), ':', '%3A'), '@', '%40')
end as code
from (
  select message as sentence from transaction where message <> ''
  union
  select line ->> 'message'
  from transaction, json_array_elements(('[' || history || ']')::json) as line
) as told,
lateral (
  select array_agg(translate(found[1], ',.', '')::bigint::text order by place) as kobo
  from regexp_matches(sentence, '₦([0-9,]+\.[0-9]{2})', 'g') with ordinality as m (found, place)
) as amounts;

create index on happening using hash (sentence);
analyze happening;

update transaction t
set message = coalesce((select code from happening where sentence = t.message), t.message),
  history = coalesce((
    select string_agg(code || '@' || (line ->> 'time'), ',' order by place)
    from json_array_elements(('[' || t.history || ']')::json) with ordinality as l (line, place)
    join happening on sentence = line ->> 'message'
  ), '')
where history <> '' or message <> '';

-- A process of a version before this one would go on to write sentences.
alter table transaction add constraint transaction_history_is_of_codes
  check (strpos(history, '{') = 0);

comment on column transaction.history is
  'codes with their data and the seconds since created_at: opened@3,paid:card@21';
comment on column transaction.message is 'a code with its data, such as declined';
