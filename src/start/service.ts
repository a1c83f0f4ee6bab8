import { setTimeout as pause } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import {
  createDemoStore,
  describeDemo,
  readDemo,
  writeDemo,
} from '../../packages/devkit/demo-store.ts'
import { type Clock, createBench } from '../../packages/devkit/sandbox/clock.ts'
import { sandboxMessages } from '../../packages/devkit/sandbox/messages.ts'
import { armedCalls } from '../../packages/devkit/sandbox/rails.ts'
import { sandboxMemory } from '../../packages/devkit/sandbox/sandbox.ts'
import { createSeeds } from '../../packages/devkit/sandbox/seeds.ts'
import { banks } from '../accounts/banks/banks.ts'
import {
  anyBusiness,
  closeDirectory,
  findMasterKeyCheck,
} from '../accounts/businesses/businesses.ts'
import type { Context, Log, Seeds } from '../core/context.ts'
import { deliverDue, EVENTS_TOPIC, startDeliverer } from '../core/events/webhooks.ts'
import { startServing } from '../core/recovery/serving.ts'
import { endStreams } from '../core/streaming.ts'
import { buildApp } from '../http/app.ts'
import { webhookFormats } from '../http/paystack.ts'
import { buildProbes } from '../http/probes.ts'
import { eventIn } from '../http/versions/versions.ts'
import { startCollecting } from '../operator/metrics/gauges.ts'
import type { createMeter } from '../operator/metrics/meters.ts'
import { startReporting } from '../operator/operation/health.ts'
import { processName } from '../operator/operation/operation.ts'
import { followSwitches } from '../operator/operation/switches.ts'
import { BatchWaits } from '../platform/batch.ts'
import { SECOND } from '../platform/clock.ts'
import { type Config, DRAIN_MS } from '../platform/config.ts'
import { keepKeys } from '../platform/data-keys.ts'
import { connect, connectHot, connectReplica, connectWatch, type Database } from '../platform/db.ts'
import { type Pools, watchDatabase } from '../platform/db-watch.ts'
import { findMasterKeys, findRailSecrets } from '../platform/kept-secrets.ts'
import { machinesOn } from '../platform/machines.ts'
import { listMigrations } from '../platform/migrate.ts'
import { type Outage, outageTo, quietIn } from '../platform/outage.ts'
import type { Peers } from '../platform/pub-sub.ts'
import { pubSub } from '../platform/pub-sub.ts'
import { replicaOf } from '../platform/replica.ts'
import { assertMayServe, levelOf, watchLevel } from '../platform/schema-level.ts'
import { clockFrom, type RailHealth, railHealth, watched } from '../providers/health.ts'
import { liveProviders } from '../providers/live.ts'
import { sandboxRails, threeDSecure } from '../providers/sandbox/sandbox.ts'
import { mailRailOf } from '../providers/smtp.ts'
import { stoppable } from '../providers/stoppable.ts'
import { RECOVERY } from '../providers/switches.ts'
import { runDueJobs, startWorker } from './jobs.ts'
import type { Orders } from './processes.ts'

// One process of the service, on a database that is ready: serves HTTP, runs jobs, sends webhooks,
// and stops them in reverse order.

const LET_GO_MS = 50
/** After the time to finish, and before a supervisor kills the process. */
const CUT_MS = 3 * SECOND
const GIVE_UP_MS = 7 * SECOND
/** For the first write; after that, /readyz says that the service is not ready. */
const BEGIN_MS = 10 * SECOND

const LEVEL = levelOf(listMigrations())

const IN_RECOVERY =
  'Recovery mode: no money and no webhook is sent until an operator releases it in the ' +
  'dashboard, under Operator, Recovery.'
const NO_BUSINESS =
  'There is no business yet. Make yourself an operator with `npm run operator -- ' +
  'you@example.com`, then create the first business in the dashboard.'

/** Why a process that served has ended. */
export class DatabaseError extends Error {}

export type Measured = ReturnType<typeof createMeter> | null
type With = {
  measured: Measured
  peers?: Peers
  clock: Clock
  say: (line: string) => void
  /** Ends the process immediately. */
  fail: (error: Error) => void
  /** Ends it when running work has finished. */
  leave: (stop: () => Promise<void>, why: Error) => void
}

