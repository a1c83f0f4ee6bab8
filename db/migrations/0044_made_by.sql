-- The rail that made a thing stands on its row, and is the one that is asked about it later. So far
-- there was one, in test mode: the sandbox.
--
-- The defaults are for processes of the version before, which write no rail; the next release drops
-- them.
alter table virtual_account add column rail text not null default 'sandbox';
alter table card_attempt add column rail text not null default 'sandbox';
alter table refund add column rail text not null default 'sandbox';
alter table identity_verification add column rail text not null default 'sandbox';
