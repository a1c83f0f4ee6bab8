#!/usr/bin/env node
// cowrie listen --forward-to URL    forwards your test events to your own machine
// cowrie trigger EVENT              makes a test event happen
//
// Plain JavaScript without packages: it runs on any Node from 20 on, beside any project.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { listen } from './listen.mjs'
import { EVENTS, trigger } from './trigger.mjs'

const USAGE = `Usage:
  cowrie listen --forward-to http://localhost:3000/webhooks
  cowrie trigger EVENT

  --key KEY    your secret test key, sk_test_… (default: COWRIE_SECRET_KEY)
  --url URL    the address of the service (default: COWRIE_URL)

If neither is set, the demo store in .cowrie/demo.json is used.

EVENT is one of:
${list(EVENTS)}
`

/** A mistake on the command line: one sentence, no stack. */
class UsageError extends Error {}

try {
  await main()
} catch (error) {
  const isUsage = error instanceof UsageError || error.code?.startsWith?.('ERR_PARSE_ARGS')
  process.stderr.write(`${error.message}\n${isUsage ? `\n${USAGE}` : ''}`)
  process.exitCode = isUsage ? 2 : 1
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'forward-to': { type: 'string' },
      key: { type: 'string' },
      url: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [command, ...rest] = positionals
  if (values.help || command === undefined) return void process.stdout.write(USAGE)
  if (command === 'trigger' && rest.length === 0) {
    return void process.stdout.write(
      `cowrie trigger EVENT, where EVENT is one of:\n${list(EVENTS)}\n`,
    )
  }
  const service = serviceOf(values)
  if (command === 'listen' && rest.length === 0) {
    const to = values['forward-to']
    if (to === undefined) {
      throw new UsageError('Add the URL to forward to: --forward-to http://localhost:3000/')
    }
    if (!isAddress(to)) {
      throw new UsageError('--forward-to must be a URL such as http://localhost:3000/webhooks.')
    }
    return listen(service, to)
  }
  if (command === 'trigger' && rest.length === 1) {
    if (!EVENTS.includes(rest[0])) throw new UsageError(`Unknown event: ${rest[0]}`)
    return trigger(service, rest[0])
  }
  throw new UsageError(`Unknown command: ${positionals.join(' ')}`)
}

function serviceOf({ key, url }) {
  const demo = readDemo()
  const secretKey = key ?? process.env.COWRIE_SECRET_KEY ?? demo?.test?.secret_key
  const base = url ?? process.env.COWRIE_URL ?? demo?.base_url ?? 'http://127.0.0.1:4000'
  if (!secretKey) throw new UsageError('No key. Pass --key sk_test_… or set COWRIE_SECRET_KEY.')
  if (!secretKey.startsWith('sk_test_')) {
    throw new UsageError('The key must be a secret test key: sk_test_….')
  }
  if (!isAddress(base)) {
    throw new UsageError(`${base} is not a URL. Pass one such as http://127.0.0.1:4000.`)
  }
  const webhookSecret = secretKey === demo?.test?.secret_key ? demo.test.webhook_secret : undefined
  return { base: base.replace(/\/+$/, ''), key: secretKey, webhookSecret }
}

function list(events) {
  return events.map((event) => `  ${event}`).join('\n')
}

function isAddress(text) {
  return /^https?:\/\//.test(text) && URL.canParse(text)
}

/** The demo store of a service that was started in this folder. */
function readDemo() {
  try {
    const folder = process.env.COWRIE_DATA ?? '.cowrie'
    return JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'))
  } catch {
    return null
  }
}
