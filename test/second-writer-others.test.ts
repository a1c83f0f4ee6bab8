import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { beforeEach, test } from 'node:test'
import { claimRun, noteProgress } from '../packages/devkit/seed.sql.ts'
import { updateDecided } from '../src/accounts/activation/activation.sql.ts'
import { askForLive } from '../src/accounts/activation/activation.ts'
import { setLiveActivated } from '../src/accounts/businesses/businesses.sql.ts'
import { endKey, type ListedKey, setRevoked } from '../src/accounts/businesses/keys.sql.ts'
import { insertReset, takeReset } from '../src/accounts/logins/account.sql.ts'
import { takeStep } from '../src/accounts/logins/logins.sql.ts'
import { acceptInvitation, withdrawInvitation } from '../src/accounts/logins/members.sql.ts'
import { invite } from '../src/accounts/logins/members.ts'
import { insertRecoveryCodes, takeRecoveryCode } from '../src/accounts/logins/second-factor.sql.ts'
import { endSession, openSession } from '../src/accounts/logins/sessions.sql.ts'
import { releaseDeliveries } from '../src/core/events/deliver.sql.ts'
import { recordNotice } from '../src/core/events/notices.sql.ts'
import { endRecovery, insertRecovery } from '../src/core/recovery/recovery.sql.ts'
import {
  claimVerification,
  insertVerification,
  updateVerification,
} from '../src/operator/operation/operation.sql.ts'
import { endStop, recordStop } from '../src/payments/checkout/card-testing.sql.ts'
import { recordReceipts } from '../src/payments/receipts/receipts.sql.ts'
import { type AccountChange, decideChange } from '../src/payments/splits/account-changes.sql.ts'
import { type Subaccount, updateSubaccount } from '../src/payments/splits/splits.sql.ts'
import {
  clearNumberOf,
  setNumber,
  setNumberOf,
  setTier3,
} from '../src/payments/virtual-accounts/virtual-accounts.sql.ts'
import { later, MINUTE } from '../src/platform/clock.ts'
import type { Sql } from '../src/platform/db.ts'
import { newId } from '../src/platform/ids.ts'
import { useApi } from './api.ts'
import { givenPerson, givenSecondFactor, openBrowser, type Person, signedInAs } from './logins.ts'
import { givenDedicated } from './payments.ts'
import { givenEvent, givenUrl } from './receiver.ts'
import { givenPaid } from './refunds.ts'
import { ELSEWHERE, type Race, testRaces } from './second-writers.ts'
import { givenSubaccount } from './splits.ts'
import { type GivenBusiness, givenTestOnly, useContext } from './support.ts'

// Keys, logins, account numbers, mails, and whatever is no payment: second-writers.ts.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let person: Person
beforeEach(async () => {
  business = await givenTestOnly(context)
  person = await givenPerson(context, business)
})

const now = () => context.now()
const hourLater = () => later(now(), 60 * MINUTE)
const already = async () => true
const ofLogin = () => ({ loginId: person.loginId })
const ofBusiness = () => ({ businessId: business.businessId })
const scope = () => ({ ...ofBusiness(), mode: 'test' as const })
/** A statement that does not say whether it has written. */
const wrote = (written: Promise<unknown>) => written.then(() => true)

type Invitation = Parameters<typeof acceptInvitation>[1]
const open = (row: Invitation) => ({ ...row, now: now() })
const opened = () => ({ tokenHash: Buffer.alloc(32, 1), freshUntil: hourLater(), now: now() })
const reset = () =>
  context.sql.begin((sql) =>
    insertReset(
      sql,
      { resetId: newId(now()), ...ofLogin(), createdAt: now(), expiresAt: hourLater() },
      3,
    ),
  )
const half = async () => {
  await givenSecondFactor(await signedInAs(api, person), context.now)
  await context.sql`delete from login_session where login_id = ${person.loginId}`
  const { email, password } = person
  await openBrowser(api, person).post('/session', { email, password })
}
const stopped = () => {
  const row = { ...scope(), beganAt: now(), seenAt: now(), nextAt: now(), endsAt: now() }
  return context.sql`insert into card_testing ${context.sql(row)}`
}
const noted = { nextAt: null, failure: null, sentAt: null }

