-- Scopes of keys are a noun and a verb. Processes of the version before read and write their own
-- words, which this version reads as well (db/functions/api_key_scopes.sql). The version after
-- this one writes the new scopes over them.

alter table api_key
  drop constraint api_key_scopes_check,
  add constraint api_key_scopes_check check (
    array_to_string(scopes, ' ') ~ ('^((all|read|export|payments|refunds|payouts|identity|settings'
      || '|(transactions|refunds|customers|payment_links|dedicated_virtual_accounts|deposits|splits'
      || '|balance|payouts|settlements|identity|banks|events|webhooks|settings|sandbox)'
      || ':(read|write|export))( |$))*$')
    and (kind = 'secret') = (cardinality(scopes) > 0)
  ) not valid;
