-- The scope exports:read: a month for the accountant.
alter table api_key
  drop constraint api_key_scopes_check,
  add constraint api_key_scopes_check check (
    array_to_string(scopes, ' ') ~ ('^((all|read|export|payments|refunds|payouts|identity|settings'
      || '|(transactions|authorizations|subscriptions|refunds|disputes|customers|payment_links'
      || '|dedicated_virtual_accounts|deposits|splits|balance|payouts|settlements|exports|identity'
      || '|banks|events|webhooks|settings|sandbox):(read|write|export))( |$))*$')
    and (kind = 'secret') = (cardinality(scopes) > 0)
  ) not valid;
