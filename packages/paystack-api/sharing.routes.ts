import { banks } from '../../src/accounts/banks/banks.ts'
import type { Context, Scope } from '../../src/core/context.ts'
import { fromWire } from '../../src/core/wire.ts'
import { askerOf } from '../../src/payments/splits/account-changes.ts'
import { SplitBody, SplitChangeBody } from '../../src/payments/splits/splits.routes.ts'
import type { Split, Subaccount } from '../../src/payments/splits/splits.sql.ts'
import {
  changeSplit,
  createSplit,
  pageOfSplits,
  shareNoMoreWith,
  shareWith,
  splitCode,
  splitNamed,
  toWireSplit,
} from '../../src/payments/splits/splits.ts'
import {
  SubaccountBody,
  SubaccountChangeBody,
} from '../../src/payments/splits/subaccounts.routes.ts'
import {
  changeSubaccount,
  createSubaccount,
  findSubaccounts,
  listSubaccounts,
  subaccountCode,
  subaccountNamed,
  toWireSubaccounts,
} from '../../src/payments/splits/subaccounts.ts'
import type { Listed, Page } from '../../src/platform/paging.ts'
import { type Asked, checked, metadataOf, wrong } from './asked.ts'
import { type Call, call, list } from './call.routes.ts'
import { byNumber } from './numbers.ts'
import { paystackSplit, paystackSubaccount } from './records.ts'
import { sharesOf } from './transactions.routes.ts'

const WHOLE = 100
const ONE_SUBACCOUNT = 'GET /subaccounts/:id'
const ONE_SPLIT = 'GET /splits/:id'
const CHANGE_SPLIT = 'PATCH /splits/:id'

export const subaccountCalls = [
  call('POST /subaccount', 'POST /subaccounts', async (asked) => {
    const { context, scope, own, body, effectId } = asked
    const { percentage_charge, ...sent } = checked(SubaccountBody, {
      business_name: body.needed('business_name'),
      bank_code: bankCodeIn(body) ?? body.needed('settlement_bank'),
      account_number: body.needed('account_number'),
      ...optionsOf(body),
    })
    const input = {
      primaryContactEmail: null,
      ...fromWire(SubaccountBody, sent),
      percentageCharge: hundredths(percentage_charge),
      metadata: metadataOf(body)?.text ?? null,
    }
    const made = await createSubaccount(context, scope, own, input, effectId)
    return { message: 'Subaccount created', data: await shown(context, made), status: 201 }
  }),
  list(
    'GET /subaccount',
    'GET /subaccounts',
    'Subaccounts retrieved',
    ({ context, scope }, page) => listSubaccounts(context.sql, scope, page),
    async (rows, { context, scope }) =>
      (await toWireSubaccounts(context, scope, rows)).map((row) =>
        paystackSubaccount(context, scope, row),
      ),
  ),
  call('GET /subaccount/:code', ONE_SUBACCOUNT, async ({ context, scope, params }) => {
    const found = await subaccountOf(context, scope, params['code'] ?? '')
    return { message: 'Subaccount retrieved', data: await shown(context, found) }
  }),
  call('PUT /subaccount/:code', 'PATCH /subaccounts/:id', async (asked) => {
    const { context, scope, own, params, body, keyId } = asked
    const { subaccountId } = await subaccountOf(context, scope, params['code'] ?? '')
    const {
      percentage_charge,
      metadata: _,
      ...sent
    } = checked(SubaccountChangeBody, {
      ...body.texts('business_name', 'account_number'),
      bank_code: bankCodeIn(body) ?? undefined,
      active: body.flag('active') ?? undefined,
      ...optionsOf(body),
    })
    const metadata = metadataOf(body)
    const change = {
      ...fromWire(SubaccountChangeBody, sent),
      ...(percentage_charge !== undefined && { percentageCharge: hundredths(percentage_charge) }),
      ...(metadata !== null && { metadata: () => metadata.text }),
    }
    const asker = await askerOf(context, scope, { login: null, keyId })
    const code = subaccountCode(subaccountId)
    const after = await changeSubaccount(context, scope, own, code, change, asker)
    return { message: 'Subaccount updated', data: await shown(context, after) }
  }),
]

