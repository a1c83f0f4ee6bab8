import { launchBrowser } from '../test/browser/browser.ts'
import { type Figures, figuresOf } from './checkout-figures.ts'
import { demoPayment } from './demo-payment.ts'

// `npm run checkout:measure -- URL`: measures the weight of a checkout, and when it is usable on a
// slow phone, five times. The figures in docs/checkout.md are its output. Without a URL, it starts
// a test payment at the local service.

const TIMES = 5

const say = (line: string) => process.stdout.write(`${line}\n`)
const url = process.argv[2] ?? (await demoPayment('measure@example.com'))

const browser = await launchBrowser()
try {
  // The first page of a browser includes the browser's own start.
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
