-- In which form a business is told of what happened: ours, or that of an API that it has left.

alter table webhook_endpoint
  add column format text not null default 'standard'
    constraint webhook_endpoint_format_check check (format in ('standard', 'paystack'));
