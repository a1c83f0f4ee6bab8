import assert from 'node:assert/strict'
import { verify } from '../src/core/ledger/verify.ts'
import { moneyHolds } from './money.ts'
import { asOwner, type TestContext } from './support.ts'

// Invariants across payments, deposits, card attempts, verifications, events and the ledger. Each
// query returns the rows that violate its rule.

const RULES: Record<string, string> = {
  'a payment has the entries of its success, to the kobo, and no others': `
    select t.id, t.status, t.amount, e.sum from transaction t
    left join (
      select cause_id, sum(amount) as sum from ledger_entry
      where (reason ^@ 'payment' or reason ^@ 'share/')
        and kind = 'post'
      group by cause_id
    ) e on e.cause_id = t.id
    where coalesce(e.sum, 0) <>
      case when t.status in ('success', 'reversed') then t.amount else 0 end`,
  'fee and VAT are booked as the record shows them': `
    select t.id, t.fee, t.vat, e.fee as fee_booked, e.vat as vat_booked from transaction t
    left join (
      select cause_id,
        sum(amount) filter (where reason = 'payment_fee' and credit_account = 'fees') as fee,
        sum(amount) filter (where reason = 'payment_vat' and credit_account = 'vat') as vat
      from ledger_entry group by cause_id
    ) e on e.cause_id = t.id
    where coalesce(e.fee, 0) <> coalesce(t.fee, 0) or coalesce(e.vat, 0) <> coalesce(t.vat, 0)`,
  'entries of a payment belong to a payment': `
    select e.cause_id from ledger_entry e
    where (e.reason ^@ 'payment' or e.reason ^@ 'share/')
      and not exists (select from transaction t where t.id = e.cause_id)`,
  'an event of success is there exactly once for each success': `
    select t.id, t.status, count(e.event_id) from transaction t
    left join event e on e.business_id = t.business_id and e.type = 'transaction.success'
      and substring(e.payload from '"data":{"id":"txn_([^"]+)"')::uuid = t.id
    group by t.business_id, t.mode, t.id
    having count(e.event_id) <> case when t.status in ('success', 'reversed') then 1 else 0 end`,
  'a payment was paid by exactly one deposit or one charge': `
    select t.id, t.channel, paid.by from transaction t
    left join lateral (
      select coalesce(string_agg(how, ','), '') as by from (
        select case d.account_kind when 'dedicated' then 'dedicated_virtual_account'
          else 'bank_transfer' end as how from deposit d
        where d.transaction_id = t.id and d.state = 'matched'
        union all
        select a.method from card_attempt a where a.transaction_id = t.id and a.state = 'approved'
      ) x
    ) paid on true
    where paid.by <>
      case when t.status in ('success', 'reversed') then t.channel else '' end`,
  'each refund is booked as it stands, of what was available and what was pending': `
    select r.refund_id, r.status, booked.as from refund r
    full join (
      select cause_id,
        string_agg(concat_ws(' ', kind, debit_account, credit_account, amount), ','
          order by step, reason) as as
      from ledger_entry where reason in ('refund', 'refund_pending', 'refund_duty')
      group by cause_id
    ) booked on booked.cause_id = r.refund_id
    where booked.as is distinct from (
      select string_agg(concat_ws(' ', k.kind, p.account, p.clearing, p.amount), ','
        order by k.kind, p.reason)
      from (values ('hold'), (
        case r.status when 'processed' then 'post_hold' when 'failed' then 'void_hold' end
      )) as k (kind),
      (select refund_clearing(r)) as c (name),
      lateral (values
        ('refund', 'available', c.name, r.amount - r.from_pending),
        ('refund_pending', 'pending', c.name, r.from_pending),
        ('refund_duty', case when r.duty_from_pending then 'pending' else 'available' end,
          case when r.duty_by_provider then c.name else 'stamp_duty' end, r.duty)
      ) as p (reason, account, clearing, amount)
      where k.kind is not null and p.amount > 0)`,
  'no more of a payment was sent back than was paid, and reversed is what all went back of': `
    select t.id, t.status, t.amount, t.refunded, made.* from transaction t
    left join lateral (
      select coalesce(sum(amount) filter (where status <> 'failed'), 0) as taken,
        coalesce(sum(amount) filter (where status = 'processed'), 0) as back
      from refund r
      where r.business_id = t.business_id and r.mode = t.mode and r.transaction_id = t.id
    ) made on true
    where t.refunded <> made.taken or made.taken > t.amount
      or (t.status = 'reversed') <> (made.back = t.amount)
      or (t.status = 'reversed') <> (t.history like '%refunded@%')`,
  'a refund was told of once as pending, and once as it ended': `
    select r.refund_id, r.status, told.as from refund r
    left join (
      select business_id, substring(payload from '"data":{"id":"ref_([^"]+)"') as id,
        string_agg(type || substring(payload from '"status":"[a-z]+"'), ','
          order by type <> 'refund.pending') as as
      from event where type ^@ 'refund.' group by 1, 2
    ) told on told.business_id = r.business_id and told.id = replace(r.refund_id::text, '-', '')
    where told.as is distinct from 'refund.pending"status":"pending"' || case r.status
      when 'pending' then ''
      else ',refund.' || r.status || '"status":"' || r.status || '"' end`,
  'a payment of which all went back was told of once as reversed': `
    select t.id, t.status, count(e.event_id) from transaction t
    left join event e on e.business_id = t.business_id and e.mode = t.mode
      and e.transaction_id = t.id and e.type = 'transaction.reversed'
    group by t.business_id, t.mode, t.id
    having count(e.event_id) <> case when t.status = 'reversed' then 1 else 0 end`,
  'a settlement was told of once': `
    select s.settlement_id, e.count from settlement s
    left join lateral (
      select count(*) as count from event e
      where e.business_id = s.business_id and e.mode = s.mode and e.type = 'settlement.settled'
        and e.payload like '%"id":"set_' || replace(s.settlement_id::text, '-', '') || '"%'
    ) e on true
    where e.count <> 1`,
  'a deposit that was returned, or tops up a wallet, was told of once at each step': `
    select d.deposit_id, d.state, told.as from deposit d
    left join (
      select business_id, mode, substring(payload from '"data":{"id":"dep_([^"]+)"') as id,
        string_agg(type, ',' order by type <> 'deposit.returning') as as
      from event where type ^@ 'deposit.' group by 1, 2, 3
    ) told on told.business_id = d.business_id and told.mode = d.mode
      and told.id = replace(d.deposit_id::text, '-', '')
    where coalesce(told.as, '') <> case
      when d.account_kind = 'wallet' then 'deposit.topped_up'
      when d.state = 'returning' then 'deposit.returning'
      when d.state in ('returned', 'return_refused')
        then 'deposit.returning,deposit.' || d.state
      else '' end`,
  'what a refund took of what was pending is an item of its settlement, and back if it failed': `
    select r.refund_id, r.status, items.as from refund r
    left join (
      select cause_id, string_agg(concat_ws(' ', kind, amount), ',' order by kind) as as
      from settlement_item where kind <> 'payment' group by cause_id
    ) items on items.cause_id = r.refund_id
    cross join lateral (
      select r.from_pending + case when r.duty_from_pending then r.duty else 0 end as amount
    ) taken
    where coalesce(items.as, '') <> case when taken.amount = 0 then ''
      else 'refund -' || taken.amount || case r.status when 'failed'
        then ',refund_returned ' || taken.amount else '' end end`,
  'each deposit is booked as it stands': `
    select d.deposit_id, d.state, booked.as from deposit d
    left join (
      select cause_id, string_agg(kind || ' ' || amount, ',' order by reason, step) as as
      from ledger_entry where not reason ^@ 'rail_' group by cause_id
    ) booked on booked.cause_id = d.deposit_id
    where coalesce(booked.as, '') <> case d.state
      when 'matched' then case d.account_kind when 'wallet' then 'post ' || d.amount else '' end
      when 'unmatched' then 'post ' || d.amount
      when 'returning' then 'post ' || d.amount || ',hold ' || d.amount
      when 'returned' then 'post ' || d.amount || ',hold ' || d.amount || ',post_hold ' || d.amount
      else 'post ' || d.amount || ',hold ' || d.amount || ',void_hold ' || d.amount end`,
  'each card attempt is booked as it stands': `
    select a.attempt_id, a.state, booked.as from card_attempt a
    left join (
      select cause_id, string_agg(kind || ' ' || amount, ',' order by reason, step) as as
      from ledger_entry where not reason ^@ 'rail_' group by cause_id
    ) booked on booked.cause_id = a.attempt_id
    where coalesce(booked.as, '') not in (
      case when a.state in ('surplus', 'returned', 'return_refused') then 'post ' || a.amount
        || case a.state when 'surplus' then '' else ',hold ' || a.amount end
        || case a.state when 'returned' then ',post_hold ' || a.amount
          when 'return_refused' then ',void_hold ' || a.amount else '' end
      else '' end,
      case when a.state = 'surplus' then 'post ' || a.amount || ',hold ' || a.amount else '' end)`,
  'what is unmatched is what waits': `
    select a.business_id, a.credits_posted - a.debits_posted as booked, waiting.sum
    from ledger_account a
    left join lateral (
      select coalesce(sum(amount), 0) as sum from (
        select amount from deposit d where d.business_id = a.business_id and d.mode = a.mode
          and d.state in ('unmatched', 'returning', 'return_refused')
        union all
        select amount from card_attempt c where c.business_id = a.business_id and c.mode = a.mode
          and c.state in ('surplus', 'return_refused')
      ) w
    ) waiting on true
    where a.name = 'unmatched' and a.credits_posted - a.debits_posted <> waiting.sum`,
  'a session names one deposit, or what waits in suspense': `
    select s.session_id, d.id from (
      select mode, rail, session_id, business_id, deposit_id as id from deposit
      union all
      select mode, rail, session_id, business_id, suspended_credit_id from suspended_credit
      where state = 'waiting'
    ) d
    full join deposit_session s on s.mode = d.mode and s.rail = d.rail
      and s.session_id = d.session_id and s.deposit_id = d.id and s.business_id = d.business_id
    where d.id is null or s.deposit_id is null`,
  'a deposit to a dedicated account was told of once as received, as it stands': `
    select d.deposit_id, e.payload from deposit d
    full join (
      select *, substring(payload from '"transaction_uuid":"([^"]+)"')::uuid as told_of
      from event where type = 'transfer.received'
    ) e on e.business_id = d.business_id and e.mode = d.mode
      and e.told_of = d.transaction_id
    left join transaction t on t.business_id = d.business_id and t.mode = d.mode
      and t.id = d.transaction_id
    where (d.account_kind is distinct from 'dedicated') <> (e.event_id is null)
      or e.payload not like '{"event":"transfer.received","data":{"amount":' || d.amount
        || ',"account_number":"' || d.account_number || '",%,"reference":"' || t.reference
        || '",%'`,
  'a paid invoice has one payment of its amount, and no payment of an invoice is left over': `
    select i.invoice_id, t.id as transaction_id, i.state, t.status
    from invoice i
    full join transaction t
      on t.business_id = i.business_id and t.mode = i.mode and t.id = i.transaction_id
    where (i.state = 'paid' and i.amount > 0
        and (t.paid_at is null or t.requested_amount <> i.amount))
      or (t.paid_at is not null and t.metadata like '{"invoice_id":%'
        and (i.invoice_id is null or i.state not in ('open', 'paid')))`,
  'an event is filed under the payment that it tells of': `
    select event_id, type, transaction_id from event
    where transaction_id is distinct from (case
      when type ^@ 'transaction.' then substring(payload from '"data":{"id":"txn_([^"]+)"')
      when type = 'transfer.received' then substring(payload from '"transaction_uuid":"([^"]+)"')
      when type ^@ 'refund.' or type ^@ 'deposit.' or type ^@ 'bank_transfer.'
        or type ^@ 'dispute.' or type ^@ 'invoice.'
        then substring(payload from '"transaction_id":"txn_([^"]+)"')
      end)::uuid`,
  'what is disputed is what open disputes took, and what could not be sent back': `
    select a.business_id, a.credits_posted - a.debits_posted as booked, taken.sum
    from ledger_account a
    left join lateral (
      select coalesce(sum(case when d.closed_at is null then d.amount + d.fee else d.amount end), 0)
        as sum
      from dispute d where d.business_id = a.business_id and d.mode = a.mode
        and (d.closed_at is null or d.call = 'return' and d.call_state <> 'done')
    ) taken on true
    where a.name = 'disputed' and a.credits_posted - a.debits_posted <> taken.sum`,
  'the disputes of a payment that were not won are no more than was paid': `
    select t.id, t.amount, sum(d.amount) from dispute d
    join transaction t on t.business_id = d.business_id and t.mode = d.mode
      and t.id = d.transaction_id
    where d.status <> 'won'
    group by t.business_id, t.mode, t.id
    having sum(d.amount) > t.amount`,
  'what a dispute took of what was pending is an item of its settlement, until it is back there': `
    select e.cause_id, e.account, e.amount, i.amount as item
    from (
      select business_id, mode, cause_id, account, sum(amount) as amount
      from (
        select business_id, mode, cause_id, debit_account as account, amount from ledger_entry
        where credit_account = 'disputed' and debit_account ^@ 'pending'
        union all
        select business_id, mode, cause_id, credit_account, -amount from ledger_entry
        where debit_account = 'disputed' and credit_account ^@ 'pending'
      ) moved
      group by business_id, mode, cause_id, account
      having sum(amount) <> 0
    ) e
    full join (select * from settlement_item where kind = 'dispute') i
      on i.business_id = e.business_id and i.mode = e.mode and i.cause_id = e.cause_id
      and i.account = e.account
    where e.amount is distinct from -i.amount`,
  'each deposit to a dedicated account was told of by two events on their own route': `
    with told as (
      select business_id, mode, event_id, case type
        when 'transfer.received' then substring(payload from '"transaction_uuid":"([^"]+)"')
        else substring(payload from '"data":{"id":"txn_([^"]+)"') end::uuid as transaction_id
      from event where route = 'dedicated_virtual_account'
    )
    select d.deposit_id, count(t.event_id) from deposit d
    left join told t on t.business_id = d.business_id and t.mode = d.mode
      and t.transaction_id = d.transaction_id
    where d.account_kind = 'dedicated'
    group by d.business_id, d.mode, d.deposit_id
    having count(t.event_id) <> 2`,
  'what is in suspense is what waits there': `
    select a.mode, a.credits_posted - a.debits_posted as booked, waiting.sum
    from ledger_account a
    left join lateral (
      select coalesce(sum(amount), 0) as sum from suspended_credit c
      where c.business_id = a.business_id and c.mode = a.mode and c.state = 'waiting'
    ) waiting on true
    where a.name = 'suspense' and a.credits_posted - a.debits_posted <> waiting.sum`,
  'each unmatched deposit was told of once': `
    select d.deposit_id, count(e.event_id) from deposit d
    left join event e on e.business_id = d.business_id and e.type = 'bank_transfer.rejected'
      and substring(e.payload from '"session_id":"([^"]+)"') = d.session_id
    group by d.business_id, d.mode, d.deposit_id
    having count(e.event_id) <> case when d.state = 'matched' then 0 else 1 end`,
  'the fee of a verification is held, taken or given back as it stands': `
    select v.verification_id, v.state, booked.as from (
      select verification_id, state, case state when 'Requested' then 'hold 5000'
        when 'FAILED' then 'hold 5000,void_hold 5000'
        else 'hold 5000,post_hold 5000' end as wanted
      from identity_verification
    ) v
    full join (
      select cause_id, string_agg(kind || ' ' || amount, ',' order by step) as as
      from ledger_entry where reason = 'identity_fee' group by cause_id
    ) booked on booked.cause_id = v.verification_id
    where booked.as is distinct from v.wanted`,
  'a number was used by the verifications for which a code may have left, and by no others': `
    select n.number_hash, u.id, v.verification_id, v.state from identity_number n
    cross join lateral unnest(n.uses) as u (id)
    full join (
      select * from identity_verification where state <> 'FAILED'
    ) v on v.verification_id = u.id and v.mode = n.mode and v.number_hash = n.number_hash
    left join identity_number own on own.mode = v.mode and own.number_hash = v.number_hash
    where v.verification_id is null
      -- The day is counted from the id, which is older than the row that a batch has written.
      or (u.id is null
        and uuid_extract_timestamp(v.verification_id) > own.updated_at - interval '1 day')`,
  'no number was used more often than five times a day': `
    select number_hash, uses from identity_number where cardinality(uses) > 5`,
  'no verification took more guesses than five': `
    select verification_id, state, attempts, wrongs from identity_verification
    where wrongs > attempts or attempts > 5 or (state = 'LOCKED') <> (wrongs = 5)
      and state not in ('SUCCESS')`,
  'a verification that ended without a person was told of once, as it ended': `
    select v.verification_id, v.state, e.types from identity_verification v
    left join lateral (
      select string_agg(type, ',') as types from event e
      where e.business_id = v.business_id and e.mode = v.mode and e.type ^@ 'identity.'
        and e.payload like '%"_id":"idv_' || replace(v.verification_id::text, '-', '') || '"%'
    ) e on true
    where coalesce(e.types, '') <> case when v.state in ('Requested', 'Pending') then ''
      when v.state = 'SUCCESS' then 'identity.verified' else 'identity.' || lower(v.state) end`,
  'a verification that succeeded was told of once and shown at once, and no other was': `
    select v.verification_id, v.state, count(distinct e.event_id), count(distinct a.access_id)
    from identity_verification v
    left join event e on e.business_id = v.business_id and e.type = 'identity.verified'
      and e.payload like '%"_id":"idv_' || replace(v.verification_id::text, '-', '') || '"%'
    left join identity_access a on a.business_id = v.business_id and a.mode = v.mode
      and a.verification_id = v.verification_id and a.how = 'validated'
    group by v.business_id, v.mode, v.verification_id
    having (count(distinct e.event_id), count(distinct a.access_id)) is distinct from
      case when v.state = 'SUCCESS' then (1::bigint, 1::bigint) else (0::bigint, 0::bigint) end`,
  'a payout was told of once as pending, and once as it ended': `
    select p.payout_id, p.state, e.count, e.types from payout p
    left join lateral (
      select count(*) as count, string_agg(type, ','
        order by type <> 'payout.pending', type <> 'payout.success') as types
      from event e
      where e.business_id = p.business_id and e.mode = p.mode and e.type like 'payout.%'
        and e.payload like '%"id":"po_' || replace(p.payout_id::text, '-', '') || '"%'
    ) e on true
    where coalesce(e.types, '') <> 'payout.pending' || case p.state when 'pending' then ''
      when 'reversed' then ',payout.success,payout.reversed' else ',payout.' || p.state end`,
  'no message is left of a code that did not leave, and none was sent more often than counted': `
    select v.business_id, v.codes, m.count, m.unsent from (
      select business_id, mode, sum(1 + otp_resends) filter (where state <> 'FAILED') as codes
      from identity_verification group by business_id, mode
    ) v
    join lateral (
      select count(*) as count, count(*) filter (where f.verification_id is not null) as unsent
      from sandbox_message s
      left join identity_verification f on f.business_id = s.business_id and f.mode = s.mode
        and f.otp_id = s.message_id and f.state = 'FAILED'
      where s.business_id = v.business_id and s.mode = v.mode and position('@' in s.recipient) = 0
    ) m on true
    where m.unsent > 0 or m.count > coalesce(v.codes, 0)`,
}

