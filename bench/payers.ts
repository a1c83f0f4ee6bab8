import { connectAsOwner, type Database, type Sql } from '../src/platform/db.ts'
import { type Business, makeBusinesses } from './accounts.ts'
import { copyRows } from './copies.ts'
import type { Timing } from './measure.ts'
import { FIRST } from './numbers.ts'
import { PAID } from './payloads.ts'
import type { Service } from './service.ts'

// Payments that wait for their transfer. They belong to businesses that share each with two others
// and get their money a day later, as in live mode, so that a settlement is everything it can be.
// The first of each business is made over HTTP, with its account number; the others are copies of
// its rows, each with an account number of its own, made before the clock starts.

/** What two others get of each payment, in percent. */
export const SHARES = [20, 10]
const AMOUNT = 500_000
/** For the first run. Later ones have twice what the fastest has settled. */
const PER_SECOND = 8_000
const LEFT_MIN = 1_000

export type Payer = Business & { splitCode: string; subaccounts: string[] }

/** Payments with the numbers from FIRST on. */
export type Pool = {
  digit: string
  payers: Payer[]
  /** Has so many as a run may settle. Answers the number of the first. */
  reserve: (timing: Timing) => Promise<number>
  /** So many were settled, at this rate. */
  settled: (count: number, timing: Timing) => void
  count: () => number
}

export async function makePayers(
  service: Service,
  count: number,
  settlement: 'instant' | 'T+1' = 'T+1',
): Promise<Payer[]> {
  const businesses = await makeBusinesses(service, count)
  const sql = connectAsOwner(service.postgres)
  try {
    // Nobody has asked for their settings yet.
    await sql`
      update business_mode set settlement = ${settlement}
      where business_id = any(${businesses.map(({ businessId }) => businessId)})
    `
  } finally {
    await sql.end()
  }
  return Promise.all(businesses.map((business) => withSplit(service, business)))
}

async function withSplit(service: Service, business: Business): Promise<Payer> {
  const subaccounts: string[] = []
  for (const [i] of SHARES.entries()) {
    const body = {
      business_name: `Ada Example Foods ${i}`,
      bank_code: '058',
      account_number: `012345678${i}`,
    }
    const made = await post(service, business, '/api/v1/subaccounts', body)
    subaccounts.push((made as { subaccount_code: string }).subaccount_code)
  }
  const split = await post(service, business, '/api/v1/splits', {
    name: 'Two cooks',
    type: 'percentage',
    bearer_type: 'account',
    subaccounts: subaccounts.map((subaccount, i) => ({
      subaccount_id: subaccount,
      share: SHARES[i],
    })),
  })
  return { ...business, subaccounts, splitCode: (split as { split_code: string }).split_code }
}

/** The account numbers of no other pool begin with this digit. */
export async function openPool(
  service: Service,
  payers: Payer[],
  digit: string,
  { isAnalyzed = true } = {},
): Promise<Pool> {
  const sql = connectAsOwner(service.postgres)
  try {
    await makeTemplates(sql, service, payers, digit)
  } finally {
    await sql.end()
  }
  return poolOf(payers, digit, async (first, count) => {
    const filling = connectAsOwner(service.postgres)
    try {
      await fill(filling, digit, first, count)
      if (isAnalyzed) {
        await filling.unsafe('analyze transaction, virtual_account, account_number')
      }
    } finally {
      await filling.end()
    }
  })
}

export function poolOf(
  payers: Payer[],
  digit: string,
  fillMore: (first: number, count: number) => Promise<void>,
): Pool {
  let made = FIRST
  let next = FIRST
  let perSecondMax = PER_SECOND
  return {
    digit,
    payers,
    async reserve({ seconds, warmUpSeconds, perSecond = perSecondMax }) {
      const wanted = LEFT_MIN + Math.ceil(perSecond * (seconds + warmUpSeconds))
      const missing = wanted - (made - next)
      if (missing > 0) {
        await fillMore(made, missing)
        made += missing
      }
      return next
    },
    settled(count, { seconds, warmUpSeconds }) {
      next += count
      perSecondMax = Math.max(perSecondMax, (2 * count) / (seconds + warmUpSeconds))
    },
    count: () => next - FIRST,
  }
}

