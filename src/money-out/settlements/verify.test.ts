import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setWallet } from '../../../packages/devkit/sandbox/sandbox.ts'
import { useApi } from '../../../test/api.ts'
import { arrives, givenLater, givenNumber, settleAt } from '../../../test/settlements.ts'
import { givenSplit, givenSubaccounts, subaccountIdOf } from '../../../test/splits.ts'
import { useContext } from '../../../test/support.ts'
import { undone } from '../../../test/undone.ts'
import type { BusinessId } from '../../core/context.ts'
import type { WrongRow } from '../../core/ledger/verify.ts'
import { begin } from '../../payments/refunds/begin.ts'
import type { Sql } from '../../platform/db.ts'
import { kobo } from '../../platform/money.ts'
import { verifyPending, verifySettlements } from './verify.ts'

// What verification reports after changes to settlements or items. One business has
// settled two payments, one of them shared with a subaccount. Another has an unsettled payment
// and a refund that the bank has not confirmed. Each change is undone.

const AMOUNT = 1_000_000
const REFUND = 300_000

const WAITS = 'what waits for its settlement is not what lies in the account'
const SETTLED = 'a settlement is not what its items and its entry say'
const PAID = 'what waits of a payment is not what was booked as pending'

/** The change, its statements, and the finding. */
type Tampering = [name: string, changes: string[], found: string[]]

const context = useContext()
const api = useApi(context)

let subaccountId = ''
let first: BusinessId
let second: BusinessId
before(async () => {
  await context.opened
  const [settling, waiting] = [await givenLater(context), await givenLater(context)]
  for (const one of [settling, waiting]) await setWallet(context, one, kobo(0))
  const [subaccount = ''] = await givenSubaccounts(api, settling, 1)
  const split = await givenSplit(api, settling, [{ subaccount_id: subaccount, share: 40 }])
  const paid = new Date('2026-11-16T10:00:00Z')
  for (const code of [undefined, split]) {
    await arrives(context, await givenNumber(api, settling, code), AMOUNT, paid)
  }
  await settleAt(context, new Date('2026-11-17T10:00:00Z'))
  const transaction = await arrives(context, await givenNumber(api, waiting), AMOUNT, paid)
  const input = { transaction, amount: kobo(REFUND), reason: null, effectId: null }
  await begin(context, waiting, input)
  subaccountId = subaccountIdOf(subaccount)
  first = settling.businessId
  second = waiting.businessId
})

// After fee and VAT, a payment is 989,250 kobo; the subaccount gets 400,000 of the shared one.
const OWN = 'pending 1578500 2 pending 1578500'
const SHARED = 'pending/SUB 400000 1 pending/SUB 400000'
const ofOwn = "subaccount_id is null and mode = 'test'"
const debitOfOwn = "reason = 'settlement' and debit_account = 'pending'"
const itemsOfShared = "account <> 'pending' and settlement_id is not null"
const lies = (debit: number) => `${WAITS}: 689250, not ${689_250 + debit}`
const settled = (found: string, expected: string) => `${SETTLED}: ${found}, not ${expected}`

