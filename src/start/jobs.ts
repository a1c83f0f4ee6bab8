import { performance } from 'node:perf_hooks'
import { forgetMessages } from '../../packages/devkit/sandbox/messages.ts'
import { writeUses } from '../accounts/businesses/businesses.ts'
import { forgetSessions } from '../accounts/logins/sessions.ts'
import type { Context, Ran } from '../core/context.ts'
import { forgetEvents } from '../core/events/events.ts'
import { renameSubscriptions } from '../core/events/rename.ts'
import { concludeDue } from '../identity/conclude.ts'
import { eraseDue, expireDue, forgetNumbers } from '../identity/erase.ts'
import { runBatches } from '../money-out/batches/due.ts'
import { concludePayouts } from '../money-out/payouts/conclude.ts'
import { payDue } from '../money-out/payouts/subaccounts.ts'
import { settleDue } from '../money-out/settlements/settlements.ts'
import { verifySinceSeal } from '../operator/books.ts'
import { mailNotices, mailStops, sendLoginEmails } from '../operator/notices/notices.ts'
import { forgetNotifications, judgeDue } from '../operator/notifications/notifications.ts'
import { readBalances } from '../operator/operation/balances.ts'
import { tellOfMissingRails } from '../operator/operation/calls.ts'
import { jobNotes } from '../operator/operation/job-runs.ts'
import { sumMargins } from '../operator/operation/margins.ts'
import { forgetOperation } from '../operator/operation/operation.ts'
import { keepPartitions } from '../operator/operation/partitions.ts'
import { askForVerification, verifyDue } from '../operator/operation/verification.ts'
import { watchRails } from '../operator/operation/watch.ts'
import { fetchStatements } from '../operator/reconciliation/fetch.ts'
import { reconcileNightly } from '../operator/reconciliation/nightly.ts'
import { turnRequestLog } from '../operator/requests/requests.ts'
import { tellExpiring } from '../payments/authorizations/expiring.ts'
import { forgetCards } from '../payments/authorizations/forget.ts'
import { enquireAboutMandates } from '../payments/authorizations/mandates.ts'
import { mailCodes } from '../payments/authorizations/one-tap-mail.ts'
import { endStops } from '../payments/checkout/card-testing.ts'
import { enquireDue } from '../payments/checkout/checkout.ts'
import { returnDue } from '../payments/deposits/return.ts'
import { callDue } from '../payments/disputes/call.ts'
import { acceptSilent, remindDue } from '../payments/disputes/due.ts'
import { mailDisputes } from '../payments/disputes/mail.ts'
import { pollDisputes } from '../payments/disputes/receive.ts'
import { sendReceipts } from '../payments/receipts/receipts.ts'
import { sendRefundLinks } from '../payments/refund-links/mail.ts'
import { sendDue } from '../payments/refunds/send.ts'
import { effectDue } from '../payments/splits/account-changes.ts'
import { beginPeriods } from '../payments/subscriptions/bill.ts'
import { mailExpiring } from '../payments/subscriptions/card-mail.ts'
import { collectDue, recordPayments } from '../payments/subscriptions/collect.ts'
import { beginPaid } from '../payments/subscriptions/first-payment.ts'
import { mailUnpaid } from '../payments/subscriptions/mail.ts'
import { codeHistories } from '../payments/transactions/code-histories.ts'
import { abandonDue } from '../payments/transactions/expire.ts'
import { enquireAboutOneOffs } from '../payments/virtual-accounts/enquire.ts'
import { type Fill, fillBatch } from '../platform/backfill.ts'
import { HOUR, MINUTE, SECOND } from '../platform/clock.ts'
import { purge } from '../platform/idempotency.ts'
import { inSpan } from '../platform/tracing.ts'

// The worker: a table of jobs, and one loop. Each job processes a bounded batch and returns how
// many rows it handled; while there were any, it runs again immediately. Concurrent processes claim
// different rows. (Webhooks have a loop of their own.)

type Job = {
  name: string
  everyMs: number
  run: (context: Context) => Promise<number>
  /** While this process is busy, it runs one batch at a time only. */
  givesWay?: boolean
}

