#!/usr/bin/env node
// cowrie listen --forward-to URL    your test events, at an address of your own machine
// cowrie trigger EVENT              makes one happen
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

  --key KEY    your secret test key, sk_test_…; else COWRIE_SECRET_KEY
  --url URL    where the service is; else COWRIE_URL

Without them, both are those of the demo store in .cowrie/demo.json.

EVENT is one of:
  ${EVENTS.join('\n  ')}
`

/** What a person can mend: one sentence, no stack. */
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
  const service = serviceOf(values)
  if (command === 'listen' && rest.length === 0) {
    const to = values['forward-to']
    if (to === undefined) throw new UsageError('Say where to: --forward-to http://localhost:3000/')
    if (!isAddress(to)) {
      throw new UsageError(
        '--forward-to must be an address such as http://localhost:3000/webhooks.',
      )
    }
    return listen(service, to)
  }
  if (command === 'trigger' && rest.length === 1) {
    if (!EVENTS.includes(rest[0])) throw new UsageError(`There is no event ${rest[0]} to trigger.`)
    return trigger(service, rest[0])
  }
  throw new UsageError(`cowrie does not know: ${positionals.join(' ')}`)
}

function serviceOf({ key, url }) {
  const demo = readDemo()
  const secretKey = key ?? process.env.COWRIE_SECRET_KEY ?? demo?.test?.secret_key
  const base = url ?? process.env.COWRIE_URL ?? demo?.base_url ?? 'http://127.0.0.1:4000'
  if (!secretKey) throw new UsageError('No key: give --key sk_test_… or set COWRIE_SECRET_KEY.')
  if (!secretKey.startsWith('sk_test_')) {
    throw new UsageError('The key must be a secret key of test mode: sk_test_….')
  }
  if (!isAddress(base)) {
    throw new UsageError(`${base} is no address of a service, such as http://127.0.0.1:4000.`)
  }
  return { base: base.replace(/\/+$/, ''), key: secretKey }
}

function isAddress(text) {
  return /^https?:\/\//.test(text) && URL.canParse(text)
}

/** Of a service that was started here. */
function readDemo() {
  try {
    const folder = process.env.COWRIE_DATA ?? '.cowrie'
    return JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'))
  } catch {
    return null
  }
}
