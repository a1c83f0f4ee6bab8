import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { deliverDue } from '../src/core/events/webhooks.ts'
import { verifyFromFirst, verifySinceSeal } from '../src/operator/books.ts'
import { judgeDue, replay } from '../src/operator/notifications/notifications.ts'
import { readBalances } from '../src/operator/operation/balances.ts'
import { reportHealth } from '../src/operator/operation/health.ts'
import { jobNotes } from '../src/operator/operation/job-runs.ts'
import { askForVerification, verifyDue } from '../src/operator/operation/verification.ts'
import { watchRails } from '../src/operator/operation/watch.ts'
import { closeException, exceptionsOf } from '../src/operator/reconciliation/exceptions.ts'
import { reconcileNightly } from '../src/operator/reconciliation/nightly.ts'
import { receive } from '../src/payments/deposits/receive.ts'
import { assign, listWaiting, suspend } from '../src/payments/deposits/suspend.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../src/platform/clock.ts'
import { publicId } from '../src/platform/ids.ts'
import { kobo } from '../src/platform/money.ts'
import { noteBackup, PLENTY, scrape, type World } from './alert-world.ts'
import { startPublicly } from './calls.ts'
import { numberOf } from './canary-cards.ts'
import { holdTransactions } from './held-transactions.ts'
import { lostMonths } from './months.ts'
import { creditTo, runJobs } from './payments.ts'
import { askToPay, LATE_ACCOUNT } from './payouts.ts'
import { givenEvents, givenReceiver, givenUrl } from './receiver.ts'
import { imported, jsonFile } from './statements.ts'
import { asOwner, givenLive, until } from './support.ts'

// What makes each alert fire, and what fixes it, done to the service itself as far as one process
// on one machine can. Moves the service's clock where an alert depends on time.

export type Cause = {
  /** All alerts that it makes fire. */
  alerts: string[]
  begin(world: World): Promise<unknown>
  mend(world: World): Promise<unknown>
}

const BOOKS = { mode: 'test', rail: 'sandbox' } as const
const OVERLOADED = ['CowrieErrors', 'CowrieSlow', 'CowrieShedding', 'CowrieConnectionsWaited']
const WAITING = 60
const SHED = 10