export const splitCalls = [
  call('POST /split', 'POST /splits', async ({ context, scope, body, effectId }) => {
    const sent = checked(SplitBody, {
      name: body.needed('name'),
      type: body.needed('type'),
      bearer_type: body.text('bearer_type') ?? 'account',
      bearer_subaccount_id: body.text('bearer_subaccount') ?? undefined,
      subaccounts: sharesOf(body),
    })
    const input = { bearerSubaccountId: null, ...fromWire(SplitBody, sent), metadata: null }
    const split = await createSplit(context, scope, input, effectId)
    return { message: 'Split created', data: await splitShown(context, split) }
  }),
  list(
    'GET /split',
    'GET /splits',
    'Split retrieved',
    ({ context, scope }, page) => listSplits(context, scope, page),
    (rows, { context }) => Promise.all(rows.map((row) => splitShown(context, row))),
  ),
  call('GET /split/:id', ONE_SPLIT, async ({ context, scope, params }) => {
    const split = await splitOf(context, scope, params['id'] ?? '')
    return { message: 'Split retrieved', data: await splitShown(context, split) }
  }),
  call('PUT /split/:id', CHANGE_SPLIT, async ({ context, scope, params, body }) => {
    const { metadata: _, ...sent } = checked(SplitChangeBody, {
      ...body.texts('name', 'bearer_type'),
      bearer_subaccount_id: body.text('bearer_subaccount') ?? undefined,
      active: body.flag('active') ?? undefined,
    })
    const code = await codeOf(context, scope, params)
    const after = await changeSplit(context, scope, code, fromWire(SplitChangeBody, sent))
    return { message: 'Split group updated', data: await splitShown(context, after) }
  }),
  call(
    'POST /split/:id/subaccount/add',
    'POST /splits/:id/subaccounts',
    async ({ context, scope, params, body }) => {
      const code = await codeOf(context, scope, params)
      const subaccount_id = body.needed('subaccount')
      const share = body.number('share') ?? wrong('share', 'share is required.')
      const after = await shareWith(context, scope, code, { subaccount_id, share })
      return { message: 'Subaccount added', data: await splitShown(context, after) }
    },
  ),
  call(
    'POST /split/:id/subaccount/remove',
    'DELETE /splits/:id/subaccounts/:subaccount_id',
    async ({ context, scope, params, body }: Call) => {
      const code = await codeOf(context, scope, params)
      await shareNoMoreWith(context, scope, code, body.needed('subaccount'))
      return { message: 'Subaccount removed', data: null }
    },
  ),
]

async function subaccountOf(context: Context, scope: Scope, text: string): Promise<Subaccount> {
  const all = (page: Page) => listSubaccounts(context.sql, scope, page)
  return (await byNumber(text, all, 'subaccountId')) ?? subaccountNamed(context, scope, text)
}

async function splitOf(context: Context, scope: Scope, text: string): Promise<Split> {
  const all = (page: Page) => listSplits(context, scope, page)
  return (await byNumber(text, all, 'splitId')) ?? splitNamed(context, scope, text)
}

async function listSplits(context: Context, scope: Scope, page: Page): Promise<Listed<Split>> {
  const { splits: rows, meta } = await pageOfSplits(context, scope, page)
  return { rows, meta }
}

async function codeOf(context: Context, scope: Scope, params: Record<string, string>) {
  return splitCode((await splitOf(context, scope, params['id'] ?? '')).splitId)
}

async function splitShown(context: Context, split: Split) {
  const ids = split.shares.map(({ subaccountId }) => subaccountId)
  const subaccounts = await findSubaccounts(context.sql, split, ids)
  return paystackSplit(split, toWireSplit(split), subaccounts)
}

async function shown(context: Context, row: Subaccount) {
  const [one] = await toWireSubaccounts(context, row, [row])
  return paystackSubaccount(context, row, one!)
}

/** Paystack once took the name of the bank. */
function bankCodeIn(body: Asked): string | null {
  const sent = body.text('settlement_bank') ?? body.text('bank_code')
  return banks.find(({ name }) => name.toLowerCase() === sent?.toLowerCase())?.code ?? sent
}

function optionsOf(body: Asked) {
  const percentage_charge = body.number('percentage_charge') ?? undefined
  return { percentage_charge, ...body.texts('primary_contact_email') }
}

function hundredths(percent: number | undefined): number | null {
  if (percent === undefined) return null
  const exact = Math.round(percent * WHOLE)
  if (exact / WHOLE === percent) return exact
  return wrong('percentage_charge', 'percentage_charge must have at most two decimals.')
}