/** Starts everything on a database that is ready. */
export async function serve(config: Config, orders: Orders, given: With) {
  const { measured, peers, clock, say, fail, leave } = given
  const { now, monotonicMs } = clock
  const { address: at, role, machine, isFirst, collects } = orders
  const log = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true }))
  const outage = outageTo(pinoLog(log))
  let baseUrl = config.baseUrl
  const isDurable = config.isProduction
  const sql = connect(at, role, { isDurable })
  await assertMayServe(sql, LEVEL)
  const notificationSecrets = await findRailSecrets(config)
  const kept = await keepKeys(sql, {
    masterKeys: await findMasterKeys(config),
    begunWith: await findMasterKeyCheck(sql),
    // A leap of the test clock says nothing about when the keys were read.
    now: clock.realNow,
    ...{ cell: config.cell, tell: (message) => log.error(message) },
  })
  const hot = connectHot(at, role, { isDurable })
  const replica = standbyOf(config, sql, role, pinoLog(log))
  const [mail, liveMail] = [mailRailOf(config, 'test'), mailRailOf(config, 'live')]
  const batchWaits = new BatchWaits()
  const shared = { sql, hot, keys: kept.keys, now, monotonicMs, batchWaits, baseUrl: () => baseUrl }
  const seeds = config.isForTests ? createSeeds(config.sandboxSeed) : null
  const sandbox = sandboxOf(shared, mail, notificationSecrets, seeds)
  const health = railHealth()
  const said = quietIn(outage, pinoLog(log))
  const live = liveProviders(config, { now, log: said, banks, mail: liveMail })
  const machines = machinesOf(config, sql, machine)
  const context: Context = {
    ...shared,
    config,
    rails: stoppable(watched({ test: sandboxRails(sandbox), live }, health, clockFrom(now), said)),
    log: said,
    // Events are sent by the process that emitted them.
    pubSub: pubSub(peers, (topic) => topic === EVENTS_TOPIC),
    ...(replica && { replica }),
    ...(peers && { peers }),
    ...(machines && { machines }),
    ...(measured && { meter: measured.meter }),
  }
  const work = workOf(context, health, clock, seeds)
  let draining = false
  // A service that is stopping ends soon: a silent database makes it no failure.
  const deaf = (error: Error) => draining || fail(error)
  const watch = await watchOver({ sql, hot }, outage, () => connectWatch(at, role), deaf)
  const unready = () => (draining ? 'draining' : watch.unready())
  const stops = await followStops(context, isFirst)
  const app = await (config.roles.includes('api')
    ? buildApp(context, { unready, threeDSecure: threeDSecure(sandbox) })
    : buildProbes(unready))
  const address = await app.listen({ port: config.port, host: config.host, backlog: 4_096 })
  baseUrl ||= address
  if (isFirst) await openDemoStore(context, say)
  const collector = measured && collects && startCollecting(context, measured.registry, unready)
  work.start()
  const unwatchLevel = watchLevel(sql, LEVEL, (error) => leave(stopAll, error))

  const stop = async () => {
    draining = true
    unwatchLevel()
    // Load balancers notice, and send new requests elsewhere.
    await pause(config.drainDelayMs)
    if (collector) collector.stop()
    machines?.stop()
    endStreams()
    await closeHttp(app)
    await work.stop()
    for (const one of [mail, liveMail]) one?.close()
    closeDirectory(context)
    await stops.stop()
    await replica?.end()
    kept.stop()
    await endPools(5)
  }
  const endPools = (seconds: number) =>
    Promise.all([sql.end({ timeout: seconds }), hot.end({ timeout: seconds }), watch.end()])
  const stopAll = () => stopInTime(stop, () => endPools(0), config.drainDelayMs)
  return { baseUrl, stop: stopAll }
}

function standbyOf({ readUrl: url }: Config, sql: Database, role: string | null, log: Log) {
  return url === null ? null : replicaOf(sql, connectReplica({ url }, role), log)
}

/** Only this machine uses the embedded database. */
function machinesOf({ databaseUrl }: Config, sql: Database, machine: string) {
  return databaseUrl === null ? undefined : machinesOn(sql, machine)
}

/** Loads the stop switches before anything can be sent. */
async function followStops(context: Context, isFirst: boolean) {
  const { recovers, dataDirectory: folder } = context.config
  // First, because the switches include what it finds.
  const serving = await startServing(context, { isAsked: recovers && isFirst, folder })
  const switches = await followSwitches(context)
  return {
    async stop() {
      switches.stop()
      await serving.stop()
    },
  }
}