export const causes: Cause[] = [
  {
    alerts: ['CowrieAway'],
    begin: (world) => world.stopMetrics(),
    mend: (world) => world.startMetrics(),
  },
  {
    alerts: ['CowrieGone'],
    begin: async (world) => Object.assign(world, { isKnown: false }),
    mend: async (world) => Object.assign(world, { isKnown: true }),
  },
  {
    alerts: ['CowrieNotReady'],
    begin: async ({ standing }) => Object.assign(standing, { draining: true }),
    mend: async ({ standing }) => Object.assign(standing, { draining: false }),
  },
  {
    alerts: ['CowrieDatabaseAway', 'CowrieCollectionStopped'],
    begin: async ({ context }) => {
      await setReachable(context.database, context, false)
      context.advance(3 * MINUTE)
    },
    mend: ({ context }) => setReachable(context.database, context, true),
  },
  { alerts: OVERLOADED, begin: overload, mend: callMany },
  {
    alerts: ['CowrieEventLoopBlocked'],
    async begin({ blocks }) {
      for (let time = 0; time < blocks; time++) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
        await pause(50)
      }
    },
    mend: async () => {},
  },
  {
    alerts: ['CowrieJobFailing'],
    begin: (world) =>
      noteJob(world, (notes, job) => {
        for (let time = 0; time < 5; time++) {
          notes.started(job)
          notes.failed(job, new Error('The rail is away.'))
        }
      }),
    mend: finishJob,
  },
  {
    alerts: ['CowrieJobStuck'],
    async begin(world) {
      await noteJob(world, (notes, job) => notes.started(job))
      world.context.advance(12 * MINUTE)
    },
    mend: finishJob,
  },
  {
    alerts: ['CowrieWebhooksLate'],
    async begin({ context, business }) {
      await givenUrl(context, business, (await givenReceiver()).url)
      await givenEvents(context, business, 1)
      context.advance(11 * MINUTE)
    },
    mend: ({ context }) => deliverDue(context),
  },
  {
    alerts: ['CowrieOutcomeUnknown'],
    async begin({ context, api, business }) {
      const { bank } = context.rails.test
      enquire = bank.enquireTransfer
      await askToPay(api, business, { account_number: LATE_ACCOUNT })
      bank.enquireTransfer = async () => ({ kind: 'unknown' })
      context.advance(HOUR + 2 * MINUTE)
    },
    async mend({ context }) {
      context.rails.test.bank.enquireTransfer = enquire
      context.advance(10 * MINUTE)
      await runJobs(context)
    },
  },
  {
    alerts: ['CowrieSuspense'],
    begin: ({ context }) => suspend(context, 'live', 'sandbox', creditTo(context, 'nobody', 5_000)),
    async mend({ context, api, business }) {
      const { live } = context.rails
      context.rails.live = [context.rails.test]
      const { secretKey: key } = await givenLive(context, business.businessId)
      const { body } = await api.get('/api/v1/balance', { key })
      context.rails.live = live
      const [waiting] = await listWaiting(context, 'live')
      const suspendedCredit = publicId('suspended_credit', waiting!.suspendedCreditId)
      const { account_number: accountNumber } = body.data.account
      await assign(context, 'live', { suspendedCredit, accountNumber, by: 'operator@example.com' })
    },
  },
  {
    alerts: ['CowrieQuarantine'],
    async begin({ context, api, business }) {
      const { body } = await api.get('/api/v1/balance', { key: business.keys.secretKey })
      const credit = creditTo(context, body.data.account.account_number, 5_000)
      await receive(context, 'test', credit)
      await receive(context, 'test', { ...credit, amount: kobo(6_000) })
    },
    mend: async ({ context }) => context.advance(DAY),
  },
  {
    alerts: ['CowrieNotificationUnread'],
    async begin({ context, api, partner }) {
      partner.reads = { kind: 'unreadable' }
      await api.post('/api/v1/rails/partner/notifications', { raw: '{}' })
      await watchRails(context)
    },
    async mend({ context, partner }) {
      partner.reads = { kind: 'ignored' }
      const [row] = await context.sql<{ id: Parameters<typeof replay>[1] }[]>`
        select notification_id as id from rail_notification
      `
      await replay(context, row!.id)
      await judgeDue(context)
      await watchRails(context)
    },
  },
  { alerts: ['CowrieReconciliationOpen'], begin: differ, mend: closeAll },
  {
    alerts: ['CowrieStatementMissing'],
    begin: async ({ context }) => context.advance(61 * HOUR),
    mend: (world) => importLines(world, []),
  },
  {
    alerts: ['CowrieLedgerVerifyFailed'],
    async begin(world) {
      await shiftBalance(world, 1)
      await verify(world)
    },
    async mend(world) {
      await shiftBalance(world, -1)
      await verify(world)
    },
  },
  { alerts: ['CowrieLedgerVerifyOld'], begin: failToVerify, mend: verify },
  {
    alerts: ['CowrieLedgerSliceOld'],
    async begin(world) {
      await verify(world)
      await world.context.sql`update ledger_slice set read_at = read_at - interval '37 hours'`
    },
    mend: ({ context }) => verifyFromFirst(context),
  },
  lostMonths,
  {
    alerts: ['CowrieBackupMissing'],
    begin: ({ context }) => context.sql`delete from backup_progress`,
    mend: (world) => noteBackup(world, 'base'),
  },
  {
    alerts: ['CowrieBackupOld', 'CowrieBackupStopped'],
    async begin(world) {
      await noteBackup(world, 'wal')
      world.context.advance(37 * HOUR)
    },
    async mend(world) {
      await noteBackup(world, 'base')
      await noteBackup(world, 'wal')
    },
  },
  {
    alerts: ['CowrieBackupSlotLarge'],
    begin: async (world) => Object.assign(world, { slotBytes: 5_000_000_000 }),
    mend: async (world) => Object.assign(world, { slotBytes: null }),
  },
  {
    alerts: ['CowrieRailDown'],
    async begin(world) {
      world.partner.says = { kind: 'unavailable' }
      await askPartner(world)
    },
    async mend(world) {
      world.partner.says = PLENTY
      world.context.advance(15 * MINUTE)
      await askPartner(world)
    },
  },
  {
    alerts: ['CowrieRailBalanceLow'],
    async begin(world) {
      world.partner.says = { kind: 'known', balances: [{ account: '1', available: kobo(999) }] }
      await askPartner(world)
    },
    async mend(world) {
      world.partner.says = PLENTY
      await askPartner(world)
    },
  },
  {
    alerts: ['CowrieCredentialsRefused'],
    async begin(world) {
      Object.assign(world.partner, { isLockedOut: true, says: { kind: 'unavailable' } })
      await askPartner(world)
    },
    async mend(world) {
      Object.assign(world.partner, { isLockedOut: false, says: PLENTY })
      await askPartner(world)
      world.context.advance(11 * MINUTE)
      await askPartner(world)
    },
  },
  { alerts: ['CowrieCardTesting'], begin: tryStolenCards, mend: async () => {} },
]

let enquire: World['context']['rails']['test']['bank']['enquireTransfer']

