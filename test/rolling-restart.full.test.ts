import assert from 'node:assert/strict'
import { Agent, createServer, request, type Server } from 'node:http'
import { after, before, test } from 'node:test'
import { openLine } from './line.ts'
import { newFolder, removeFolder, type Started, startService, stopService } from './process.ts'
import { closeContext, openContext, type TestContext, until } from './support.ts'

// Two processes behind a load balancer that looks at /readyz, each restarted in its turn.

const LOOK_EVERY_MS = 100
const CLIENTS = 4

const home = newFolder()
let context: TestContext
let line: Awaited<ReturnType<typeof openLine>>
const services = new Set<Started>()

before(async () => {
  context = await openContext()
  line = await openLine()
})
after(async () => {
  for (const { child } of services) child.kill('SIGKILL')
  line.close()
  removeFolder(home)
  await closeContext(context)
})

async function given(): Promise<Started> {
  const service = await startService(home, {
    DATABASE_URL: `postgres://${line.user}@${line.host}:${line.port}/${context.database}`,
    COWRIE_MASTER_KEY: 'ef'.repeat(32),
    COWRIE_DRAIN_DELAY: '5',
  })
  services.add(service)
  return service
}

test('a rolling restart behind a load balancer fails no request', async (t) => {
  let running = [await given(), await given()]
  const balancer = await openBalancer(() => running.map(({ baseUrl }) => baseUrl))
  await until('both are ready', async () => balancer.ready() === 2)
  const tally = { asked: 0, failed: [] as string[], isOver: false }
  t.after(() => {
    tally.isOver = true
    balancer.close()
  })
  const clients = Array.from({ length: CLIENTS }, () => askUntilOver(balancer.url, tally))

  for (const old of [...running]) {
    const stopped = stopService(old)
    await until('it says so', async () => (await fetch(`${old.baseUrl}/readyz`)).status === 503)
    assert.equal((await fetch(`${old.baseUrl}/api/v1/banks`)).headers.get('connection'), 'close')
    assert.equal(await stopped, 0, old.said())
    running = [...running.filter((one) => one !== old), await given()]
    await until('both are ready again', async () => balancer.ready() === 2)
  }
  await until('enough were asked', async () => tally.asked > 50)
  tally.isOver = true
  await Promise.all(clients)

  assert.deepEqual(tally.failed, [])
  for (const service of running) assert.equal(await stopService(service), 0)
})

type Tally = { asked: number; failed: string[]; isOver: boolean }

async function askUntilOver(url: string, tally: Tally): Promise<void> {
  while (!tally.isOver) {
    tally.asked += 1
    const why = await fetch(`${url}/api/v1/banks`).then(
      async (answer) => ((await answer.text()) && answer.ok ? null : `${answer.status}`),
      (error: Error) => error.message,
    )
    if (why !== null) tally.failed.push(why)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** It keeps connections open, asks each in turn, and never asks a second time. */
async function openBalancer(all: () => string[]) {
  const agent = new Agent({ keepAlive: true })
  let ready: string[] = []
  let turn = 0
  const look = async () => {
    const looked = await Promise.all(
      all().map(async (url) => {
        const answer = await fetch(`${url}/readyz`).catch(() => null)
        return answer?.ok ? [url] : []
      }),
    )
    ready = looked.flat()
  }
  const looking = setInterval(() => void look(), LOOK_EVERY_MS)
  const server: Server = createServer((asked, response) => {
    const url = ready[turn++ % Math.max(1, ready.length)]
    if (url === undefined) return void response.writeHead(502).end()
    const onward = request(`${url}${asked.url}`, { agent }, (answer) => {
      response.writeHead(answer.statusCode!)
      answer.pipe(response)
    })
    onward.on(
      'error',
      ({ message }) => response.headersSent || response.writeHead(502).end(message),
    )
    onward.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    ready: () => ready.length,
    close() {
      clearInterval(looking)
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}