/** Jobs and webhooks, if the process is a worker, and its reports. */
function workOf(context: Context, health: RailHealth, clock: Clock, seeds: Seeds | null) {
  const own = processName()
  const webhooks = { formats: webhookFormats(context), inVersion: eventIn }
  const isWorker = context.config.roles.includes('worker')
  const jobs = pausable(() => startWorker(context, own))
  const deliverer = pausable(() => startDeliverer(context, webhooks))
  let reporting: ReturnType<typeof startReporting> | null = null
  /** While both are stopped. */
  const runDue = async () => {
    const ran = await runDueJobs(context)
    const count = await deliverDue(context, webhooks)
    return count === 0 ? ran : [...ran, { job: 'send webhooks', count }]
  }
  if (seeds) context.bench = createBench(clock, { jobs, deliverer, runDue }, seeds)
  return {
    start() {
      reporting = startReporting(context, own, health)
      if (isWorker) for (const one of [jobs, deliverer]) one.start()
    },
    async stop() {
      await Promise.all([jobs.stop(), deliverer.stop()])
      await reporting?.stop()
    },
  }
}

/** What can be stopped and started again. */
function pausable(begin: () => { stop(): Promise<void> }) {
  let running: { stop(): Promise<void> } | null = null
  return {
    start() {
      running ??= begin()
    },
    async stop() {
      const stopped = running
      running = null
      await stopped?.stop()
    },
  }
}

type Shared = Pick<Context, 'sql' | 'hot' | 'keys' | 'now' | 'batchWaits' | 'baseUrl'>

/** What the rails of test mode need. */
function sandboxOf(
  shared: Shared,
  mail: ReturnType<typeof mailRailOf>,
  notificationSecrets: string[],
  seeds: Seeds | null,
) {
  const { sql, hot, keys, now, batchWaits, baseUrl } = shared
  const messages = sandboxMessages(hot, keys, now, batchWaits)
  const memory = sandboxMemory(sql)
  const armed = armedCalls(sql)
  const made = { memory, messages, armed, mail, baseUrl, now, notificationSecrets }
  return { ...made, ...(seeds && { accountName: seeds.accountName }) }
}

/** Resolves when the first write was committed, has failed, or takes long. */
async function watchOver(
  pools: Pools,
  outage: Outage,
  openAnew: () => Database,
  fail: With['fail'],
) {
  const sentence = 'The database responds to new connections, but not to ours. Exiting.'
  const deaf = () => fail(new DatabaseError(sentence))
  const watch = watchDatabase({ pools, openAnew, deaf, outage })
  await Promise.race([watch.isBegun, pause(BEGIN_MS, undefined, { ref: false })])
  return watch
}

/** Closes kept-alive connections after their current response. */
async function closeHttp(app: Awaited<ReturnType<typeof buildApp>>): Promise<void> {
  const letGo = setInterval(() => app.server.closeIdleConnections(), LET_GO_MS)
  const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearInterval(letGo)
  clearTimeout(cut)
}

/** Cuts queries that hang, and gives up waiting for them soon after. */
async function stopInTime(
  stop: () => Promise<void>,
  endPools: () => Promise<unknown>,
  delayMs: number,
) {
  const late = Promise.withResolvers<never>()
  const cut = setTimeout(() => void endPools(), delayMs + DRAIN_MS + CUT_MS)
  const giveUp = setTimeout(
    () => {
      late.reject(new DatabaseError('Some requests did not finish in time. Exiting anyway.'))
    },
    delayMs + DRAIN_MS + GIVE_UP_MS,
  )
  await Promise.race([stop(), late.promise])
  clearTimeout(cut)
  clearTimeout(giveUp)
}

function pinoLog(log: Logger): Log {
  return {
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
  }
}

async function openDemoStore(context: Context, say: With['say']): Promise<void> {
  const { dataDirectory, makesDemoStore } = context.config
  const created = makesDemoStore ? await createDemoStore(context, dataDirectory) : null
  if (created) say(describeDemo(created))
  if (!makesDemoStore && !(await anyBusiness(context.sql))) say(NO_BUSINESS)
  const demo = created ? null : await readDemo(dataDirectory)
  if (demo) await writeDemo(dataDirectory, demo, context.baseUrl())
  if (context.rails.off?.has(RECOVERY)) say(IN_RECOVERY)
}
