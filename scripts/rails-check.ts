import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { banks, findBank } from '../src/accounts/banks/banks.ts'
import { ConfigError, readConfig } from '../src/platform/config.ts'
import { naira } from '../src/platform/money.ts'
import { notNaira, readNaira } from '../src/platform/naira.ts'
import { readCaptured } from '../src/providers/check/captured.ts'
import { type CheckSettings, checkProvider } from '../src/providers/check/check.ts'
import { checkedProviders } from '../src/providers/check/providers.ts'
import type { Account } from '../src/providers/check/spend.ts'

// `npm run rails:check`: tries the functions of live mode's providers. docs/go-live.md.

const SPEND_MIN = naira(1)
const SPEND_MAX = naira(1_000)
const USAGE =
  'Usage:\n  npm run rails:check [-- PROVIDER] [--account BANK:NUMBER]\n  npm run rails:check ' +
  '-- PROVIDER --notification FILE\n  npm run rails:check -- PROVIDER --spend 100 --to ' +
  'BANK:NUMBER\n  npm run rails:check -- PROVIDER --bvn FILE\n\n' +
  '  PROVIDER        paystack, monnify, safehaven, flutterwave or mono; without it, all\n' +
  '                  that are configured\n' +
  '  --account       the account to look up: bank code and account number, ' +
  '058:0123456789\n  --notification  a file with one notification of this provider as ' +
  'received: headers, an\n                  empty line, the body byte for byte\n  ' +
  '--spend         sends real money: this many NAIRA (not kobo), from 1 to 1,000, to the\n' +
  '                  account --to, then waits until the outcome is known\n' +
  '  --bvn, --nin    a file with your own BVN or NIN: opens an account with it, and closes it\n\n' +
  'Moves no money without --spend. Exits with 1 if a check failed.\n'
const MARKS = { held: 'passed', failed: 'FAILED', not_tried: '-' } as const

const say = (line: string) => process.stdout.write(`${line}\n`)

function endWith(text: string, code: number): never {
  process.stderr.write(text)
  process.exit(code)
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        account: { type: 'string' },
        notification: { type: 'string' },
        spend: { type: 'string' },
        to: { type: 'string' },
        bvn: { type: 'string' },
        nin: { type: 'string' },
      },
    })
  } catch {
    return endWith(USAGE, 2)
  }
}

function accountIn(text: string | undefined): Account | undefined {
  if (text === undefined) return undefined
  const [, code = '', accountNumber = ''] = /^([0-9A-Za-z]{3,10}):(\d{10})$/.exec(text) ?? []
  const bank = findBank(code) ?? banks.find(({ nipCode }) => nipCode === code)
  if (!bank) return endWith(`"${text}" must be BANK:NUMBER, a bank code and ten digits.\n`, 2)
  return { bank, accountNumber }
}

const { values, positionals } = readArguments()
const [name, ...more] = positionals
const [account, to] = [accountIn(values.account), accountIn(values.to)]
const amount = readNaira(values.spend ?? '')
if (values.spend !== undefined && amount === null) endWith(`${notNaira('--spend')}\n`, 2)
const isSpending = values.spend !== undefined || to !== undefined
const isSpendRight =
  to !== undefined && amount !== null && amount >= SPEND_MIN && amount <= SPEND_MAX
const needsName = isSpending || values.notification !== undefined
if (more.length > 0 || (isSpending && !isSpendRight) || (needsName && name === undefined)) {
  endWith(USAGE, 2)
}

function configured() {
  try {
    const config = readConfig(process.env)
    const all = checkedProviders(config, { banks, now: () => new Date() })
    const chosen = all.filter((one) => name === undefined || one.name === name)
    if (chosen.length > 0) return { config, chosen }
    const who = name === undefined ? 'No provider is' : `${name} is not`
    return endWith(`${who} configured: docs/go-live.md.\n`, 1)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return endWith(`${error.message}\n`, 1)
  }
}

function captured() {
  const { notification: file } = values
  if (file === undefined) return {}
  const read = readCaptured(readFileSync(file))
  return typeof read === 'string' ? endWith(`${file}: ${read}\n`, 2) : { notification: read }
}

/** In files, because other users of the machine can read a command line. */
function numbers() {
  const { bvn, nin } = values
  const inFile = (file: string | undefined) => {
    if (file === undefined) return null
    const number = readFileSync(file, 'utf8').trim()
    return /^\d{11}$/.test(number) ? number : endWith(`${file} must contain 11 digits.\n`, 2)
  }
  return bvn || nin ? { number: { bvn: inFile(bvn), nin: inFile(nin) } } : {}
}

const { config, chosen } = configured()
const settings: CheckSettings = {
  now: () => new Date(),
  email: config.mail.from ?? 'check@example.com',
  ...(account && { account }),
  ...captured(),
  ...numbers(),
  ...(to && amount !== null && { spend: { ...to, amount } }),
  say: (line) => say(`             ${line}`),
  pause: (ms) => setTimeout(ms),
}
const counts = { held: 0, failed: 0, not_tried: 0 }
for (const one of chosen) {
  say(`\n${one.name}`)
  for await (const { what, kind, says } of checkProvider(one, settings)) {
    counts[kind] += 1
    say(`  ${MARKS[kind].padEnd(8)} ${what.padEnd(24)} ${says}`)
  }
}
say(`\n${counts.held} passed, ${counts.failed} failed, ${counts.not_tried} skipped.`)
process.exitCode = counts.failed === 0 ? 0 : 1
