import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import {
  newFolder,
  removeFolder,
  type Started,
  startService,
  stopService,
} from '../test/process.ts'
import { Cluster, findPrograms, type Member, RehearsalError } from './ha/cluster.ts'
import { checkBooks, type Payments, startPayments, watchFrom } from './ha/payments.ts'

// `npm run ha:rehearsal`: loses machines of the database during payments. Three machines with the
// configuration of ops/patroni, and one Cowrie. docs/operating/ha.md.

const RESULTS = join(import.meta.dirname, '../docs/operating/ha.md')
const BEFORE_MS = 4_000
const UNPLANNED_MS_MAX = 15_000
const PLANNED_MS_MAX = 2_000

type Case = {
  name: string
  isPlanned?: boolean
  /** Needs machines that can be cut off. */
  needsNetwork?: boolean
  /** Returns a function that undoes it. */
  happen(cluster: Cluster): Promise<() => void>
}
type Result = {
  name: string
  awayMs: number
  backMs: number
  acknowledged: number
  failed: number
} & Checked
type Checked = { lost: number; wrong: number; isPlanned: boolean }

const PROGRAMS = ['patroni', 'postgres', 'etcd'] as const

const cases: Case[] = [
  {
    name: 'planned: the Patroni of the primary stopped, started again later',
    isPlanned: true,
    async happen(cluster) {
      const primary = await cluster.primary()
      await cluster.stopInOrder(primary)
      return () => cluster.run(primary, 'patroni')
    },
  },
  {
    name: 'kill -9 of the primary PostgreSQL',
    async happen(cluster) {
      cluster.signal(await cluster.primary(), 'postgres', 'SIGKILL')
      return () => {}
    },
  },
  {
    name: 'kill -9 of the primary PostgreSQL and its Patroni',
    async happen(cluster) {
      const primary = await cluster.primary()
      cluster.signal(primary, 'patroni', 'SIGKILL')
      cluster.signal(primary, 'postgres', 'SIGKILL')
      return () => cluster.run(primary, 'patroni')
    },
  },
  {
    name: 'the machine of the primary frozen, resumed later',
    async happen(cluster) {
      const primary = await cluster.primary()
      for (const program of PROGRAMS) cluster.signal(primary, program, 'SIGSTOP')
      return () => PROGRAMS.forEach((program) => void cluster.signal(primary, program, 'SIGCONT'))
    },
  },
  {
    name: 'a standby lost (kill -9 of PostgreSQL and Patroni)',
    async happen(cluster) {
      const [standby] = await cluster.standbys()
      cluster.signal(standby!, 'patroni', 'SIGKILL')
      cluster.signal(standby!, 'postgres', 'SIGKILL')
      return () => cluster.run(standby!, 'patroni')
    },
  },
  {
    name: 'a standby frozen, resumed later',
    async happen(cluster) {
      const [standby] = await cluster.standbys()
      for (const program of PROGRAMS) cluster.signal(standby!, program, 'SIGSTOP')
      return () => PROGRAMS.forEach((program) => void cluster.signal(standby!, program, 'SIGCONT'))
    },
  },
  {
    name: 'the etcd of the primary lost (kill -9)',
    async happen(cluster) {
      const primary = await cluster.primary()
      cluster.signal(primary, 'etcd', 'SIGKILL')
      return () => cluster.run(primary, 'etcd')
    },
  },
  {
    name: 'the primary cut off from everything',
    needsNetwork: true,
    happen: (cluster) => cut(cluster, (primary, isCut) => cluster.cut(primary, isCut)),
  },
  {
    name: 'the primary cut off from the other two machines, not from Cowrie',
    needsNetwork: true,
    happen: (cluster) => cut(cluster, (primary, isCut) => cluster.cutFromPeers(primary, isCut)),
  },
]

async function cut(cluster: Cluster, turn: (primary: Member, isCut: boolean) => void) {
  const primary = await cluster.primary()
  turn(primary, true)
  return () => turn(primary, false)
}

const say = (line: string) => void process.stdout.write(`${line}\n`)
const seconds = (ms: number) => (ms / 1_000).toLocaleString('en', { maximumFractionDigits: 1 })

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '80' },
    rounds: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    hosts: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const endings: (() => Promise<unknown>)[] = []
const cleanUp = async () => {
  // An error in one must not keep the next from running.
  for (const end of endings.splice(0).reverse()) {
    await end().catch(({ message }: Error) => say(`Cleanup failed: ${message}`))
  }
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void cleanUp().finally(() => process.exit(1)))
}
try {
  const isRight = await rehearse()
  await cleanUp()
  process.exit(isRight ? 0 : 1)
} catch (error) {
  await cleanUp()
  say(error instanceof RehearsalError ? error.message : `${(error as Error).stack}`)
  process.exit(1)
}

