-- Account numbers for ever: one for each customer who is given one (dedicated), and one for the
-- wallet of each business and mode.

alter table virtual_account
  drop constraint virtual_account_kind_check,
  alter column transaction_id drop not null,
  alter column ordinal drop not null,
  alter column amount drop not null,
  alter column expires_at drop not null,
  add column customer_id uuid,
  -- Of a dedicated account: 1, or 3 with a BVN.
  add column tier smallint,
  -- Sealed; what may be shown of it is its end.
  add column bvn text,
  add column bvn_last4 text,
  -- How deposits are shared out.
  add column split_code text,
  -- When it was given its number.
  add column assigned_at timestamptz,
  add column updated_at timestamptz;

update virtual_account
set updated_at = created_at,
  assigned_at = case when account_number is not null then created_at end;

alter table virtual_account
  alter column updated_at set not null,
  add constraint virtual_account_kind_check check (kind in ('one_off', 'dedicated', 'wallet')),
  add constraint virtual_account_has_what_its_kind_has check (
    (kind = 'one_off') = (transaction_id is not null)
    and (kind = 'one_off') = (ordinal is not null)
    and (kind = 'one_off') = (amount is not null)
    and (kind = 'one_off') = (expires_at is not null)
    and (kind = 'dedicated') = (customer_id is not null)
    and (kind = 'dedicated') = (tier is not null)
  ),
  add constraint virtual_account_tier_check
    check (tier in (1, 3) and (tier = 1 or bvn is not null)),
  add constraint virtual_account_bvn_check check ((bvn is null) = (bvn_last4 is null)),
  add constraint virtual_account_is_assigned_with_its_number
    check ((account_number is null) = (assigned_at is null));

create unique index virtual_account_one_a_customer
  on virtual_account (business_id, mode, customer_id) where kind = 'dedicated';
create unique index virtual_account_one_a_wallet
  on virtual_account (business_id, mode) where kind = 'wallet';
-- The list of the permanent ones, beside any number of one-off accounts.
create index virtual_account_dedicated on virtual_account (business_id, mode, virtual_account_id)
  where kind = 'dedicated' and account_number is not null;

-- What a deposit to a dedicated account costs: basis points (0.01 %), at most so many kobo.
alter table business_mode
  add column dedicated_fee_basis_points integer not null default 100
    check (dedicated_fee_basis_points between 0 and 10000),
  add column dedicated_fee_max bigint not null default 30000 check (dedicated_fee_max >= 0);
