#!/usr/bin/env node
// cowrie listen --forward-to URL    forwards your test events to your own machine
// cowrie trigger EVENT              makes a test event happen
// cowrie login                      keeps a key and an address for both
//
// Plain JavaScript without packages: it runs on any Node from 20 on, beside any project.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { listen } from './listen.mjs'
import { ask, login, readLogin } from './login.mjs'
import { EVENTS, trigger } from './trigger.mjs'

const FAILURE = /^[a-z_]+(\.[a-z_]+)?=[a-z]+$/
const LOCAL = 'http://127.0.0.1:4000'
const USAGE = `Usage:
  cowrie listen --forward-to http://localhost:3000/webhooks
  cowrie trigger EVENT [--fail OPERATION=OUTCOME]
  cowrie login

  --fail OPERATION=OUTCOME
               makes that call to a bank or card network fail once, such as
               payouts.send=timeout. OUTCOME is down, timeout or refused;
               docs/testing.md lists the operations

  --key KEY    your secret test key, sk_test_… (default: COWRIE_SECRET_KEY)
  --url URL    the URL of the service (default: COWRIE_URL)

If neither is set, the demo store in .cowrie/demo.json is used, then what login has stored.

EVENT is one of:
${list(EVENTS)}

In your project, run it as npx --no @cowrie-pay/node. The package named cowrie on npm is not ours:
if this one is not installed, npx cowrie without --no downloads and runs that package.
`
const FETCHED = `Warning: npx has downloaded this copy.
Install @cowrie-pay/node in your project, and run it as npx --no @cowrie-pay/node.
`

/** A mistake on the command line: one sentence, no stack. */
class UsageError extends Error {}

if (/[\\/]_npx[\\/]/.test(import.meta.url)) process.stderr.write(FETCHED)
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
      fail: { type: 'string' },
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
  if (command === 'login' && rest.length === 0) return login(serviceOf(await asked(values)))
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
    const { fail } = values
    if (fail !== undefined && !FAILURE.test(fail)) {
      throw new UsageError('--fail must be such as payouts.send=timeout.')
    }
    return trigger(service, rest[0], fail)
  }
  throw new UsageError(`Unknown command: ${positionals.join(' ')}`)
}

/** For `login`: what is missing is asked for. */
async function asked({ key, url }) {
  const given = [key ?? process.env.COWRIE_SECRET_KEY, url ?? process.env.COWRIE_URL]
  if (!process.stdin.isTTY && given.includes(undefined)) {
    throw new UsageError('Without a terminal, pass --key and --url.')
  }
  return {
    url: given[1] ?? ((await ask(`URL of the service (${LOCAL}): `)) || LOCAL),
    key: given[0] ?? (await ask('Secret test key (sk_test_…): ', { isSecret: true })),
  }
}

function serviceOf({ key, url }) {
  const demo = readDemo()
  const stored = demo ? { key: demo.test?.secret_key, url: demo.base_url } : readLogin()
  const given = key ?? process.env.COWRIE_SECRET_KEY
  const secretKey = given ?? stored?.key
  const base = url ?? process.env.COWRIE_URL ?? stored?.url ?? LOCAL
  if (!secretKey) {
    throw new UsageError(
      'No key. Pass --key sk_test_…, set COWRIE_SECRET_KEY, or run cowrie login.',
    )
  }
  if (given === undefined && !demo && base.replace(/\/+$/, '') !== stored.url) {
    throw new UsageError(`The stored key is for ${stored.url}. Pass --key for ${base}.`)
  }
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
