import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

// For test suites in Node (node:test, Vitest, Jest): starts an ephemeral service, or uses the one
// that COWRIE_URL names, and makes businesses on it. It runs in the process of the tests.

export type Options = {
  /** Use a service that runs already. COWRIE_URL by default. */
  url?: string
  /** Settings of the service, such as COWRIE_LOG_LEVEL. */
  env?: Record<string, string>
  /** Makes keys, references and account numbers the same in each run. */
  seed?: string
}

export type Answer<Data> = { status: number; data: Data; code?: string; message: string }

export type Moved = {
  now: string
  /** The background jobs that had work on the way. */
  happened: { at: string; job: string; count: number }[]
  events: { id: string; event: string; created_at: string }[]
}

export type Business = {
  id: string
  name: string
  url: string
  secretKey: string
  publicKey: string
  webhookSecret: string
  /** Calls the API with its secret key: `call('POST', '/payouts', { … })`. */
  call<Data = unknown>(method: string, path: string, body?: object): Promise<Answer<Data>>
  /** Its test mode as new. */
  reset(): Promise<void>
  /** Moves the clock of the service, which all businesses share: `advance('2 days')`. */
  advance(span: string): Promise<Moved>
  /** The same, to a moment. */
  moveTo(moment: Date | string): Promise<Moved>
}

export type Cowrie = {
  /** Pass it to the workers as COWRIE_URL. */
  url: string
  /** A new business; one for each worker. */
  business(options?: { name?: string; webhookUrl?: string; seed?: string }): Promise<Business>
  /** Ends the service, unless it ran already. */
  stop(): Promise<void>
}

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url))

/** It ends with this process. */
export async function startCowrie(options: Options = {}): Promise<Cowrie> {
  const running = options.url ?? process.env['COWRIE_URL']
  if (running !== undefined) return cowrieAt(running, async () => {})
  const seed = options.seed === undefined ? [] : ['--seed', options.seed]
  const child = spawn(process.execPath, [MAIN, '--ephemeral', '--json', '--port', '0', ...seed], {
    env: { ...process.env, ...options.env },
    // The channel ends the service when this process is gone.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const url = await addressOf(child)
  child.channel?.unref()
  child.unref()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.resume()
    ;(stream as unknown as { unref?(): void } | null)?.unref?.()
  }
  return cowrieAt(url, async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.ref()
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
}

/** Its first line of JSON has it. */
async function addressOf(child: ChildProcess): Promise<string> {
  let said = ''
  child.stderr!.on('data', (chunk) => {
    said += chunk
  })
  const lines = createInterface({ input: child.stdout! })
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => text as string),
    once(child, 'exit').then(() => null),
  ])
  if (line === null) throw new Error(`Cowrie did not start:\n${said}`)
  return (JSON.parse(line) as { base_url: string }).base_url
}

function cowrieAt(url: string, stop: () => Promise<void>): Cowrie {
  const base = url.replace(/\/+$/, '')
  return {
    url: base,
    stop,
    async business({ name, webhookUrl, seed } = {}) {
      const body = { name, webhook_url: webhookUrl, seed }
      const made = await ask(base, '', 'POST', '/sandbox/businesses', body)
      const data = wanted(made) as Record<string, string>
      const secretKey = data['secret_key']!
      const call = (method: string, path: string, sent?: object) =>
        ask(base, secretKey, method, path, sent)
      const clock = async (sent: object) =>
        wanted(await call('PUT', '/sandbox/clock', sent)) as Moved
      return {
        id: data['business_id']!,
        name: data['name']!,
        url: base,
        secretKey,
        publicKey: data['public_key']!,
        webhookSecret: data['webhook_secret']!,
        call: call as Business['call'],
        reset: async () => void wanted(await call('POST', '/sandbox/reset')),
        advance: (span) => clock({ advance: span }),
        moveTo: (moment) => clock({ now: new Date(moment).toISOString() }),
      }
    },
  }
}

async function ask(base: string, key: string, method: string, path: string, body?: object) {
  const response = await fetch(`${base}/api/v1${path}`, {
    method,
    headers: {
      ...(key !== '' && { authorization: `Bearer ${key}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Omit<Answer<unknown>, 'status'>
  return { ...answer, status: response.status }
}

function wanted({ status, data, code, message }: Answer<unknown>): unknown {
  if (status < 300) return data
  throw new Error(`${code}: ${message}`)
}