/** Makes the database unreachable, as if its machine were gone. */
async function setReachable(name: string, { database }: World['context'], isReachable: boolean) {
  const maintenance = { database: 'postgres' } as World['context']
  await asOwner(maintenance, async (sql) => {
    await sql.unsafe(`alter database ${name} allow_connections ${isReachable}`)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database}`
  })
}

/** Holds every connection for transactions while more requests ask for one. */
async function overload(world: World): Promise<void> {
  const { context, baseUrl, business } = world
  const release = await holdTransactions(context.sql)
  const headers = {
    authorization: `Bearer ${business.keys.secretKey}`,
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ url: null })
  const call = () => fetch(`${baseUrl}/api/v1/webhooks`, { method: 'PUT', headers, body })
  const waiting = Array.from({ length: WAITING }, call)
  try {
    await until('it rejects what comes', async () => {
      waiting.push(call())
      const shed = (await scrape(world)).find(({ name }) => name === 'cowrie_requests_shed_total')
      return shed !== undefined && shed.value > SHED
    })
    await Promise.all(waiting)
  } finally {
    await release()
  }
}

async function callMany({ baseUrl }: World): Promise<void> {
  await until(
    'nothing is rejected any more',
    async () => (await fetch(`${baseUrl}/nothing`)).status !== 503,
  )
}

type Notes = ReturnType<typeof jobNotes>
const JOB = { name: 'send refunds', everyMs: SECOND }

async function noteJob({ context }: World, note: (notes: Notes, job: string) => void) {
  const notes = jobNotes([JOB], 'a process', context.now)
  note(notes, JOB.name)
  await notes.report(context)
}

function finishJob(world: World): Promise<void> {
  return noteJob(world, (notes, job) => {
    notes.started(job)
    notes.finished(job, 0)
  })
}

async function importLines({ context }: World, amounts: number[]): Promise<void> {
  const now = context.now()
  const lines = amounts.map((amount, n) => ({
    session_id: `never-told-${n}`,
    direction: 'credit' as const,
    amount,
    occurred_at: now.toISOString(),
  }))
  await imported(
    context,
    jsonFile('sandbox', { from: later(now, -1_000), to: later(now, 1_000) }, lines),
  )
}

/** The bank's statement lists a credit it never notified us of. */
async function differ(world: World): Promise<void> {
  world.context.advance(HOUR)
  await importLines(world, [5_000])
  world.context.advance(DAY)
  await reconcileNightly(world.context)
}

async function closeAll({ context }: World): Promise<void> {
  const wanted = { class: null, offset: 0, max: 10 }
  const { exceptions } = await exceptionsOf(context, BOOKS, wanted)
  for (const { id } of exceptions) {
    await closeException(context, { id, by: 'operator@example.com', note: 'A fee of the bank.' })
  }
  context.advance(DAY)
  await reconcileNightly(context)
}

export async function verify({ context }: World): Promise<void> {
  await askForVerification(context, 'operator@example.com')
  assert.equal(await verifyDue(context, 'a process', verifySinceSeal), 1)
}

/** A lock timeout or a failover, which says nothing about the books. */
export async function failToVerify({ context }: World): Promise<void> {
  context.advance(4 * HOUR)
  await askForVerification(context, 'operator@example.com')
  const fails = async () => {
    throw new Error('canceling statement due to lock timeout')
  }
  await assert.rejects(verifyDue(context, 'a process', fails), /lock timeout/)
}

function shiftBalance({ context, business }: World, by: number): Promise<unknown> {
  return asOwner(
    context,
    (sql) => sql`
      update ledger_account set credits_posted = credits_posted + ${by}
      where business_id = ${business.businessId} and mode = 'test' and name = 'available'
    `,
  )
}

async function askPartner({ context, health }: World): Promise<void> {
  context.advance(2 * MINUTE)
  await readBalances(context)
  await reportHealth(context, 'a process', health)
  await watchRails(context)
}

async function tryStolenCards({ context, api, business }: World): Promise<void> {
  const { card } = context.rails.test
  const isPublished = card.isPublished!
  card.isPublished = () => false
  for (let i = 0; i < 10; i++) {
    const fields = { key: business.keys.publicKey, amount: '10000', email: 'ada@example.com' }
    const { headers } = await startPublicly(api, fields)
    const code = String(headers['location']).split('/').at(-1)!
    await api.send({
      method: 'POST',
      url: `/checkout/${code}/card`,
      remoteAddress: `198.51.100.${i}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ number: stolen(i), exp_month: 12, exp_year: 99, cvv: '123' }),
    })
  }
  card.isPublished = isPublished
  await until('the business is told', async () => {
    const [row] = await context.sql`select from card_testing`
    return row !== undefined
  })
}

/** A Luhn-valid card number that belongs to nobody. */
function stolen(i: number): string {
  return numberOf(`506099${String(i).padStart(9, '0')}`, 16)
}