const HASH = Buffer.alloc(32, 1)
const TOKENS = [newId(new Date()), newId(new Date())] as const
const OTHER_NUMBER = {
  accountNumber: '0000000099',
  bank: { name: 'Another', code: '999', slug: 'another' },
}

const RACES: Record<string, Race> = {
  'a key is rolled once': {
    table: 'api_key',
    given: already,
    by: () => ({ ...scope(), kind: 'secret' }),
    first: (sql, row: ListedKey) => endKey(sql, scope(), row.keyId, { expiresAt: hourLater() }),
    second: (sql, row: ListedKey) =>
      endKey(sql, scope(), row.keyId, { revokedAt: now(), sealed: null, sealedCopy: null }),
  },
  'a key is revoked once': {
    table: 'api_key',
    given: already,
    by: () => ({ ...scope(), kind: 'secret' }),
    first: (sql, row: ListedKey) => setRevoked(sql, scope(), row.keyId, now()),
    second: (sql, row: ListedKey) => setRevoked(sql, scope(), row.keyId, hourLater()),
  },
  'a business that asks for live mode is answered once': {
    table: 'activation',
    given: () =>
      askForLive(context, business.businessId, {
        legalName: 'Example Stores Limited',
        registrationNumber: 'RC1234567',
        contactPhone: '+2348000000000',
        website: null,
        bvn: '22222222221',
        nin: null,
      }),
    by: ofBusiness,
    first: (sql) =>
      updateDecided(sql, business.businessId, { state: 'refused', decidedAt: now(), note: 'No.' }),
    second: (sql) =>
      updateDecided(sql, business.businessId, { state: 'active', decidedAt: now(), note: null }),
  },
  'a business becomes live once': {
    table: 'business',
    given: already,
    by: ofBusiness,
    first: (sql) => setLiveActivated(sql, business.businessId, now()),
    second: (sql) => setLiveActivated(sql, business.businessId, hourLater()),
  },
  'a link to a new password is good once': {
    table: 'password_reset',
    given: reset,
    by: ofLogin,
    first: (sql, row: { resetId: never }) => takeReset(sql, row.resetId, now()),
    second: (sql, row: { resetId: never }) => takeReset(sql, row.resetId, later(now(), 1)),
  },
  'a recovery code is good once': {
    table: 'recovery_code',
    given: () => context.sql.begin((sql) => insertRecoveryCodes(sql, person.loginId, [HASH])),
    by: ofLogin,
    first: (sql) => takeRecoveryCode(sql, person.loginId, HASH, now()),
    second: (sql) => takeRecoveryCode(sql, person.loginId, HASH, hourLater()),
  },
  'a code of the second factor is good once': {
    table: 'login',
    given: already,
    by: ofLogin,
    first: (sql) => takeStep(sql, person.loginId, 7n, now()),
    second: (sql) => takeStep(sql, person.loginId, 7n, hourLater()),
  },
  'a session is opened once': {
    table: 'login_session',
    given: half,
    by: ofLogin,
    first: (sql, row: { sessionId: never }) => openSession(sql, row.sessionId, opened()),
    second: (sql, row: { sessionId: never }) => openSession(sql, row.sessionId, opened()),
  },
  'a session that has ended is not opened': {
    table: 'login_session',
    given: half,
    by: ofLogin,
    first: (sql, { sessionId }: { sessionId: never }) =>
      endSession(sql, { ...ofLogin(), sessionId, now: now() }),
    second: (sql, row: { sessionId: never }) => openSession(sql, row.sessionId, opened()),
  },
  'an invitation is accepted once': {
    table: 'invitation',
    given: invited,
    by: ofBusiness,
    first: (sql, row: Invitation) => acceptInvitation(sql, open(row)),
    second: (sql, row: Invitation) => acceptInvitation(sql, open(row)),
  },
  'an invitation that was withdrawn is not accepted': {
    table: 'invitation',
    given: invited,
    by: ofBusiness,
    first: (sql, row: Invitation) => withdrawInvitation(sql, open(row)),
    second: (sql, row: Invitation) => acceptInvitation(sql, open(row)),
  },
  'an invitation that was accepted is not withdrawn': {
    table: 'invitation',
    given: invited,
    by: ofBusiness,
    first: (sql, row: Invitation) => acceptInvitation(sql, open(row)),
    second: (sql, row: Invitation) => withdrawInvitation(sql, open(row)),
  },
  'books that another process verifies meanwhile are its own': {
    table: 'book_verification',
    given: async () => {
      const asked = { askedBy: 'ada@example.com', askedAt: now() }
      await insertVerification(context.sql, { verificationId: newId(now()), ...asked })
      return claimVerification(context.sql, now(), hourLater(), 'one')
    },
    by: (verificationId: string) => ({ verificationId }),
    first: (sql) => claimVerification(sql, later(now(), 61 * MINUTE), hourLater(), 'another'),
    second: (sql, row: { verificationId: never }) =>
      updateVerification(sql, row.verificationId, 'one', { stepsDone: 7 }),
  },
  'examples that are made by another meanwhile are its own': {
    table: 'example_run',
    given: () => claimRun(context.sql, scope(), TOKENS[0], 9, now(), hourLater()),
    first: (sql) => claimRun(sql, scope(), TOKENS[1], 8, later(now(), 61 * MINUTE), hourLater()),
    second: (sql) => {
      const to = { state: 'done', done: 9, total: 9, leaseUntil: null } as const
      return noteProgress(sql, scope(), TOKENS[0], to, now())
    },
  },
  'a recovery is released once': {
    table: 'recovery',
    given: async () => {
      const entered = { reason: 'asked_for', restoredTo: now(), enteredAt: now() } as const
      await insertRecovery(context.sql, { recoveryId: newId(now()), ...entered })
    },
    by: () => ({ reason: 'asked_for' }),
    first: (sql, row: { recoveryId: never }) => endRecovery(sql, row.recoveryId, released('Ada')),
    second: (sql, row: { recoveryId: never }) => endRecovery(sql, row.recoveryId, released('Bola')),
  },
  'a subaccount is changed from the account that was read': {
    table: 'subaccount',
    given: () => givenSubaccount(api, business),
    first: (sql, row: Subaccount) => updateSubaccount(sql, row, { accountNumber: '0000000018' }),
    second: (sql, row: Subaccount) => updateSubaccount(sql, row, { bankCode: '044' }),
  },
  'another account of a subaccount is decided on once': {
    table: 'account_change',
    given: async () => {
      await givenSubaccount(api, business)
      await context.sql`
        insert into account_change (business_id, mode, change_id, subaccount_id, state,
          from_bank_code, from_account_number, from_account_name,
          to_bank_code, to_account_number, to_account_name, asked_by_name, created_at)
        select business_id, mode, ${newId(now())}, subaccount_id, 'waiting',
          bank_code, account_number, account_name,
          bank_code, '0000000018', account_name, 'Ada Example', ${now()}
        from subaccount
        where business_id = ${business.businessId} and mode = 'test'
      `
    },
    first: (sql, row: AccountChange) => decideChange(sql, row, decided('cancelled')),
    second: (sql, row: AccountChange) => decideChange(sql, row, decided('effective')),
  },
  'an account that has a number keeps it': {
    table: 'virtual_account',
    given: () => givenDedicated(api, business),
    first: already,
    second: (sql, row: never) => setNumber(sql, row, OTHER_NUMBER, now()),
  },
  'the first BVN of an account stays': {
    table: 'virtual_account',
    given: () => givenDedicated(api, business),
    first: (sql, row: never) => setNumberOf(sql, row, 'bvn', bvnOf('1111'), now()),
    second: (sql, row: never) => setNumberOf(sql, row, 'bvn', bvnOf('2222'), now()),
  },
  'a BVN that was given meanwhile is not taken away with another': {
    table: 'virtual_account',
    given: () => givenDedicated(api, business),
    first: (sql, row: never) => setNumberOf(sql, row, 'bvn', bvnOf('1111'), now()),
    second: (sql, row: object) =>
      clearNumberOf(sql, { ...row, bvn: 'sealed 2222' } as never, 'bvn', now()),
  },
  'an account without a BVN stays at its tier': {
    table: 'virtual_account',
    given: () => givenDedicated(api, business),
    first: already,
    second: (sql, row: never) => setTier3(sql, row, now()),
  },
  'what became of a receipt is written down once': {
    table: 'receipt',
    given: () => givenPaid(api, business),
    first: (sql, row: object) => wrote(recordReceipts(sql, [receipt(row, 'first')])),
    second: (sql, row: object) => recordReceipts(sql, [receipt(row, 'second')]),
  },
  'what became of a notice is written down once': {
    table: 'webhook_notice',
    given: () => {
      const notice = {
        route: 'standard',
        kind: 'failing_24h',
        since: now(),
        url: 'https://a.example',
      }
      const row = { ...scope(), ...notice, createdAt: now(), nextAt: now() }
      return context.sql`insert into webhook_notice ${context.sql(row)}`
    },
    first: (sql, row: never) => wrote(recordNotice(sql, row, { ...noted, nextAt: hourLater() })),
    second: (sql, row: never) => recordNotice(sql, row, { ...noted, sentAt: now() }),
  },
  'what became of a word of stopped cards is written down once': {
    table: 'card_testing',
    given: stopped,
    first: (sql, row: never) => wrote(recordStop(sql, row, { ...noted, nextAt: hourLater() })),
    second: (sql, row: never) => recordStop(sql, row, { ...noted, sentAt: now() }),
  },
  'that a stop of cards is over is told once': {
    table: 'card_testing',
    given: stopped,
    first: (sql, row: never) => endStop(sql, row),
    second: (sql, row: never) => endStop(sql, row),
  },
  'a delivery that another worker has taken stays its own': {
    table: 'delivery',
    given: async () => {
      await givenUrl(context, business, 'http://127.0.0.1:9/hooks')
      await givenEvent(context, business)
      await lease(context.sql, TOKENS[0])
    },
    first: (sql) => wrote(lease(sql, TOKENS[1])),
    second: (sql, row: never) => releaseDeliveries(sql, [row]),
  },
}

