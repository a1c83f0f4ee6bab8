-- Whether a second person must approve each payout batch.
alter table business_mode add column payout_approval boolean not null default false;
