import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from '../test/browser/browser.ts'
import { figuresOf, homeFiguresOf } from './checkout-figures.ts'
import { demoPayment } from './demo-payment.ts'

// `npm run checkout:measure -- URL`: measures the weight of a checkout, and when it is usable on a
// slow phone, five times. The figures in docs/checkout.md are its output. Without a URL, it starts
// a test payment at the local service.
//
// `npm run checkout:measure -- --dashboard FOLDER …`: the same of the dashboard's home, at the
// services whose data folders (`COWRIE_DATA`) these are. Two of them, such as one before and one
// after a change, are measured in turns, because other work on the machine slows both.

const TIMES = 5

const NAMES: Record<string, [string, string]> = {
  requests: ['requests', ''],
  bytes: ['bytes', ''],
  firstPaintMs: ['first paint', ' ms'],
  contentMs: ['content', ' ms'],
  interactiveMs: ['interactive', ' ms'],
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const [first, ...folders] = process.argv.slice(2)

const browser = await launchBrowser()
try {
  if (first === '--dashboard') await measureHomes(folders)
  else await measureCheckout(first ?? (await demoPayment('measure@example.com')))
} finally {
  await browser.close()
}

async function measureCheckout(url: string): Promise<void> {
  const [figures] = await mediansOf([() => figuresOf(browser, url)])
  tell(figures!)
}

async function measureHomes(folders: string[]): Promise<void> {
  const homes = await Promise.all(folders.map(signedIn))
  const all = await mediansOf(
    homes.map(
      ({ baseUrl, cookie }) =>
        () =>
          homeFiguresOf(browser, baseUrl, cookie),
    ),
  )
  for (const [place, figures] of all.entries()) {
    say(`${folders[place]}:`)
    tell(figures, place === 0 ? undefined : all[0])
  }
}

/** Of each of the pages, measured in turns. */
async function mediansOf<Figures extends Record<string, number>>(
  measures: (() => Promise<Figures>)[],
): Promise<Figures[]> {
  const all: Figures[][] = measures.map(() => [])
  // The first page of a browser includes the browser's own start.
  for (const measure of measures) await measure()
  for (let i = 0; i < TIMES; i++) {
    for (const [place, measure] of measures.entries()) all[place]!.push(await measure())
  }
  return all.map((figures) => {
    const middle = (name: string) =>
      figures.map((one) => one[name]!).sort((one, other) => one - other)[TIMES >> 1]
    return Object.fromEntries(Object.keys(figures[0]!).map((name) => [name, middle(name)]))
  }) as Figures[]
}

function tell(figures: Record<string, number>, before?: Record<string, number>): void {
  say(`Median of ${TIMES}, 4 × slower processor, slow 4G, nothing cached:`)
  for (const [name, [title, unit]] of Object.entries(NAMES)) {
    const figure = figures[name]
    if (figure === undefined) continue
    const ratio =
      before === undefined ? '' : `  (${(figure / before[name]!).toFixed(2)} of the first)`
    say(`  ${title.padEnd(12)} ${figure}${unit}${ratio}`)
  }
}

/** Signs in as the owner of the demo store. */
async function signedIn(folder: string) {
  const { base_url: baseUrl, dashboard } = JSON.parse(
    readFileSync(join(folder, 'demo.json'), 'utf8'),
  ) as { base_url: string; dashboard: { email: string; password: string } }
  const answer = await fetch(`${baseUrl}/dashboard/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'cowrie-dashboard': '1' },
    body: JSON.stringify({ email: dashboard.email, password: dashboard.password }),
    signal: AbortSignal.timeout(10_000),
  })
  const [cookie] = answer.headers.getSetCookie()
  if (cookie === undefined) throw new Error(`${baseUrl} did not sign in: status ${answer.status}`)
  const [name = '', value = ''] = cookie.split(';')[0]!.split('=')
  return { baseUrl, cookie: [name, decodeURIComponent(value)] as const }
}
