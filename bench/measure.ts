import { execFile } from 'node:child_process'
import { cpus } from 'node:os'
import { promisify } from 'node:util'
import type { HttpLoad, HttpMeasured } from './http-load.ts'
import type { Measured } from './loop.ts'
import type { Numbers } from './numbers.ts'
import type { PgLoad } from './pg-load.ts'
import type { Service } from './service.ts'
import type { Cost, Worker } from './worker.ts'

// How a row is measured: by which load, and what the machine did meanwhile.

/** More give PostgreSQL nothing on two cores. */
export const POSTGRES_CONNECTIONS = 16
export const SEED = 20_260

export type Sample = {
  rate: number
  /** Null where the tool keeps no latencies of its own. */
  counts: number[] | null
  failures: number
  firstFailure: string | null
  /** Microseconds of processor for each request; null where it is not known. */
  cost: { generator: number; service: number; database: number } | null
  /** Cores that other programs of this machine used meanwhile. */
  othersCores: number | null
}

export type Timing = { seconds: number; warmUpSeconds: number; perSecond?: number }
export type Run = (timing: Timing) => Promise<Sample>

/** A row that another is measured against, and the least share of it that was asked for. */
export type Beside = {
  name: string
  asked: number | null
  /** What is compared: how many in a second, or in a second of the processors' time. */
  by?: 'processor'
}

export type Row = {
  name: string
  beside: Beside[]
  /** The latencies that were asked for at this share of its peak rate. */
  within?: { share: number; p50Ms?: number; p99Ms: number }
  /** The median rate that was asked for, whatever the machine. */
  least?: number
  run: Run
}

export type Loads = {
  service: Service
  /** Over HTTP. */
  connections: number
  http: Worker<HttpLoad, HttpMeasured>
  pg: Worker<PgLoad, Measured>
}

export function askHttp(
  { http, service, connections }: Loads,
  payload: { name: string; options: object },
  numbers: Numbers,
  timing: Timing,
) {
  const { hostname, port } = service.baseUrl
  return http.run({
    ...planOf(timing),
    connections,
    host: hostname,
    port: Number(port),
    numbers,
    payload: { module: './payloads.ts', ...payload },
  })
}

type Asked = Pick<PgLoad, 'statements' | 'rows' | 'numbers'> & Partial<Pick<PgLoad, 'settings'>>

export function askPostgres({ pg, service }: Loads, asked: Asked, timing: Timing) {
  const { host, port, user, database } = service.postgres
  return pg.run({
    settings: {},
    ...asked,
    ...planOf({ ...timing, perSecond: 0 }),
    connections: POSTGRES_CONNECTIONS,
    socketPath: `${host}/.s.PGSQL.${port}`,
    user,
    database,
  })
}

export function planOf({ seconds, warmUpSeconds, perSecond = 0 }: Timing) {
  return { seconds, warmUpSeconds, perSecond: perSecond || null }
}

export async function sample(
  { service }: { service: Pick<Service, 'cost'> },
  run: () => Promise<Measured & Partial<HttpMeasured> & Cost>,
): Promise<Sample> {
  await writeOut()
  const [before, busyBefore, began] = [await service.cost(), busyMicros(), performance.now()]
  const { measured, all, elapsedSeconds, counts, cpuMicros, ...rest } = await run()
  const micros = (performance.now() - began) * 1_000
  const [after, busyAfter] = [await service.cost(), busyMicros()]
  const serviceMicros = before && after && after.serviceMicros - before.serviceMicros
  const databaseMicros = before && after && after.databaseMicros - before.databaseMicros
  const isKnown = serviceMicros !== null && databaseMicros !== null
  const ours = isKnown ? serviceMicros + databaseMicros + cpuMicros : null
  return {
    rate: measured / elapsedSeconds,
    counts,
    failures: rest.failures ?? 0,
    firstFailure: rest.firstFailure ?? null,
    cost: isKnown
      ? {
          generator: cpuMicros / all,
          service: serviceMicros / all,
          database: databaseMicros / all,
        }
      : null,
    othersCores: ours === null ? null : Math.max(0, (busyAfter - busyBefore - ours) / micros),
  }
}

/**
 * What was filled for this sample, and written by those before it, goes to the disk before the
 * clock starts. Linux does it half a minute later else, all at once, and every commit meanwhile
 * waits a tenth of a second. Nothing where there is no such tool.
 */
async function writeOut(): Promise<void> {
  await promisify(execFile)('sync').catch((error) => {
    if (error.code !== 'ENOENT') throw error
  })
}

/** Of all cores since the machine was started. */
export function busyMicros(): number {
  return cpus().reduce((sum, { times }) => {
    return sum + (times.user + times.nice + times.sys + times.irq) * 1_000
  }, 0)
}