/** Nothing waits for anyone except a person. */
const SETTLED: Record<string, string> = {
  'no deposit is on its way for ever': `
    select deposit_id, state from deposit where state in ('unmatched', 'returning')`,
  'no card attempt is at the rail for ever': `
    select attempt_id, state from card_attempt where state in ('charging', 'unknown', 'surplus')`,
  'no refund is on its way for ever': `
    select refund_id, status from refund where status = 'pending'`,
  'no verification waits for the registry or for its code for ever': `
    select verification_id, state from identity_verification
    where state in ('Requested', 'Pending')`,
  'no payout is at the bank for ever': `
    select payout_id, state from payout where state = 'pending'`,
  'nothing is held for ever': `
    select business_id, name from ledger_account where debits_pending <> 0`,
}

/** All records agree with each other. */
export async function assertBooksTie(context: TestContext): Promise<void> {
  await moneyHolds(async () => {
    assert.deepEqual(await verify(context.sql), [])
    await assertNoRows(context, RULES)
  })
}

/** The books tie and, once the jobs have run, nothing is left to do. */
export async function assertSettled(context: TestContext): Promise<void> {
  await assertBooksTie(context)
  await moneyHolds(() => assertNoRows(context, SETTLED))
}

async function assertNoRows(context: TestContext, rules: Record<string, string>): Promise<void> {
  await asOwner(context, async (owner) => {
    await owner.begin(async (sql) => {
      // The planner has no statistics for freshly filled tables and would compare every pair of
      // rows.
      await sql`set local enable_nestloop = off`
      await sql`set local enable_mergejoin = off`
      for (const [rule, query] of Object.entries(rules)) {
        assert.deepEqual([...(await sql`${sql.unsafe(query)}`)], [], rule)
      }
    })
  })
}
