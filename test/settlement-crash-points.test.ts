import assert from 'node:assert/strict'
import { afterEach } from 'node:test'
import type { Settlement } from '../src/money-out/settlements/settlements.sql.ts'
import { settleDue, settleNow } from '../src/money-out/settlements/settlements.ts'
import { DAY } from '../src/platform/clock.ts'
import { useApi } from './api.ts'
import { useSweep } from './crash-points.ts'
import { arrives, assertSettlementsTie, givenLater, givenNumber, standing } from './settlements.ts'
import { givenSplit, givenSubaccounts } from './splits.ts'
import { type GivenBusiness, useContext } from './support.ts'
import { untilDone } from './until-done.ts'

// Settlements, stopped at each point; crash-points.ts says how. Nobody asks for one: the job runs
// again, and finds what is still there.

const AMOUNT = 1_000_000
const NET = 989_250
const PLAY_MONEY = 10_000_000
const PARTS = [250_000, NET - 250_000]

const context = useContext()
const api = useApi(context)
const { process, sweep } = useSweep(context)
afterEach(() => assertSettlementsTie(context))

type Given = { business: GivenBusiness; subaccount: string }

/** Two payments of which a quarter is somebody else's, and whose day has come. */
async function givenDue(): Promise<Given> {
  const business = await givenLater(context)
  const [subaccount = ''] = await givenSubaccounts(api, business, 1)
  const split = await givenSplit(api, business, [{ subaccount_id: subaccount, share: 25 }])
  const number = await givenNumber(api, business, split)
  const paid = new Date(context.now().getTime() - 9 * DAY)
  for (let i = 0; i < 2; i++) await arrives(context, number, AMOUNT, paid)
  return { business, subaccount }
}

async function assertSettledOnce({ business, subaccount }: Given): Promise<void> {
  const rows = await context.sql<Settlement[]>`
    select * from settlement where business_id = ${business.businessId}
  `
  const moved = rows.map(({ amount, items }) => [Number(amount), items])
  assert.deepEqual(
    moved.sort(([one], [other]) => one! - other!),
    PARTS.map((part) => [2 * part, 2]),
  )
  const [mine, theirs] = await standing(context, business, [subaccount])
  assert.deepEqual(mine, [PLAY_MONEY + 2 * PARTS[1]!, 0])
  // What it has is paid out to it meanwhile.
  assert.equal(theirs![1], 0)
}

const passes = ['begin', 'with taken', 'insert into settlement', 'select ledger_write', 'commit']

sweep({
  name: 'settling what is due',
  passes: ['select day::text', '? select business_id', ...passes],
  given: givenDue,
  run: () => settleDue(process.context),
  again: async () => {
    await untilDone(context, settleDue)
  },
  check: assertSettledOnce,
})

sweep({
  name: 'settling at once, in the sandbox',
  passes,
  given: givenDue,
  run: ({ business }) => settleNow(process.context, business),
  again: async ({ business }) => void (await settleNow(context, business)),
  check: assertSettledOnce,
})
