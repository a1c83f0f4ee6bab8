import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asOwner, givenBusiness, useContext } from '../../test/support.ts'
import { begin, refusalOf, verificationsOf } from '../../test/verifications.ts'
import { verifyBooks } from '../operator/books.ts'
import type { Sql } from '../platform/db.ts'
import { LATE_NUMBER, UNSENT_NUMBER } from '../providers/sandbox/identity.ts'
import { verifyIdentity } from './verify.ts'

// Three verifications: the fee of one is taken, of one returned, of one held. Each test makes a
// difference between verifications and books, and undoes it.

const context = useContext()

/** By the last digits of the number: 3333 is taken, 4444 returned, 0504 held. */
const TAKEN = of('3333')
const RETURNED = of('4444')
const HELD = of('0504')

const breaks: [name: string, change: string, wrong: number][] = []
for (const [who, name, closed] of [
  [TAKEN, 'taken', 'post_hold'],
  [RETURNED, 'given back', 'void_hold'],
] as const) {
  const other = closed === 'post_hold' ? 'void_hold' : 'post_hold'
  breaks.push(
    [`the end of a fee that was ${name}: a kobo more`, more(who, closed), 1],
    [`the end of a fee that was ${name}: it is missing`, gone(who, closed), 1],
    [
      `the end of a fee that was ${name}: it is the other`,
      `update ledger_entry set kind = '${other}' where ${who} and kind = '${closed}'`,
      1,
    ],
  )
}
for (const [who, name] of [
  [TAKEN, 'taken'],
  [RETURNED, 'given back'],
  [HELD, 'held'],
] as const) {
  breaks.push(
    [`the hold of a fee that is ${name}: a kobo more`, more(who, 'hold'), 1],
    [`the hold of a fee that is ${name}: it is missing`, gone(who, 'hold'), 1],
    [
      `the hold of a fee that is ${name}: it was posted`,
      `update ledger_entry set kind = 'post' where ${who} and kind = 'hold'`,
      1,
    ],
    [
      `the hold of a fee that is ${name}: of another account`,
      `update ledger_entry set debit_account = 'pending' where ${who} and kind = 'hold'`,
      1,
    ],
    [
      `the hold of a fee that is ${name}: to another account`,
      `update ledger_entry set credit_account = 'vat' where ${who} and kind = 'hold'`,
      1,
    ],
    [
      `a fee that is ${name}: booked for another reason`,
      `update ledger_entry set reason = 'payment_fee' where ${who}`,
      1,
    ],
    [
      `a fee that is ${name}: booked for nothing that exists`,
      `update ledger_entry set cause_id = business_id where ${who}`,
      2,
    ],
    [
      `a verification of which the fee is ${name}: it says another fee`,
      `update identity_verification set fee = fee + 1 where ${row(who)}`,
      1,
    ],
    [
      `a verification of which the fee is ${name}: it is gone`,
      `delete from identity_verification where ${row(who)}`,
      1,
    ],
  )
}
for (const [who, name, change] of [
  [TAKEN, 'taken, and says that it failed', "'FAILED', failure = 'not_sent', number = null"],
  [TAKEN, 'taken, and says that it waits', "'Requested'"],
  [RETURNED, 'given back, and says that it waits', "'Requested', failure = null, number = 'n'"],
  [
    RETURNED,
    'given back, and says that a code has left',
    "'Pending', failure = null, number = 'n', rail_session = 's', otp_sent_at = created_at, " +
      'otp_expires_at = created_at',
  ],
  [HELD, 'held, and says that it failed', "'FAILED', failure = 'not_sent', number = null"],
  [
    HELD,
    'held, and says that a code has left',
    "'Pending', rail_session = 's', otp_sent_at = created_at, otp_expires_at = created_at",
  ],
] as const) {
  const set = `update identity_verification set state = ${change} where ${row(who)}`
  breaks.push([`a fee that is ${name}`, set, 1])
}

test('every difference between verifications and books is found', async () => {
  const business = await givenBusiness(context)
  await begin(context, business, { number: '22222223333' })
  await refusalOf(begin(context, business, { number: UNSENT_NUMBER }))
  await refusalOf(begin(context, business, { number: LATE_NUMBER }))
  const rows = await verificationsOf(context, business)
  assert.deepEqual(
    rows.map(({ state, numberLast4 }) => `${state} ${numberLast4}`),
    ['Pending 3333', 'FAILED 4444', 'Requested 0504'],
  )

  assert.deepEqual(await verifyIdentity(context.sql), [])
  for (const [name, change, wrong] of breaks) {
    const { changed, found, everything } = await brokenBy(change)
    assert(changed > 0, `${name}: something was changed`)
    assert.equal(found.length, wrong, `${name}: ${JSON.stringify(found)}`)
    for (const { what, where } of found) {
      assert.match(what, /booked for a verification/, name)
      assert(where.startsWith(`${business.businessId} test `), where)
    }
    assert(everything >= wrong, `${name}: the check of all books finds it too`)
  }
  assert.deepEqual(await verifyIdentity(context.sql), [], 'each was undone')
})

test('at most a hundred findings are listed', async () => {
  const business = await givenBusiness(context)
  for (let i = 0; i < 101; i++) await begin(context, business)

  const { found } = await brokenBy("update ledger_entry set amount = 4999 where kind = 'post_hold'")

  assert.equal(found.length, 100)
})

class Undone extends Error {}

async function brokenBy(change: string) {
  let result = { changed: 0, found: [] as { what: string; where: string }[], everything: 0 }
  await asOwner(context, (owner) =>
    owner.begin(async (sql) => {
      // As the owner of the database can: without triggers.
      await sql`set local session_replication_role = replica`
      const { count } = await sql.unsafe(change)
      const found = await verifyIdentity(sql as Sql)
      const everything = (await verifyBooks(sql as Sql)).length
      result = { changed: count, found, everything }
      throw new Undone()
    }),
  ).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return result
}

/** The entries of a verification. */
function of(last4: string): string {
  return `cause_id in (select verification_id from identity_verification
    where number_last4 = '${last4}')`
}

function row(who: string): string {
  return who.replace('cause_id', 'verification_id')
}

function more(who: string, kind: string): string {
  return `update ledger_entry set amount = amount + 1 where ${who} and kind = '${kind}'`
}

function gone(who: string, kind: string): string {
  return `delete from ledger_entry where ${who} and kind = '${kind}'`
}
