import { parseArgs } from 'node:util'
import { readDemo } from '../packages/devkit/demo-store.ts'
import { DAYS_MAX, seedStore } from '../packages/devkit/seed.ts'
import type { BusinessId } from '../src/core/context.ts'
import { isUuid } from '../src/platform/ids.ts'
import { Refusal } from '../src/platform/refusal.ts'
import { configOrEnd, openContext } from './open-database.ts'

// `npm run seed`: fills the demo store with sixty days of payments in test mode, beside a running
// service or on the embedded database of a stopped one.

const USAGE =
  'Usage:\n  npm run seed [-- --days 60] [--business ID] [--again]\n\n  --days      number of ' +
  `days up to today, 1 to ${DAYS_MAX}\n  --business  a business other than the demo store; ` +
  'always in test mode\n  --again     also if there are already more than 50 payments\n'

const say = (line: string) => process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: String(DAYS_MAX) },
    business: { type: 'string' },
    again: { type: 'boolean', default: false },
  },
})
const days = /^\d{1,2}$/.test(values.days) ? Number(values.days) : 0
if (days < 1 || days > DAYS_MAX || (values.business && !isUuid(values.business))) {
  process.stderr.write(USAGE)
  process.exit(2)
}

const config = configOrEnd()
const businessId = values.business ?? (await readDemo(config.dataDirectory))?.business_id
if (businessId === undefined) {
  process.stderr.write('There is no demo store here. Pass the business: --business ID.\n')
  process.exit(1)
}

const { context, close } = await openContext(say)
process.exitCode = await run().catch((error: unknown) => {
  if (!(error instanceof Refusal)) throw error
  const hint = error.code === 'store_not_empty' ? ' To add to them: --again.' : ''
  process.stderr.write(`${error.message}${hint}\n`)
  return 1
})
await close()

async function run(): Promise<number> {
  const begun = context.now().getTime()
  const scope = { businessId: businessId as BusinessId, mode: 'test' } as const
  const isMade = await seedStore(context, scope, {
    days,
    again: values.again,
    tell: ({ state, done, total }) => {
      if (state === 'running') say(`${done} of ${total} days`)
    },
  })
  if (!isMade) {
    process.stderr.write('Example data is already being created for this business.\n')
    return 1
  }
  say(`Done in ${Math.round((context.now().getTime() - begun) / 1_000)} s.`)
  return 0
}