async function rehearse(): Promise<boolean> {
  const rate = Number(values.rate)
  const cluster = new Cluster(findPrograms())
  endings.push(() => cluster.stop())
  say(`Starting three machines (${cluster.isApart ? 'network namespaces' : 'loopback'}) …`)
  await cluster.start()
  const { url } = cluster
  const service = await startCowrie(values.hosts ? cluster.hostsUrl : url)
  const payments = startPayments(service.baseUrl, service.demo.test.secret_key, rate)
  endings.push(() => payments.stop())
  await pause(BEFORE_MS)
  const results: Result[] = []
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const one of cases.filter(({ name }) => name.includes(values.only))) {
      if (one.needsNetwork && !cluster.isApart) {
        say(`${one.name}: skipped, because this user cannot create network namespaces.`)
        continue
      }
      const result = await play(cluster, payments, one)
      results.push(result)
      say(lineOf(result))
    }
  }
  await payments.stop()
  const { lost, wrong } = await checkBooks(url, payments.references)
  for (const [reason, count] of payments.why) say(`Failed: ${count} × ${reason}`)
  say(`In total: ${payments.references.length} acknowledged, ${lost} lost, ${wrong} rows wrong.`)
  if (values.write) write(results, `${payments.references.length} payments, ${lost} lost`)
  return lost + wrong === 0 && results.every(isMet)
}

/** A process with the demo store, whose key has no limit here. */
async function startCowrie(url: string): Promise<Started> {
  const folder = newFolder()
  endings.push(async () => removeFolder(folder))
  const service = await startService(folder, {
    DATABASE_URL: url,
    COWRIE_RATE_LIMIT_PER_SECOND: '100000',
    COWRIE_RATE_LIMIT_BURST: '100000',
    COWRIE_LOG_LEVEL: 'silent',
  })
  endings.push(() => stopService(service))
  return service
}

async function play(cluster: Cluster, payments: Payments, one: Case): Promise<Result> {
  await cluster.untilHealthy()
  await pause(BEFORE_MS)
  const before = { acknowledged: payments.references.length, failed: payments.failed }
  const beganAt = performance.now()
  const putRight = await one.happen(cluster)
  const firstMs = await watchFrom(payments, beganAt)
  const righted = performance.now()
  putRight()
  await cluster.untilHealthy()
  const secondMs = await watchFrom(payments, righted, { leastMs: 3_000, steadyMs: 2_000 })
  const checked = await checkBooks(cluster.url, payments.references.slice(before.acknowledged))
  return {
    name: one.name,
    isPlanned: one.isPlanned ?? false,
    awayMs: firstMs,
    backMs: secondMs,
    acknowledged: payments.references.length - before.acknowledged,
    failed: payments.failed - before.failed,
    ...checked,
  }
}

function isMet({ awayMs, backMs, lost, wrong, isPlanned }: Result): boolean {
  const most = isPlanned ? PLANNED_MS_MAX : UNPLANNED_MS_MAX
  return lost === 0 && wrong === 0 && Math.max(awayMs, backMs) <= most
}

function lineOf(result: Result): string {
  const { name, awayMs, backMs, acknowledged, failed, lost, wrong } = result
  const figures = [seconds(awayMs), seconds(backMs), acknowledged, failed, lost, wrong]
  return `| ${[name, ...figures, isMet(result) ? 'yes' : 'NO'].join(' | ')} |`
}

/** Between the marks in docs/operating/ha.md. */
function write(results: Result[], total: string): void {
  const [processor] = cpus()
  const head = [
    `Written by \`npm run ha:rehearsal -- --write\` on ${cpus().length} × ${processor!.model},`,
    `load ${loadavg()[0]!.toLocaleString('en')}, by ${values.hosts ? 'hosts' : 'haproxy'},`,
    `${values.rate} payments/s, ${values.rounds} rounds; in all ${total}.`,
    '',
    '| Event | s without a payment | s after the repair | acknowledged | failed | lost | ' +
      'books wrong | met |',
    '|---|---|---|---|---|---|---|---|',
  ]
  const text = readFileSync(RESULTS, 'utf8')
  const table = [...head, ...results.map(lineOf)].join('\n')
  const marks = /(<!-- measured -->\n)[\s\S]*(\n<!-- \/measured -->)/
  writeFileSync(
    RESULTS,
    text.replace(marks, (_, open, close) => `${open}${table}${close}`),
  )
}