const TAMPERING: Tampering[] = [
  [
    'another amount of a payment that waits',
    ['update settlement_item set amount = amount + 1 where settlement_id is null and amount > 0'],
    [`${WAITS}: 689251, not 689250`, `${PAID}: 989251, not 989250`],
  ],
  [
    'another amount of a refund',
    ["update settlement_item set amount = amount + 1 where kind = 'refund'"],
    [`${WAITS}: 689251, not 689250`],
  ],
  [
    'a payment that waits no more',
    ["delete from settlement_item where settlement_id is null and kind = 'payment'"],
    [`${WAITS}: -300000, not 689250`, `${PAID}: nothing, not 989250`],
  ],
  [
    'nothing that waits where something did',
    ['delete from settlement_item where settlement_id is null'],
    [`${WAITS}: 0, not 689250`, `${PAID}: nothing, not 989250`],
  ],
  [
    'a payment of one kobo too many, for an account that is not open',
    [
      `insert into settlement_item
         (business_id, mode, account, cause_id, kind, amount, occurred_at)
       select business_id, mode, 'pending/other', cause_id, kind, 1, occurred_at
       from settlement_item where settlement_id is null and kind = 'payment'`,
    ],
    [`${WAITS}: 1, not 0`, `${PAID}: 1, not nothing`],
  ],
  [
    'what waits in the wrong mode',
    ["update settlement_item set mode = 'live' where settlement_id is null"],
    [
      `${WAITS}: 0, not 689250`,
      `${WAITS}: 689250, not 0`,
      `${PAID}: 989250, not nothing`,
      `${PAID}: nothing, not 989250`,
    ],
  ],
  ...(
    [
      ['credits_posted', 1],
      ['debits_posted', -1],
      ['debits_pending', -1],
    ] as const
  ).map(
    ([sum, more]): Tampering => [
      `another sum ${sum} of the account of a business`,
      [
        `update ledger_account set ${sum} = ${sum} + 1
        where business_id = 'SECOND' and mode = 'test' and name = 'pending'`,
      ],
      [lies(more)],
    ],
  ),
  [
    'a kobo too many in the account of a subaccount',
    ["update ledger_account set credits_posted = credits_posted + 1 where name = 'pending/SUB'"],
    [`${WAITS}: 0, not 1`],
  ],
  [
    'another amount of a settlement',
    [`update settlement set amount = amount + 1 where ${ofOwn}`],
    [settled('1578501 2', OWN)],
  ],
  [
    'another number of items of a settlement',
    [`update settlement set items = items + 1 where ${ofOwn}`],
    [settled('1578500 3', OWN)],
  ],
  [
    'another amount of an item that was settled',
    [`update settlement_item set amount = 400001 where ${itemsOfShared}`],
    [
      settled('SUB 400000 1', 'pending/SUB 400001 1 pending/SUB 400000'),
      `${PAID}: 400001, not 400000`,
    ],
  ],
  [
    'another amount of the entry of a settlement',
    [`update ledger_entry set amount = amount + 1 where ${debitOfOwn}`],
    [settled('1578500 2', 'pending 1578500 2 pending 1578501')],
  ],
  [
    'items of a settlement from another account',
    [`update settlement_item set account = 'pending/other' where ${itemsOfShared}`],
    [
      settled('SUB 400000 1', 'pending/other 400000 1 pending/SUB 400000'),
      `${PAID}: 400000, not nothing`,
      `${PAID}: nothing, not 400000`,
    ],
  ],
  [
    'items and an entry from another account than that of the settlement',
    [
      `update settlement_item set account = 'pending/other' where ${itemsOfShared}`,
      "update ledger_entry set debit_account = 'pending/other' " +
        "where reason = 'settlement' and debit_account = 'pending/SUB'",
      "update ledger_entry set credit_account = 'pending/other' " +
        "where credit_account = 'pending/SUB'",
    ],
    [settled('SUB 400000 1', 'pending/other 400000 1 pending/other 400000')],
  ],
  [
    'a settlement that went to another account',
    [`update ledger_entry set credit_account = 'available/SUB' where ${debitOfOwn}`],
    [settled('1578500 2', OWN)],
  ],
  [
    'a settlement of somebody else',
    [`update settlement set subaccount_id = null where subaccount_id = 'SUB'`],
    [settled('400000 1', SHARED)],
  ],
  [
    'a settlement that is missing',
    ["delete from settlement where subaccount_id = 'SUB'"],
    [settled('', SHARED)],
  ],
  [
    'a settlement without an entry',
    [`delete from ledger_entry where ${debitOfOwn}`],
    [settled('1578500 2', 'pending 1578500 2')],
  ],
  [
    'a settlement in the wrong mode',
    [`update settlement set mode = 'live' where subaccount_id = 'SUB'`],
    [settled('', SHARED), settled('SUB 400000 1', '')],
  ],
  [
    'a settlement of the wrong business',
    [`update settlement set business_id = 'SECOND' where subaccount_id = 'SUB'`],
    [settled('', SHARED), settled('SUB 400000 1', '')],
  ],
  [
    'another amount that was booked as pending',
    [
      "update ledger_entry set amount = amount + 1 where credit_account ^@ 'pending' " +
        "and business_id = 'SECOND'",
    ],
    [`${PAID}: 989250, not 989251`],
  ],
  [
    'another amount that was booked as pending for a subaccount',
    ["update ledger_entry set amount = amount + 1 where credit_account = 'pending/SUB'"],
    [`${PAID}: 400000, not 400001`],
  ],
]

for (const [name, changes, expected] of TAMPERING) {
  test(`verification finds ${name}`, async () => {
    const found = await wrongAfter(changes)

    assert.deepEqual(
      found.map(({ what, found: is, expected: should }) => `${what}: ${is}, not ${should}`).sort(),
      expected.map(named).sort(),
    )
  })
}

test('a finding names business, mode and account, settlement or payment', async () => {
  const [settlement] = await context.sql<[{ settlementId: string }]>`
    select settlement_id from settlement
    where business_id = ${first} and mode = 'test' and subaccount_id is null
  `
  const [payment] = await context.sql<[{ causeId: string }]>`
    select cause_id from settlement_item
    where business_id = ${second} and mode = 'test' and kind = 'payment'
  `

  const found = await wrongAfter([
    'update settlement_item set amount = amount + 1 where settlement_id is null and amount > 0',
    `update settlement set items = items + 1 where ${ofOwn}`,
  ])

  assert.deepEqual(
    found.map(({ where }) => where),
    [
      `${second} test pending`,
      `${first} test ${settlement.settlementId}`,
      `${second} test pending ${payment.causeId}`,
    ],
  )
})

test('at most a hundred findings of each kind are listed', async () => {
  const found = await wrongAfter([
    `insert into settlement_item (business_id, mode, account, cause_id, kind, amount, occurred_at)
     select 'SECOND', 'test', 'pending/' || i, gen_random_uuid(), 'payment', 1, now()
     from generate_series(1, 101) i`,
    `insert into settlement
     select 'SECOND', 'test', gen_random_uuid(), null, 1, 1, now(), now()
     from generate_series(1, 101)`,
  ])

  const counts = [WAITS, SETTLED, PAID].map((fault) => found.filter(({ what }) => what === fault))
  assert.deepEqual(
    counts.map(({ length }) => length),
    [100, 100, 100],
  )
})

function named(text: string): string {
  return text.replaceAll('SUB', subaccountId).replaceAll('SECOND', second)
}

/** What verification finds after changes without triggers. */
async function wrongAfter(changes: string[]): Promise<WrongRow[]> {
  assert.deepEqual(await verifyBoth(context.sql), [])
  return undone(context, async (sql) => {
    await sql`alter table ledger_entry disable trigger all`
    for (const change of changes) await sql.unsafe(named(change))
    return verifyBoth(sql)
  })
}

async function verifyBoth(sql: Sql): Promise<WrongRow[]> {
  return [...(await verifyPending(sql)), ...(await verifySettlements(sql))]
}
