import http from 'node:http'
import { Logger, makeWorkerUtils, type Runner, run } from 'graphile-worker'
import { PgBoss } from 'pg-boss'
import { signedHeaders, signingKey } from '../src/core/events/sign.ts'
import { connectAsOwner } from '../src/platform/db.ts'
import { publicId } from '../src/platform/ids.ts'
import { type OpenQueue, type QueueOptions, type Told, urlOf } from './webhooks-queue.ts'

// The same events as jobs of two queues that are made for any work. A job signs as ours does and
// sends by node:http over connections that are kept, the cheapest way that Node brings (its `fetch`
// takes two or three times as much). What they leave out is what a queue does not know: no address
// is vetted or looked up, no attempt is written down, no endpoint has a limit or a record.

const NAME = 'deliver'
const DEADLINE_MS = 15_000

/** pg-boss: jobs that a worker fetches and completes at once, and workers. The best of seven. */
const BATCH = 200
const WORKERS = 3
const CONNECTIONS = 10

/** graphile-worker: as its page on performance sets it, but more jobs at once, for these wait. */
const AT_ONCE = 100
const FETCHED_AT_ONCE = 500
const BATCH_DELAY_MS = 0

export const openPgBoss: OpenQueue = async (options) => {
  const sql = connectAsOwner(options.postgres)
  const boss = new PgBoss({ ...options.postgres, max: CONNECTIONS, useListenNotify: true })
  boss.on('error', (error) => process.stderr.write(`pg-boss: ${error.message}\n`))
  await boss.start()
  await boss.createQueue(NAME, { notify: true })
  const deliver = delivery(options)
  return {
    async emit(events) {
      await boss.insert(
        NAME,
        events.map((event) => ({ id: event.id, data: event })),
      )
    },
    async start() {
      const settings = { batchSize: BATCH, localConcurrency: WORKERS, burstWhenBatchFull: true }
      await boss.work<Told>(NAME, { ...settings, pollingIntervalSeconds: 0.5 }, async (jobs) => {
        await Promise.all(jobs.map(({ data }) => deliver(data, 1)))
      })
    },
    async stop() {
      await boss.offWork(NAME)
    },
    async isLeft() {
      const [row] = await sql`
        select 1 from pgboss.job where name = ${NAME} and state < 'completed' limit 1
      `
      return row !== undefined
    },
  }
}

export const openGraphile: OpenQueue = async (options) => {
  const sql = connectAsOwner(options.postgres)
  const { host, port, user, database } = options.postgres
  const connectionString = `postgres://${user}@/${database}?host=${host}&port=${port}`
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') process.stderr.write(`graphile-worker: ${message}\n`)
  })
  const utils = await makeWorkerUtils({ connectionString, logger })
  await utils.migrate()
  const deliver = delivery(options)
  let runner: Runner | null = null
  return {
    async emit(events) {
      await utils.addJobs(events.map((payload) => ({ identifier: NAME, payload })))
    },
    async start() {
      const worker = {
        connectionString,
        concurrentJobs: AT_ONCE,
        maxPoolSize: CONNECTIONS,
        localQueue: { size: FETCHED_AT_ONCE },
        completeJobBatchDelay: BATCH_DELAY_MS,
        failJobBatchDelay: BATCH_DELAY_MS,
        logger,
      }
      const taskList = {
        [NAME]: (payload: unknown, { job }: { job: { attempts: number } }) =>
          deliver(payload as Told, job.attempts),
      }
      runner = await run({ preset: { worker }, taskList, noHandleSignals: true })
    },
    async stop() {
      await runner?.stop()
    },
    async isLeft() {
      const [row] = await sql`select 1 from graphile_worker._private_jobs limit 1`
      return row !== undefined
    },
  }
}

/** Throws unless the answer is a 2xx: the queue then tries again. */
function delivery({ port, secret }: QueueOptions) {
  const key = signingKey(secret)
  const agent = new http.Agent({ keepAlive: true })
  return async ({ id, endpoint, body }: Told, attempt: number): Promise<void> => {
    const request = { publicId: publicId('event', id), attempt, body, at: new Date() }
    const status = await post(agent, urlOf(endpoint, port), signedHeaders(request, [key]), body)
    if (status < 200 || status > 299) throw new Error(`not delivered: ${status}`)
  }
}

function post(
  agent: http.Agent,
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, 'Content-Length': Buffer.byteLength(body) }
    const options = { method: 'POST', agent, timeout: DEADLINE_MS, headers: all }
    const request = http.request(url, options, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode!))
      response.on('error', reject)
    })
    request.on('timeout', () => request.destroy(new Error('the receiver took too long')))
    request.on('error', reject)
    request.end(body)
  })
}
