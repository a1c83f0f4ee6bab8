-- Who pays a business: one customer an e-mail, whatever its letter case.
create table customer (
  business_id  uuid not null,
  mode         text not null check (mode in ('test', 'live')),
  customer_id  uuid not null,
  email        text not null,
  email_folded text not null,
  first_name   text not null,
  last_name    text not null,
  phone        text,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,

  primary key (business_id, mode, customer_id),
  constraint customer_email_is_unique unique (business_id, mode, email_folded)
);