/** The share of time from which an event loop is busy. */
const BUSY = 0.8
const POLL_EVERY_MS = 20
/** How often job runs are written to the database. */
const REPORT_MS = 5 * SECOND

const jobs: Job[] = [
  { name: 'return unmatched money', everyMs: 1 * SECOND, run: returnDue },
  { name: 'query open card charges', everyMs: 1 * SECOND, run: enquireDue },
  { name: 'query open transfers', everyMs: 1 * SECOND, run: enquireAboutOneOffs },
  { name: 'process provider notifications', everyMs: 1 * SECOND, run: judgeDue },
  { name: 'settle due payments', everyMs: 10 * SECOND, run: settleDue },
  { name: 'abandon expired transactions', everyMs: 10 * SECOND, run: abandonDue },
  { name: 'query unanswered verifications', everyMs: 1 * SECOND, run: concludeDue },
  { name: 'begin paid subscriptions', everyMs: 1 * SECOND, run: beginPaid },
  { name: 'record payments of invoices', everyMs: 1 * SECOND, run: recordPayments },
  { name: 'begin periods of subscriptions', everyMs: 1 * SECOND, run: beginPeriods },
  { name: 'collect invoices', everyMs: 1 * SECOND, run: collectDue },
  { name: 'query pending mandates', everyMs: 10 * SECOND, run: enquireAboutMandates },
  { name: 'report expiring cards', everyMs: 10 * SECOND, run: tellExpiring },
  { name: 'forget removed cards', everyMs: 10 * SECOND, run: forgetCards },
  { name: 'send refunds', everyMs: 1 * SECOND, run: sendDue },
  { name: 'send answers to disputes', everyMs: 1 * SECOND, run: callDue },
  { name: 'read disputes of providers', everyMs: 1 * MINUTE, run: pollDisputes },
  { name: 'accept unanswered disputes', everyMs: 10 * SECOND, run: acceptSilent },
  { name: 'remind of disputes', everyMs: 10 * SECOND, run: remindDue },
  { name: 'email disputes', everyMs: 10 * SECOND, run: mailDisputes },
  { name: 'send and query payouts', everyMs: 1 * SECOND, run: concludePayouts },
  { name: 'apply bank account changes', everyMs: 10 * SECOND, run: effectDue },
  { name: 'check and send payout batches', everyMs: 1 * SECOND, run: runBatches },
  { name: 'pay out subaccounts', everyMs: 10 * SECOND, run: payDue },
  { name: 'expire verification codes', everyMs: 10 * SECOND, run: expireDue },
  { name: 'erase identity details', everyMs: 10 * SECOND, run: eraseDue },
  { name: 'email codes for kept cards', everyMs: 1 * SECOND, run: mailCodes },
  { name: 'send receipts', everyMs: 1 * SECOND, run: sendReceipts, givesWay: true },
  { name: 'email refund links', everyMs: 10 * SECOND, run: sendRefundLinks },
  { name: 'email unpaid invoices', everyMs: 10 * SECOND, run: mailUnpaid },
  { name: 'email expiring cards', everyMs: 10 * SECOND, run: mailExpiring },
  { name: 'email notices', everyMs: 10 * SECOND, run: mailNotices },
  { name: 'email card testing notices', everyMs: 10 * SECOND, run: mailStops },
  { name: 'end card testing limits', everyMs: 10 * SECOND, run: endStops },
  { name: 'send emails to logins', everyMs: 2 * SECOND, run: sendLoginEmails },
  { name: 'delete ended sessions', everyMs: 10 * MINUTE, run: forgetSessions },
  { name: 'record key use', everyMs: 10 * SECOND, run: writeUses },
  { name: 'delete old idempotency keys', everyMs: 10 * SECOND, run: forgetKeys },
  { name: 'delete hashes of verified numbers', everyMs: 10 * MINUTE, run: forgetNumbers },
  { name: 'delete sandbox messages', everyMs: 1 * HOUR, run: forgetMessages },
  { name: 'delete provider notifications', everyMs: 1 * HOUR, run: forgetNotifications },
  { name: 'delete old events', everyMs: 1 * MINUTE, run: forgetEvents },
  { name: 'report missing rails', everyMs: 1 * MINUTE, run: tellOfMissingRails },
  { name: 'fetch provider statements', everyMs: 1 * MINUTE, run: fetchStatements },
  { name: 'read provider balances', everyMs: 1 * MINUTE, run: readBalances },
  { name: 'monitor providers', everyMs: 30 * SECOND, run: watchRails },
  { name: 'calculate provider margins', everyMs: 1 * MINUTE, run: sumMargins },
  { name: 'reconcile with the banks', everyMs: 1 * MINUTE, run: reconcileNightly },
  { name: 'delete old operating statistics', everyMs: 1 * HOUR, run: forgetOperation },
  { name: 'turn the request log', everyMs: 1 * HOUR, run: turnRequestLog },
  { name: 'make partitions of months', everyMs: 10 * MINUTE, run: keepPartitions },
  { name: 'backfill after migrations', everyMs: 10 * SECOND, run: fillDue, givesWay: true },
  { name: 'request a book verification', everyMs: 1 * HOUR, run: askHourly },
]

