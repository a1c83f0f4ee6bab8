import { launchBrowser } from '../test/browser/browser.ts'
import { type Figures, figuresOf } from './checkout-figures.ts'
import { demoPayment } from './demo-payment.ts'

// `npm run checkout:measure -- URL`: how much a checkout weighs and how soon it can be used on a
// slow phone, five times; the figures in docs/checkout.md are its output. Without an address it
// begins a test payment at the service that runs beside it.

const TIMES = 5

const say = (line: string) => process.stdout.write(`${line}\n`)
const url = process.argv[2] ?? (await demoPayment('measure@example.com'))

const browser = await launchBrowser()
try {
  // What the first page of a browser costs is the browser's.
  await figuresOf(browser, url)
  const all: Figures[] = []
  for (let i = 0; i < TIMES; i++) all.push(await figuresOf(browser, url))
  const middle = (name: keyof Figures) =>
    all.map((figures) => figures[name]).sort((one, other) => one - other)[TIMES >> 1]
  say(`Median of ${TIMES}, 4 × slower processor, slow 4G, nothing cached:`)
  say(`  requests     ${middle('requests')}`)
  say(`  bytes        ${middle('bytes')}`)
  say(`  first paint  ${middle('firstPaintMs')} ms`)
  say(`  interactive  ${middle('interactiveMs')} ms`)
} finally {
  await browser.close()
}
