import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import type { Gauge } from 'prom-client'
import { type Alert, alerts } from '../scripts/alerts.ts'
import { noteProgress } from '../scripts/backup/source.ts'
import { serveMetrics } from '../src/http/metrics.ts'
import { startCollecting } from '../src/operator/metrics/gauges.ts'
import { createMeter } from '../src/operator/metrics/meters.ts'
import { keepPartitions } from '../src/operator/operation/partitions.ts'
import { kobo } from '../src/platform/money.ts'
import { type RailHealth, railHealth, watched } from '../src/providers/health.ts'
import type { Notification } from '../src/providers/outcomes.ts'
import type { BalancesOutcome, Provider } from '../src/providers/rails.ts'
import { type Api, openApi } from './api.ts'
import { type GivenBusiness, givenBusiness, type TestContext } from './support.ts'

// A service in which every alert can be made to fire, and its /metrics as Prometheus reads it.
// Alert conditions are evaluated here from two scrapes and the rule's numbers; `npm run
// alerts:rehearse` shows that Prometheus evaluates the expressions the same way.

const HOUR_MS = 3_600_000

export type World = {
  context: TestContext
  api: Api
  /** The listening address: overload shows only over a socket. */
  baseUrl: string
  business: GivenBusiness
  health: RailHealth
  /** The live provider's answers. */
  partner: { says: BalancesOutcome; isLockedOut: boolean; reads: Notification }
  standing: { draining: boolean }
  blocks: number
  /** Whether Prometheus has the service as a target. */
  isKnown: boolean
  /** WAL held by the backup slot; a test cannot write that much. */
  slotBytes: number | null
  /** Reads the database for /metrics. */
  collect(): Promise<void>
  metricsPort: number
  stopMetrics(): Promise<void>
  startMetrics(): Promise<void>
  close(): Promise<void>
}

export const FLOOR = kobo(1_000)
export const PLENTY: BalancesOutcome = {
  kind: 'known',
  balances: [{ account: '1', available: kobo(5_000) }],
}

/** `blocks`: how often to block the event loop; more for rules with a long window. */
export async function openWorld(context: TestContext, { blocks = 3 } = {}): Promise<World> {
  await keepPartitions(context)
  const { registry, meter } = createMeter({ version: '0.0.0', commit: 'unknown' })
  const health = railHealth()
  const partner: World['partner'] = {
    says: PLENTY,
    isLockedOut: false,
    reads: { kind: 'unreadable' },
  }
  // Silences the log, because the faults are deliberate.
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  Object.assign(context, { meter, log: silent })
  context.config.limits.cardTriesPerAddress = 10
  context.config.providers.floors = { partner: FLOOR }
  const { test } = context.rails
  context.rails = watched({ test, live: [partnerOf(context, partner)] }, health, () =>
    context.now().getTime(),
  )
  const api = await openApi(context)
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.app.server.address() as AddressInfo

  let server = await serveMetrics({ host: '127.0.0.1', port: 0 }, () => registry.metrics())
  const at = { host: '127.0.0.1', port: server.port }
  const standing = { draining: false }
  let isUp = true
  const unready = () => (standing.draining ? 'draining' : isUp ? null : 'database_unavailable')
  const collector = startCollecting(context, registry, unready, HOUR_MS)
  const collect = async () => {
    isUp = await context.sql`select 1`.then(
      () => true,
      () => false,
    )
    await collector.collect()
    const slot = registry.getSingleMetric('cowrie_backup_slot_bytes') as Gauge
    if (world.slotBytes !== null) slot.set(world.slotBytes)
  }
  const world: World = {
    context,
    api,
    baseUrl: `http://127.0.0.1:${port}`,
    business: await givenBusiness(context),
    health,
    partner,
    standing,
    blocks,
    isKnown: true,
    slotBytes: null,
    collect,
    metricsPort: server.port,
    stopMetrics: () => server.stop(),
    async startMetrics() {
      server = await serveMetrics(at, () => registry.metrics())
    },
    async close() {
      collector.stop()
      await server.stop()
      await api.app.close()
    },
  }
  await noteBackup(world, 'base')
  await world.collect()
  return world
}

/** Records progress as `npm run backup` does. */
export function noteBackup({ context }: World, what: 'base' | 'wal'): Promise<void> {
  return noteProgress(context.sql, what, context.now(), assert.fail)
}

function partnerOf(context: TestContext, partner: World['partner']): Provider {
  const { bank } = context.rails.test
  return {
    bank: {
      ...bank,
      name: 'partner',
      isLockedOut: () => partner.isLockedOut,
      readNotification: () => partner.reads,
      balances: async () => partner.says,
    },
  }
}

export type Sample = { name: string; labels: string; value: number }

/** The metrics page, plus `up` as Prometheus adds it. */
export async function scrape({ metricsPort, isKnown }: World): Promise<Sample[]> {
  if (!isKnown) return []
  const page = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then(
    (response) => (response.ok ? response.text() : null),
    () => null,
  )
  const up = { name: 'up', labels: 'job="cowrie"', value: page === null ? 0 : 1 }
  const lines = (page ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return [up, ...lines.map(sampleOf)]
}

function sampleOf(line: string): Sample {
  const [, name = '', labels = '', value] = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
  assert(value !== undefined, line)
  return { name, labels, value: Number(value) }
}

export function alertNamed(name: string): Alert {
  const found = alerts.find((one) => one.name === name)
  assert(found, `there is no alert ${name}`)
  return found
}

/** Whether the alert's condition holds now, given the growth of each counter since `since`. */
export function holds({ when }: Alert, since: Sample[], now: Sample[]): boolean {
  const sum = (samples: Sample[], name: string, where?: string) =>
    samples.filter((one) => fits(one, name, where)).reduce((all, { value }) => all + value, 0)
  const grown = (name: string, where?: string) => sum(now, name, where) - sum(since, name, where)
  switch (when.kind) {
    case 'gauge': {
      const { metric, where, is, than } = when
      return now
        .filter((one) => fits(one, metric, where))
        .some(({ value }) =>
          is === '==' ? value === than : is === '<' ? value < than : value > than,
        )
    }
    case 'share':
      return grown(when.of, when.where) / grown(when.all) > when.above
    case 'slow': {
      const { metric, where, le } = when
      const both = [where, `le="${le}"`].filter(Boolean).join(',')
      return 1 - grown(`${metric}_bucket`, both) / grown(`${metric}_count`, where) > when.above
    }
    case 'any':
      return grown(when.metric) > 0
    case 'absent':
      return !now.some((one) => fits(one, when.metric, when.where))
  }
}

function fits({ name, labels }: Sample, wanted: string, where = ''): boolean {
  const matchers = where.split(',').filter(Boolean)
  return (
    name === wanted &&
    matchers.every((one) =>
      one.includes('!=') ? !labels.includes(one.replace('!=', '=')) : labels.includes(one),
    )
  )
}