async function makeTemplates(sql: Database, service: Service, payers: Payer[], digit: string) {
  await sql.unsafe(`
    create table if not exists bench_template (
      digit text not null,
      position integer not null,
      business_id uuid not null,
      transaction_id uuid not null,
      virtual_account_id uuid not null,
      account_number text not null,
      primary key (digit, position)
    );
    create table if not exists bench_copy (
      number bigint primary key,
      position integer not null,
      transaction_id uuid not null default uuidv7(),
      virtual_account_id uuid not null default uuidv7()
    );
  `)
  for (const [position, payer] of payers.entries()) {
    const made = await post(service, payer, '/api/v1/transactions/initialize', {
      amount: AMOUNT,
      email: 'ada@example.com',
      name: 'Ada Example',
      reference: `template-${digit}-${position}`,
      split_code: payer.splitCode,
    })
    const { access_code: accessCode } = made as { access_code: string }
    const account = await post(service, payer, `/checkout/${accessCode}/bank-transfer`)
    const { account_number: accountNumber } = account as { account_number: string }
    await sql`
      insert into bench_template
      select ${digit}, ${position}, business_id, transaction_id, virtual_account_id, account_number
      from virtual_account
      where business_id = ${payer.businessId} and account_number = ${accountNumber}
    `
  }
}

async function fill(sql: Database, digit: string, first: number, count: number): Promise<void> {
  await sql.begin(async (sql) => {
    await numberCopies(sql, digit, first, count)
    await copyOpen(sql, digit, 'transaction')
    const joined = `${templates(digit)}
      join virtual_account t on t.business_id = m.business_id and t.mode = 'test'
        and t.virtual_account_id = m.virtual_account_id`
    await copyRows(
      sql,
      'virtual_account',
      {
        virtual_account_id: 'c.virtual_account_id',
        transaction_id: 'c.transaction_id',
        account_number: accountNumberOf(digit),
        amount: AMOUNT_OF,
        created_at: 'now()',
        updated_at: 'now()',
        assigned_at: 'now()',
        expires_at: `now() + interval '1 day'`,
      },
      joined,
    )
    await copyRows(
      sql,
      'account_number',
      { account_number: accountNumberOf(digit), virtual_account_id: 'c.virtual_account_id' },
      `${templates(digit)}
        join account_number t on t.mode = 'test' and t.account_number = m.account_number`,
    )
  })
}

/** In `bench_copy`: what the next copies are called. */
export async function numberCopies(sql: Sql, digit: string, first: number, count: number) {
  await sql`truncate bench_copy`
  await sql`
    insert into bench_copy (number, position)
    select ${first}::bigint + i,
      (${first}::bigint + i) % (select count(*) from bench_template where digit = ${digit})
    from generate_series(0, ${count - 1}::integer) i
  `
}

/** Payments as they wait for their transfer. */
export async function copyOpen(sql: Sql, digit: string, into: string): Promise<void> {
  const joined = `${templates(digit)}
    join transaction t on t.business_id = m.business_id and t.mode = 'test'
      and t.id = m.transaction_id`
  const own = {
    id: 'c.transaction_id',
    reference: `'${PAID}' || ${accountNumberOf(digit)}`,
    amount: AMOUNT_OF,
    requested_amount: AMOUNT_OF,
    created_at: 'now()',
    expires_at: `now() + interval '1 day'`,
  }
  await copyRows(sql, 'transaction', own, joined, into)
}

/** As `creditBody` says it. */
const AMOUNT_OF = `${AMOUNT} + c.number % 1000`

function accountNumberOf(digit: string): string {
  return `'${digit}' || c.number`
}

function templates(digit: string): string {
  return `bench_copy c join bench_template m on m.digit = '${digit}' and m.position = c.position`
}

export async function post(
  { baseUrl }: Service,
  { keys }: Pick<Business, 'keys'>,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(new URL(path, baseUrl), {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${keys.secretKey}`,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return dataOf(path, response)
}

export async function get(
  { baseUrl }: Service,
  { keys }: Pick<Business, 'keys'>,
  path: string,
): Promise<unknown> {
  const headers = { Authorization: `Bearer ${keys.secretKey}` }
  return dataOf(path, await fetch(new URL(path, baseUrl), { headers }))
}

async function dataOf(path: string, response: Response): Promise<unknown> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} is refused: ${response.status} ${text}`)
  return (JSON.parse(text) as { data: unknown }).data
}
