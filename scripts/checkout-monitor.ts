import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from '../test/browser/browser.ts'
import { compare, type Inventory, look } from './checkout-inventory.ts'
import { demoPayment } from './demo-payment.ts'

// `npm run checkout:monitor -- https://pay.example.com/checkout/…`: opens a checkout in a real
// browser and compares it with docs/checkout-inventory.json. Exits with 1 and a list of
// differences. Without a URL, it starts a test payment at the local service with the demo's public
// key. `--frame=ORIGIN`, repeatable: an origin that the provider in use frames.

const root = join(import.meta.dirname, '..')
const say = (line: string) => process.stdout.write(`${line}\n`)

const given = process.argv.slice(2)
const frames = given
  .filter((argument) => argument.startsWith('--frame='))
  .map((argument) => argument.slice('--frame='.length))
const url =
  given.find((argument) => !argument.startsWith('--')) ?? (await demoPayment('monitor@example.com'))

const expected = JSON.parse(
  readFileSync(join(root, 'docs/checkout-inventory.json'), 'utf8'),
) as Inventory
const browser = await launchBrowser()
try {
  const differences = compare(expected, await look(browser, url), frames)
  const { host } = new URL(url)
  for (const difference of differences) say(`- ${difference}`)
  say(
    differences.length === 0
      ? `The checkout of ${host} matches the build: scripts, styles, requests and headers.`
      : `The checkout of ${host} differs from the build. Differences: ${differences.length}.`,
  )
  process.exitCode = differences.length === 0 ? 0 : 1
} finally {
  await browser.close()
}
