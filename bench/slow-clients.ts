import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { HttpLoad, HttpMeasured } from './http-load.ts'
import { percentileMs } from './loop.ts'
import { SEED } from './measure.ts'
import { FIRST, type Numbers } from './numbers.ts'
import { table } from './report.ts'
import type { Service } from './service.ts'
import { startWorker } from './worker.ts'

// Clients that read, write or send headers slowly, or do not read at all, a thousand connections
// each and each replaced as soon as it is cut, while payments are verified at fixed moments. Beside
// them, quick readers of what anybody may read.
//
// (1) False where a verification fails or is refused.
// (2) A latency that was asked for and is not met is no reason to fail.

const SLOW = 1_000
const SECONDS = 30
const VERIFY = { perSecond: 200, connections: 16 }
const P99_MS_MAX = 100
const EVERY_MS = 1_000
const LOOK_MS = 100
const MB = 1024

type Client = { ask: string; go: (socket: Socket) => () => void }
type Case = { name: string; clients: number; client: Client }

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: cowrie\r\n\r\n`
const post = [
  'POST /api/v1/transactions/initialize-public HTTP/1.1',
  'Host: cowrie',
  'Content-Type: application/json',
  'Content-Length: 90000',
].join('\r\n')

/** Asks for the next as soon as it has the whole of one, as long as one is. */
function quickReader(path: string, bytes: number): Client {
  return {
    ask: get(path),
    go(socket) {
      let left = bytes
      socket.on('data', (chunk) => {
        left -= chunk.length
        if (left > 0) return
        left += bytes
        socket.write(get(path))
      })
      return () => {}
    },
  }
}

function slow(ask: string, step: (socket: Socket) => void): Client {
  const go = (socket: Socket) => {
    const stepping = setInterval(() => step(socket), EVERY_MS)
    return () => clearInterval(stepping)
  }
  return { ask, go }
}

const never = (ask: string) => slow(ask, () => {})

export async function measureSlowClients(
  service: Service,
  say: (line: string) => void,
): Promise<{ text: string; isRight: boolean }> {
  const { baseUrl } = service
  const worker = startWorker<HttpLoad, HttpMeasured>(new URL('http-load.ts', import.meta.url))
  const verify = await readyToVerify(service, worker.run)
  const [document, script] = await Promise.all(
    ['/openapi.json', '/docs/js/scalar.js'].map(async (path) => {
      return { path, bytes: await lengthOf(baseUrl, path) }
    }),
  )
  const cases: Case[] = [
    { name: 'nobody', clients: 0, client: never('') },
    ...[
      { ...document!, clients: 16 },
      { ...script!, clients: 8 },
    ].map(({ path, bytes, clients }) => {
      return { name: `readers of ${path}`, clients, client: quickReader(path, bytes) }
    }),
    { name: 'unread, 150 scripts', clients: 1, client: never(get(script!.path).repeat(150)) },
    { name: 'unread, 1,000 openapi', clients: 1, client: never(get(document!.path).repeat(1_000)) },
    { name: 'slow readers', clients: SLOW, client: slow(get(script!.path), (s) => s.read(10)) },
    { name: 'slow writers', clients: SLOW, client: slow(`${post}\r\n\r\n`, (s) => s.write('x')) },
    { name: 'slow headers', clients: SLOW, client: slow(post, (s) => s.write('\r\nX-A: b')) },
  ]
  const rows: string[][] = []
  let isRight = true
  for (const { name, clients, client } of cases) {
    const before = await memoryOf(service.pid)
    const crowd = startCrowd(baseUrl, clients, client)
    const watch = watchMemory(service.pid)
    const measured = await verify()
    const most = await watch.stop()
    const cut = crowd.stop()
    const [p50, p99] = [percentileMs(measured.counts, 0.5), percentileMs(measured.counts, 0.99)]
    const wrong = measured.failures + measured.refused
    isRight &&= wrong === 0
    const memory = `${Math.round(before / MB)} to ${Math.round(most / MB)}`
    const figures = [p50.toFixed(1), p99.toFixed(1), `${wrong}`, memory, `${cut}`]
    rows.push([name, `${clients}`, ...figures])
    say(`${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${memory} MB, ${cut} cut`)
    await pause(1_000)
  }
  worker.stop()
  const head = [
    'clients',
    'connections',
    'verify p50, ms',
    'p99, ms',
    'failed',
    'memory, MB',
    'cut',
  ]
  return { text: table(head, rows), isRight }
}

async function readyToVerify(service: Service, run: (load: HttpLoad) => Promise<HttpMeasured>) {
  const { hostname, port, host } = service.baseUrl
  const ask = (name: string, numbers: Numbers, how: object) =>
    run({
      ...{ host: hostname, port: Number(port), numbers, mayBeRefused: true },
      ...{ seconds: SECONDS, warmUpSeconds: 1, ...VERIFY, ...how },
      payload: { module: './payloads.ts', name, options: { host, secretKey: service.secretKey } },
    })
  const made = await ask('initialize', { kind: 'next', first: FIRST }, { seconds: 2 })
  const numbers: Numbers = { kind: 'random', first: FIRST, end: FIRST + made.all, seed: SEED }
  return () => ask('verify', numbers, {})
}

async function lengthOf(baseUrl: URL, path: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const socket = connect({ host: baseUrl.hostname, port: Number(baseUrl.port) })
  let bytes = 0
  socket.on('error', reject)
  socket.on('data', (chunk) => {
    bytes += chunk.length
  })
  socket.on('end', () => resolve(bytes))
  // What is answered then has `Connection: close` in place of `keep-alive`: as long, but for five.
  socket.write(get(path).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  return (await promise) + 'keep-alive'.length - 'close'.length + KEEP_ALIVE_HEADER
}

const KEEP_ALIVE_HEADER = 'Keep-Alive: timeout=65\r\n'.length

/** Whoever is cut comes again. Answers the function that ends it and says how many were cut. */
function startCrowd({ hostname: host, port }: URL, count: number, { ask, go }: Client) {
  const open = new Set<Socket>()
  let cut = 0
  let isOver = false
  const come = () => {
    const socket = connect({ host, port: Number(port), noDelay: true })
    open.add(socket)
    const end = go(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      end()
      open.delete(socket)
      if (isOver) return
      cut += 1
      setTimeout(() => isOver || come(), LOOK_MS)
    })
    socket.write(ask)
  }
  for (let i = 0; i < count; i += 1) come()
  return {
    stop(): number {
      isOver = true
      for (const socket of open) socket.destroy()
      return cut
    },
  }
}

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0)
}

function watchMemory(pid: number) {
  let most = 0
  const look = async () => {
    most = Math.max(most, await memoryOf(pid))
  }
  const looking = setInterval(() => void look(), LOOK_MS)
  return {
    async stop(): Promise<number> {
      clearInterval(looking)
      await look()
      return most
    },
  }
}

export function slowClientsReadme(surroundings: string, text: string): string {
  return `# Clients that read, write or send headers slowly

Written by \`npm run bench -- --only slow-clients\`, which measures anew and replaces this file;
\`--print-only\` leaves it as it is.

${surroundings}

${text}

- Payments are verified ${VERIFY.perSecond} times a second, at fixed moments, over
  ${VERIFY.connections} connections of their own, for ${SECONDS} s beside each row's clients. Asked
  is a p99 of at most ${P99_MS_MAX} ms. **Failed** counts verifications that were refused, too.
- **Slow** is one step each second: ten bytes are read, one byte of a body or one header is sent.
  **Unread**: the requests are sent at once on one connection, and nothing is ever read.
- **Memory** is that of the service's process before, and at most. **Cut** is how many connections
  the service ended; for each of them another one came.
- Service, database, clients and generator share the machine.
`
}