testRaces(context, scope, RACES)

function invited() {
  const invitation = { email: 'ada@example.com', role: 'support' } as const
  return invite(context, business.businessId, invitation)
}

function decided(state: 'cancelled' | 'effective') {
  return { state, decidedByEmail: 'ada@example.com', decidedAt: now() }
}

function released(endedBy: string) {
  return { endedAt: now(), endedBy, endReason: 'The statement was read.' }
}

function bvnOf(last4: string) {
  return { bvn: `sealed ${last4}`, bvnLast4: last4, nin: null, ninLast4: null }
}

function receipt(row: object, failure: string) {
  const mailed = { state: 'due', nextAt: hourLater(), failure }
  return { ...row, mailed } as Parameters<typeof recordReceipts>[1][number]
}

async function lease(sql: Sql, leaseToken: string): Promise<void> {
  await sql`
    update delivery set ${sql({ leaseToken, leaseUntil: hourLater() })}
    where business_id = ${business.businessId} and mode = 'test'
  `
}

const COLUMN = '(?:state|status|stage|version|attempts|wrapped|bvn|\\w*token|\\w+_(?:at|until))'
const CONDITION = new RegExp(`\\b${COLUMN} (?:=|<|in\\b|is\\b)`)

test('each statement that changes a row from a reading of it has its line', () => {
  const told = globSync('test/second-writer*.test.ts').map((path) => readFileSync(path, 'utf8'))
  const missing = globSync('{src,packages}/**/*.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => conditionalUpdates(readFileSync(path, 'utf8')))
    .filter((name) => !(name in ELSEWHERE) && !told.some((text) => text.includes(`${name}(`)))
  assert.deepEqual(missing, [])
})

/** The functions with an update that asks for more than the name of its row. */
function conditionalUpdates(text: string): string[] {
  const functions = text.split(/\n(?=(?:export )?(?:async )?function )/)
  return functions.flatMap((one) => {
    const [, name = ''] = /^(?:export )?(?:async )?function (\w+)/.exec(one) ?? []
    const wheres = [...one.matchAll(/\n\s*update \S[^`]*?\n\s*where ([^`]*)/g)]
    const conditions = wheres.flatMap(([, where = '']) => where.split(/\n\s*returning|\band\b/))
    const isConditional = conditions.some((condition) => CONDITION.test(condition))
    return isConditional && !one.includes('skip locked') ? [name] : []
  })
}
