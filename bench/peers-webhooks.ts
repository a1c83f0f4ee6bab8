import { join } from 'node:path'
import { makeBusinesses } from './accounts.ts'
import { type Sample, sample } from './measure.ts'
import { FIRST, PLACE } from './numbers.ts'
import type { Evented, EventsLoad } from './peers-events.ts'
import {
  ask,
  type Bench,
  costOfPrograms,
  each,
  freePort,
  isReady,
  makeDatabase,
  type PeerRow,
  runProgram,
  startProgram,
  startRedis,
  until,
} from './peers-side.ts'
import type { Service } from './service.ts'
import { startWorker, type Worker } from './worker.ts'

// An event is asked for over HTTP, and its webhook arrives: one of fifty endpoints, each a host of
// its own.

const ENDPOINTS = 50
const MESSAGE = `This is a test. If the signature is valid, your endpoint works. ${PLACE}`
/** As in the settings that it brings for development. By default it is one. */
const AT_ONCE = '100'

const endpoints = Array.from({ length: ENDPOINTS }, (_, i) => i)
const urlOf = (endpoint: number, port: number) => `http://127.0.0.${1 + endpoint}:${port}/webhooks`

type Receiver = Worker<EventsLoad, Evented>
type Asked = Pick<
  Extract<EventsLoad, { step: 'run' }>,
  'url' | 'requests' | 'idInAnswer' | 'idHeader' | 'signatureHeader'
>

/** A test event, of fifty businesses in turn. */
export async function startOurWebhooks(bench: Bench): Promise<PeerRow[]> {
  const { service } = bench
  const { receiver, port } = await listen(bench)
  const businesses = await makeBusinesses(service, ENDPOINTS)
  const secrets = businesses.map(({ keys }) => ({ Authorization: `Bearer ${keys.secretKey}` }))
  const webhooks = new URL('/api/v1/webhooks', service.baseUrl).href
  await each(endpoints, async (endpoint) => {
    await ask('PUT', webhooks, { url: urlOf(endpoint, port) }, secrets[endpoint])
    // What was made beside the service is sealed with a key that it does not know.
    const rolled = { which: 'standard', overlap_hours: 0 }
    await ask('POST', `${webhooks}/roll-secret`, rolled, secrets[endpoint])
  })
  const asked = {
    url: `${webhooks}/test`,
    requests: secrets.map((headers) => ({ body: '{}', headers })),
    idInAnswer: '"id":"([^"]+)"',
    idHeader: 'x-service-event-id',
    signatureHeader: 'x-service-signature',
  }
  return [row('Cowrie', receiver, service.cost, asked)]
}

/** As one process, with RabbitMQ between its parts and PostgreSQL for what it logs. */
export async function startOutpost(bench: Bench): Promise<PeerRow[]> {
  const { receiver, port } = await listen(bench)
  const redis = await startRedis(bench, 'outpost-redis')
  const rabbit = await startRabbit(bench)
  const apiPort = await freePort()
  const environment = {
    API_PORT: String(apiPort),
    API_KEY: 'bench',
    API_JWT_SECRET: 'bench',
    AES_ENCRYPTION_SECRET: 'a secret of 16 b',
    TOPICS: 'payment',
    REDIS_HOST: '127.0.0.1',
    REDIS_PORT: String(redis.port),
    REDIS_PASSWORD: '',
    POSTGRES_URL: await makeDatabase(bench, 'peer_outpost'),
    RABBITMQ_SERVER_URL: `amqp://guest:guest@127.0.0.1:${rabbit.port}`,
    DELIVERY_MAX_CONCURRENCY: AT_ONCE,
    LOG_BATCH_THRESHOLD_SECONDS: '1',
    LOG_LEVEL: 'warn',
    DISABLE_TELEMETRY: 'true',
  }
  const { outpost, 'outpost-server': server } = bench.paths
  const migrate = [outpost!, 'migrate', 'apply', '--yes']
  await runProgram(bench, 'outpost-migrate', migrate, environment)
  const program = startProgram(bench, 'outpost', [server!], environment)
  const api = `http://127.0.0.1:${apiPort}/api/v1`
  await until('Outpost', () => isReady(`${api}/healthz`))
  const headers = { Authorization: 'Bearer bench' }
  await each(endpoints, async (endpoint) => {
    const tenant = `${api}/tenants/t${endpoint}`
    await ask('PUT', tenant, {}, headers)
    const config = { url: urlOf(endpoint, port) }
    const destination = { type: 'webhook', topics: ['payment'], config }
    await ask('POST', `${tenant}/destinations`, destination, headers)
  })
  const asked = {
    url: `${api}/publish`,
    requests: endpoints.map((endpoint) => {
      const event = { tenant_id: `t${endpoint}`, topic: 'payment', data: { message: MESSAGE } }
      return { body: JSON.stringify(event), headers }
    }),
    idInAnswer: '"id":"([^"]+)"',
    idHeader: 'x-outpost-event-id',
    signatureHeader: 'x-outpost-signature',
  }
  const cost = costOfPrograms([program], [redis, rabbit.program], bench.service)
  return [row('Outpost', receiver, cost, asked)]
}

async function startRabbit(bench: Bench) {
  const [port, distribution] = [await freePort(), await freePort()]
  const folder = join(bench.folder, 'rabbitmq')
  const program = startProgram(bench, 'rabbitmq', [bench.paths['rabbitmq']!], {
    RABBITMQ_NODENAME: `bench-${port}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_MNESIA_BASE: folder,
    RABBITMQ_LOG_BASE: folder,
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins'),
    RABBITMQ_CONFIG_FILE: join(folder, 'none'),
  })
  // It speaks no HTTP, and resets whoever does: that it is reached is enough.
  await until('RabbitMQ', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch((error) => error)
    return answer?.cause?.code !== 'ECONNREFUSED'
  })
  return { port, program }
}

async function listen(bench: Bench): Promise<{ receiver: Receiver; port: number }> {
  const receiver: Receiver = startWorker(new URL('peers-events.ts', import.meta.url))
  bench.onStop(async () => receiver.stop())
  const { port } = await receiver.run({ step: 'listen' })
  return { receiver, port }
}

function row(name: string, receiver: Receiver, cost: Service['cost'], asked: Asked): PeerRow {
  let next = FIRST
  const run = (connections: number, seconds: number): Promise<Sample> =>
    sample({ service: { cost } }, async () => {
      const numbers = { kind: 'next', first: next } as const
      const plan = { connections, warmUpSeconds: 0, seconds, perSecond: null }
      const { measured, cpuMicros } = await receiver.run({
        step: 'run',
        numbers,
        ...plan,
        ...asked,
      })
      if (measured === null) throw new Error('a run measures')
      next += measured.all
      return { ...measured, cpuMicros }
    })
  return { work: 'webhook', name, run }
}
