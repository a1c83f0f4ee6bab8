import {
  newFolder,
  removeFolder,
  type Started,
  startService,
  stopService,
} from '../test/process.ts'
import { CLIENTS, type Client, NotInstalled } from './compat/clients.ts'
import { webhookOf } from './compat/webhook.ts'

// `npm run compat`: drives published software for Paystack against a service of its own, below
// /paystack. It is downloaded into a folder that is deleted at the end. What cannot be installed
// here is named, and does not count as a failure. docs/from-paystack.md has the results.
// `npm run compat -- paystack-node` drives only what has that name.

type Ran = { call: string; why: string | null }

const say = (line: string) => process.stdout.write(`${line}\n`)

/** False if a call failed. */
async function drive({ title, run }: Client, to: Started, webhook: string): Promise<boolean> {
  const folder = newFolder()
  try {
    const lines = await run(folder, to, webhook)
    const ran = lines.map((line) => JSON.parse(line) as Ran)
    const failed = ran.filter(({ why }) => why !== null)
    say(`${title}: ${ran.length - failed.length} of ${ran.length} passed.`)
    for (const { call, why } of failed) say(`  ${call}: ${why}`)
    return failed.length === 0 && ran.length > 0
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error
    say(`${title}: not run. ${error.message}`)
    return true
  } finally {
    removeFolder(folder)
  }
}

const [, , ...names] = process.argv
const chosen = CLIENTS.filter(
  ({ title }) => names.length === 0 || names.some((name) => title.includes(name)),
)
const folder = newFolder()
say('Starting a service …')
const service = await startService(folder, { COWRIE_PAYSTACK_API: 'on' })
try {
  const webhook = await webhookOf(service)
  for (const client of chosen) {
    if (!(await drive(client, service, webhook))) process.exitCode = 1
  }
} finally {
  await stopService(service)
  removeFolder(folder)
}
