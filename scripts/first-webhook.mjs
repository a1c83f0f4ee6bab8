// `node scripts/first-webhook.mjs [REPOSITORY]`: measures the seconds from `git clone` to the first
// verified webhook. Clones into a temporary folder, runs `npm start` there, forwards events with
// `cowrie listen`, and pays one payment. Needs Node, npm and git.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const repository = process.argv[2] ?? join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'cowrie-first-'))
const children = []
const begun = performance.now()

try {
  clone()
  const demo = await startService()
  await payAndVerify(demo)
} finally {
  for (const child of children) {
    if (child.exitCode !== null) continue
    process.kill(-child.pid, 'SIGTERM')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
}

function clone() {
  const { status } = spawnSync('git', ['clone', '--quiet', repository, folder])
  if (status !== 0) throw new Error('git clone failed.')
  step('cloned')
}

async function startService() {
  await startUntil('npm', ['start'], 'Cowrie is ready')
  step('packages installed, service started')
  return JSON.parse(readFileSync(join(folder, '.cowrie/demo.json'), 'utf8'))
}

async function payAndVerify({ base_url: url, test }) {
  const helper = await import(pathToFileURL(join(folder, 'helpers/webhooks.mjs')).href)
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const to = `http://127.0.0.1:${server.address().port}/webhooks`
  await startUntil('npx', ['--no', 'cowrie', 'listen', '--forward-to', to], 'Forwarding')
  step('forwarding events')

  const call = async (path, body) => {
    const headers = {
      authorization: `Bearer ${test.secret_key}`,
      'content-type': 'application/json',
    }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
  const requested = once(server, 'request')
  const payment = {
    reference: 'order-1',
    amount: 500_000,
    email: 'ada@example.com',
    name: 'Ada Example',
  }
  await call('/api/v1/transactions/initialize', payment)
  await call('/api/v1/sandbox/transactions/order-1/pay', { channel: 'card' })

  const [request, response] = await requested
  const body = Buffer.concat(await request.toArray())
  const event = await helper.verifyWebhook({
    body,
    headers: request.headers,
    secret: test.webhook_secret,
  })
  response.end()
  server.close()
  step(`verified: ${event.event}`)
}

/** Runs until this script stops it. Resolves when it has printed `text`. */
async function startUntil(command, given, text) {
  const env = { ...process.env, PORT: '0' }
  // Its own group, because npx does not pass signals on.
  const options = { cwd: folder, env, detached: true }
  const child = spawn(command, given, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  children.unshift(child)
  const lines = createInterface(child.stdout)
  await new Promise((resolve, reject) => {
    lines.on('line', (line) => line.includes(text) && resolve())
    lines.on('close', () => reject(new Error(`${command} ended early.`)))
  })
}

function step(name) {
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  process.stdout.write(`${seconds.padStart(6)} s  ${name}\n`)
}
