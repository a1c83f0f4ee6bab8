import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { givenPerson, signedInAs } from '../../../test/logins.ts'
import { asOwner, type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import type { Database } from '../../platform/db.ts'
import { verifyAudit } from './audit.ts'

// Changes to the log by somebody with all database rights are found, with the entry's number.

const context = useContext()
const api = useApi(context)

/** A chain with six entries. */
async function givenLog(): Promise<GivenBusiness> {
  const business = await givenBusiness(context)
  const person = await givenPerson(context, business)
  const browser = await signedInAs(api, person, business.businessId)
  for (let times = 0; times < 3; times += 1) {
    assert.equal((await browser.put('/settings/checkout', { language: 'yo' })).status, 200)
  }
  return business
}

for (const [what, tamper, number, wrong] of [
  [
    'a change',
    (sql) => sql`update audit_entry set outcome = 418 where number = 3`,
    3,
    'was changed',
  ],
  [
    'a change of who',
    (sql) => sql`update audit_entry set email = 'x' where number = 2`,
    2,
    'changed',
  ],
  ['a removal', (sql) => sql`delete from audit_entry where number = 4`, 4, 'is missing'],
  ['a removal of the first', (sql) => sql`delete from audit_entry where number = 1`, 1, 'missing'],
  [
    'a removal of the last',
    (sql) => sql`delete from audit_entry where number = 6`,
    6,
    'is missing',
  ],
  [
    'a removal of the end',
    (sql) => sql`
      with gone as (delete from audit_entry where number = 6)
      update audit_head set number = 5
    `,
    5,
    'is not the end',
  ],
  ['a removal of what says where it ends', (sql) => sql`delete from audit_head`, 0, 'has no end'],
  [
    'a swap',
    (sql) => sql`
      update audit_entry set number = case number when 2 then 1003 else 1002 end
      where number in (2, 3)
    `,
    2,
    'is missing',
  ],
  [
    'a swap of what they say',
    (sql) => sql`
      update audit_entry a set action = b.action, outcome = b.outcome, email = b.email
      from audit_entry b
      where a.number in (2, 3) and b.number = 5 - a.number and a.business_id = b.business_id
    `,
    2,
    'was changed',
  ],
] as const satisfies [string, (sql: Database) => Promise<unknown>, number, string][]) {
  test(`${what} behind our back is found, with its number`, async () => {
    const business = await givenLog()
    const found = await tampered(business, tamper)
    assert.match(String(found[0]?.where), new RegExp(`${business.businessId}, entry ${number}$`))
    assert.match(String(found[0]?.found), new RegExp(wrong))
    assert.deepEqual(await verifyAudit(context.sql), [], 'and nothing is, once it is put back')
  })
}

/** What verification finds during the change, which is then undone. */
async function tampered(
  { businessId }: GivenBusiness,
  tamper: (sql: Database) => Promise<unknown>,
) {
  let found: Awaited<ReturnType<typeof verifyAudit>> = []
  const undo = new Error('put back')
  await asOwner(context, (sql) =>
    sql.begin(async (own) => {
      await own`alter table audit_entry disable trigger audit_entry_is_append_only`
      await own`delete from audit_entry where business_id <> ${businessId} or number > 6`
      await own`delete from audit_head where business_id <> ${businessId}`
      await own`
        update audit_head set number = 6, digest = e.digest
        from audit_entry e where e.business_id = ${businessId} and e.number = 6
      `
      assert.deepEqual(await verifyAudit(own), [], 'it was right before')
      await tamper(own as unknown as Database)
      found = await verifyAudit(own)
      throw undo
    }),
  ).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return found
}