/** Backfills, by the name that their migration gave them. */
const fills: Record<string, Fill> = {
  histories: codeHistories,
  'names of events': renameSubscriptions,
}

export type Worker = { stop(): Promise<void> }

/** `process`: the name of this process. */
export function startWorker(context: Context, process: string): Worker {
  let stopping = false
  const running = new Set<Promise<void>>()
  const all = [...jobs, verifying(process)]
  const notes = jobNotes(all, process, context.now)
  const report = () =>
    notes.report(context).catch((error: unknown) => {
      context.log.warn({ err: error }, 'the runs of background jobs could not be stored')
    })
  const timers = all.map((job) => {
    let busy = false
    const run = async () => {
      if (busy || stopping) return
      busy = true
      notes.started(job.name)
      try {
        const runIt = () => runToItsEnd(context, job, () => stopping)
        notes.finished(job.name, await inSpan(`job ${job.name}`, { isRoot: true }, runIt))
      } catch (error) {
        // The job runs again at its next turn: all its state is in rows.
        context.log.error({ err: error, job: job.name }, 'a background job failed')
        notes.failed(job.name, error)
      }
      busy = false
    }
    return setInterval(() => {
      const turn = run().finally(() => running.delete(turn))
      running.add(turn)
    }, job.everyMs)
  })
  const reporting = setInterval(report, REPORT_MS)
  return {
    async stop() {
      stopping = true
      for (const timer of [...timers, reporting]) clearInterval(timer)
      await Promise.all(running)
      await report()
    },
  }
}

/** Those that look for due work every few seconds, once each. */
export async function runDueJobs(context: Context): Promise<Ran[]> {
  const ran: Ran[] = []
  for (const job of jobs.filter(({ everyMs }) => everyMs <= 10 * SECOND)) {
    const count = await runToItsEnd(context, { ...job, givesWay: false }, () => false)
    if (count > 0) ran.push({ job: job.name, count })
  }
  return ran
}

/** Returns how many it handled. */
async function runToItsEnd(context: Context, job: Job, isStopping: () => boolean): Promise<number> {
  let handled = 0
  while (true) {
    const now = await job.run(context)
    handled += now
    if (now === 0 || isStopping()) return handled
    if (job.givesWay && (await isBusy())) return handled
  }
}

/** Measured while the job pauses, so that its own work does not count. */
async function isBusy(): Promise<boolean> {
  const before = performance.eventLoopUtilization()
  await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS))
  return performance.eventLoopUtilization(before).utilization > BUSY
}

async function forgetKeys({ sql, now }: Context): Promise<number> {
  return purge(sql, now())
}

export async function fillDue({ sql, now }: Context): Promise<number> {
  let handled = 0
  for (const [name, fill] of Object.entries(fills)) {
    handled += await fillBatch(sql, { name, fill, now: now() })
  }
  return handled
}

async function askHourly(context: Context): Promise<number> {
  await askForVerification(context, 'each hour')
  return 0
}

/** Runs what is requested each hour, or by an operator. */
function verifying(process: string): Job {
  return {
    name: 'verify the books',
    everyMs: 1 * SECOND,
    run: (context) => verifyDue(context, process, verifySinceSeal),
  }
}
