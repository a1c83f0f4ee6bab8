import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import type { Context } from '../src/core/context.ts'
import { importStatement } from '../src/operator/reconciliation/import.ts'
import { reconcileNightly } from '../src/operator/reconciliation/nightly.ts'
import { reconcile } from '../src/operator/reconciliation/reconciliation.ts'
import { DAY, HOUR, later } from '../src/platform/clock.ts'
import { useApi } from './api.ts'
import { useSweep } from './crash-points.ts'
import { creditTo, deposited } from './payments.ts'
import { jsonFile } from './statements.ts'
import { givenBusiness, useContext } from './support.ts'

// The import of a statement, and a night, stopped at each point. crash-points.ts says how.

const context = useContext()
const api = useApi(context)
const { process, sweep } = useSweep(context)
const root = mkdtempSync(join(tmpdir(), 'cowrie-crashes-'))
after(() => rmSync(root, { recursive: true, force: true }))
// Each night says loudly what the statements of all cases have left open.
before(() => context.opened.then(() => void Object.assign(context, { log: quiet(context) })))

const IMPORT = [
  'insert into statement ',
  'insert into statement_line',
  'select statement_claim(',
  'select statement_match(',
]
let cases = 0

async function givenStatement() {
  cases += 1
  const business = await givenBusiness(context)
  const { body } = await api.get('/api/v1/balance', { key: business.keys.secretKey })
  const credit = creditTo(context, body.data.account.account_number, 5_000)
  await deposited(context, credit)
  const { sessionId: session_id, occurredAt } = credit
  const known = { session_id, direction: 'credit', occurred_at: occurredAt.toISOString() } as const
  const period = { from: later(occurredAt, -HOUR), to: later(occurredAt, HOUR) }
  const extra = { ...known, session_id: `extra-${cases}`, amount: 7 }
  return jsonFile('sandbox', period, [{ ...known, amount: 5_000 }, extra, extra])
}

type File = Awaited<ReturnType<typeof givenStatement>>

async function assertImportedOnce(file: File): Promise<void> {
  const { statement, isNew } = await importStatement(context, file, {})
  assert(!isNew)
  const { theirs } = await reconcile(context, statement, statement)
  const counts = [theirs.total, theirs.matched, theirs.duplicate, theirs.theirs_only].map(
    ({ credit }) => credit.count,
  )
  assert.deepEqual(counts, [3, 1, 1, 1])
}

sweep({
  name: 'the import of a statement',
  passes: IMPORT,
  given: givenStatement,
  run: (file) => importStatement(process.context, file, {}),
  again: async (file) => void (await importStatement(context, file, {})),
  check: assertImportedOnce,
})

sweep({
  name: 'a night',
  passes: ['insert into reconciliation_night', ...IMPORT, 'update reconciliation_night'],
  given: async () => {
    const file = await givenStatement()
    const folder = join(root, String(cases))
    mkdirSync(join(folder, 'test', 'sandbox'), { recursive: true })
    writeFileSync(join(folder, 'test', 'sandbox', file.name), file.bytes)
    // A night that nobody has taken up yet.
    context.advance(2 * DAY)
    return { file, folder }
  },
  run: ({ folder }) => reconcileNightly(watching(process.context, folder)),
  again: async ({ folder }) => {
    context.advance(HOUR)
    await reconcileNightly(watching(context, folder))
  },
  check: ({ file }) => assertImportedOnce(file),
})

function watching<On extends Context>(on: On, statementsDirectory: string): On {
  return { ...on, config: { ...on.config, statementsDirectory } }
}

function quiet({ log }: Context): Context['log'] {
  return { ...log, error() {} }
}
