-- no transaction
-- 0099 has built those that the view reads now.
drop index concurrently if exists card_refund_by_session;
drop index concurrently if exists refund_by_session;
