import type { CheckoutLanguage } from '../../accounts/businesses/businesses.sql.ts'
import type { CustomerId } from '../../accounts/customers/customers.sql.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { firstRow } from '../../platform/rows.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { Claimed } from '../receipts/mailing.ts'
import type { TransactionKey } from '../transactions/transactions.rows.ts'

type CodeId = Id<'kept_card_code'>

/** The codes of a payment. */
export type KeptCardCode = Omit<TransactionKey, 'id'> & {
  transactionId: TransactionKey['id']
  /** Of the last code, which follows from it. */
  codeId: CodeId
  sends: number
  guesses: number
  language: CheckoutLanguage
  sentAt: Date
  expiresAt: Date
  /** The code was entered. Until then, a card may be charged. */
  provenUntil: Date | null
  nextMailAt: Date | null
  mailAttempts: number
  createdAt: Date
}

export function findCode(sql: Sql, { businessId, mode, id }: TransactionKey) {
  return firstRow(sql<KeptCardCode[]>`
    select * from kept_card_code
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
  `)
}

type Allowed = { sendsMax: number; guessesMax: number; sentBefore: Date }

/** Replaces the last code. Null if no further one is allowed now. */
export function insertOrRenewCode(
  sql: Sql,
  row: KeptCardCode,
  { sendsMax, guessesMax, sentBefore }: Allowed,
) {
  return firstRow(sql<KeptCardCode[]>`
    insert into kept_card_code as k ${sql(row)}
    on conflict (business_id, mode, transaction_id) do update set
      code_id = excluded.code_id, sends = k.sends + 1, language = excluded.language,
      sent_at = excluded.sent_at, expires_at = excluded.expires_at, proven_until = null,
      next_mail_at = excluded.next_mail_at, mail_attempts = 0
    where k.business_id = ${row.businessId} and k.mode = ${row.mode}
      and k.sends < ${sendsMax} and k.guesses < ${guessesMax} and k.sent_at <= ${sentBefore}
    returning *
  `)
}

/** Counts a guess before it is compared. Null if none is left, or the code is over. */
export function claimGuess(
  sql: Sql,
  { businessId, mode, id }: TransactionKey,
  { now, guessesMax }: { now: Date; guessesMax: number },
) {
  return firstRow(sql<KeptCardCode[]>`
    update kept_card_code set guesses = guesses + 1
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
      and guesses < ${guessesMax} and expires_at > ${now} and proven_until is null
    returning *
  `)
}

/** A code works once: null if it was entered before, or replaced. */
export function setProven(
  sql: Sql,
  { businessId, mode, transactionId, codeId }: KeptCardCode,
  provenUntil: Date,
) {
  return firstRow(sql<KeptCardCode[]>`
    update kept_card_code set proven_until = ${provenUntil}, next_mail_at = null
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${transactionId}
      and code_id = ${codeId} and proven_until is null
    returning *
  `)
}

/** A code to email, with what the email shows. */
export type DueCode = KeptCardCode &
  Claimed & { businessName: string; customerId: CustomerId; email: string; amount: Kobo }

/** Claims due emails under a lease. */
export function claimCodes(sql: Sql, modes: Mode[], now: Date, lease: Date, max: number) {
  return sql<DueCode[]>`
    with due as (
      select business_id, mode, transaction_id
      from kept_card_code
      where next_mail_at <= ${now} and mode = any(${modes})
      order by next_mail_at
      limit ${max}
      for update skip locked
    ), claimed as (
      update kept_card_code k
      set next_mail_at = ${lease}
      from due
      where k.business_id = due.business_id and k.mode = due.mode
        and k.transaction_id = due.transaction_id
      returning k.*
    )
    select c.*, c.mail_attempts as attempts, b.name as business_name, t.customer_id, t.email,
      t.amount
    from claimed c
    join transaction t on t.business_id = c.business_id and t.mode = c.mode
      and t.id = c.transaction_id
    join business b on b.business_id = c.business_id
  `
}

/** `nextMailAt`: when it is tried again. */
export async function recordCodeMail(
  sql: Sql,
  { businessId, mode, transactionId, codeId, attempts }: DueCode,
  nextMailAt: Date | null,
): Promise<void> {
  await sql`
    update kept_card_code set next_mail_at = ${nextMailAt}, mail_attempts = ${attempts + 1}
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${transactionId}
      and code_id = ${codeId} and mail_attempts = ${attempts} and next_mail_at is not null
  `
}
