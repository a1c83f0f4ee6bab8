import { banks } from '../../src/accounts/banks/banks.ts'
import type { Context, Scope } from '../../src/core/context.ts'
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
  listSubaccounts,
  subaccountCode,
  subaccountNamed,
  toWireSubaccounts,
} from '../../src/payments/splits/subaccounts.ts'
import { refuse } from '../../src/platform/refusal.ts'
import { type Asked, checked, metadataOf, metaFor, pageOf, wrong } from './asked.ts'
import { type Call, call } from './call.routes.ts'
import { numberIn, oneNumbered } from './numbers.ts'
import { paystackSplit, paystackSubaccount } from './records.ts'
import { sharesOf } from './transactions.routes.ts'

// Subaccounts and splits of Paystack.

const WHOLE = 100
const ONE_SUBACCOUNT = 'GET /subaccounts/:subaccount_code'
const ONE_SPLIT = 'GET /splits/:split_code'
const CHANGE_SPLIT = 'PUT /splits/:split_code'

export const subaccountCalls = [
  call('POST /subaccount', 'POST /subaccounts', async (asked) => {
    const { context, scope, own, body, effectId } = asked
    const sent = checked(SubaccountBody, {
      business_name: body.needed('business_name'),
      bank_code: bankCodeIn(body) ?? body.needed('settlement_bank'),
      account_number: body.needed('account_number'),
      ...optionsOf(body),
    })
    const made = await createSubaccount(
      context,
      scope,
      own,
      {
        businessName: sent.business_name,
        bankCode: sent.bank_code,
        accountNumber: sent.account_number,
        primaryContactEmail: sent.primary_contact_email ?? null,
        percentageCharge: hundredths(sent.percentage_charge),
        metadata: metadataOf(body)?.text ?? null,
      },
      effectId,
    )
    return { message: 'Subaccount created', data: await shown(context, made), status: 201 }
  }),
  call('GET /subaccount', 'GET /subaccounts', async ({ context, scope, query }) => {
    const { rows: subaccounts, meta } = await listSubaccounts(context.sql, scope, pageOf(query))
    const rows = await toWireSubaccounts(context, scope, subaccounts)
    const data = rows.map((row) => paystackSubaccount(context, row))
    return { message: 'Subaccounts retrieved', data, meta: metaFor(query, meta) }
  }),
  call('GET /subaccount/:code', ONE_SUBACCOUNT, async ({ context, scope, params }) => {
    const found = await subaccountOf(context, scope, params['code'] ?? '')
    return { message: 'Subaccount retrieved', data: await shown(context, found) }
  }),
  call('PUT /subaccount/:code', 'PUT /subaccounts/:subaccount_code', async (asked) => {
    const { context, scope, own, params, body, keyId } = asked
    const { subaccountId } = await subaccountOf(context, scope, params['code'] ?? '')
    const sent = checked(SubaccountChangeBody, {
      business_name: body.text('business_name') ?? undefined,
      bank_code: bankCodeIn(body) ?? undefined,
      account_number: body.text('account_number') ?? undefined,
      active: body.flag('active') ?? undefined,
      ...optionsOf(body),
    })
    const metadata = metadataOf(body)
    const change = {
      ...(sent.business_name !== undefined && { businessName: sent.business_name }),
      ...(sent.bank_code !== undefined && { bankCode: sent.bank_code }),
      ...(sent.account_number !== undefined && { accountNumber: sent.account_number }),
      ...(sent.active !== undefined && { active: sent.active }),
      ...(sent.primary_contact_email !== undefined && {
        primaryContactEmail: sent.primary_contact_email,
      }),
      ...(sent.percentage_charge !== undefined && {
        percentageCharge: hundredths(sent.percentage_charge),
      }),
      ...(metadata !== null && { metadata: metadata.text }),
    }
    const asker = await askerOf(context, scope, { login: null, keyId })
    const code = subaccountCode(subaccountId)
    const after = await changeSubaccount(context, scope, own, code, change, asker)
    return { message: 'Subaccount updated', data: await shown(context, after) }
  }),
]

export const splitCalls = [
  call('POST /split', 'POST /splits', async ({ context, scope, body, effectId }) => {
    const { name, type, bearer_type, bearer_subaccount, subaccounts } = checked(SplitBody, {
      name: body.needed('name'),
      type: body.needed('type') as 'flat',
      bearer_type: (body.text('bearer_type') ?? 'account') as 'account',
      bearer_subaccount: body.text('bearer_subaccount') ?? undefined,
      subaccounts: sharesOf(body),
    })
    const bearer = { bearerType: bearer_type, bearerSubaccount: bearer_subaccount ?? null }
    const input = { name, type, subaccounts, ...bearer }
    const split = await createSplit(context, scope, input, effectId)
    return { message: 'Split created', data: paystackSplit(toWireSplit(split)) }
  }),
  call('GET /split', 'GET /splits', async ({ context, scope, query }) => {
    const { splits, meta } = await pageOfSplits(context, scope, pageOf(query))
    const data = splits.map((split) => paystackSplit(toWireSplit(split)))
    return { message: 'Split retrieved', data, meta: metaFor(query, meta) }
  }),
  call('GET /split/:id', ONE_SPLIT, async ({ context, scope, params }) => {
    const split = await splitOf(context, scope, params['id'] ?? '')
    return { message: 'Split retrieved', data: paystackSplit(toWireSplit(split)) }
  }),
  call('PUT /split/:id', CHANGE_SPLIT, async ({ context, scope, params, body }) => {
    const sent = checked(SplitChangeBody, {
      name: body.text('name') ?? undefined,
      active: body.flag('active') ?? undefined,
      bearer_type: (body.text('bearer_type') ?? undefined) as 'account' | undefined,
      bearer_subaccount: body.text('bearer_subaccount') ?? undefined,
    })
    const { bearer_type: bearerType, bearer_subaccount: bearerSubaccount, name, active } = sent
    const code = await codeOf(context, scope, params)
    const after = await changeSplit(context, scope, code, {
      ...(name !== undefined && { name }),
      ...(active !== undefined && { active }),
      ...(bearerType !== undefined && { bearerType }),
      ...(bearerSubaccount !== undefined && { bearerSubaccount }),
    })
    return { message: 'Split group updated', data: paystackSplit(toWireSplit(after)) }
  }),
  call(
    'POST /split/:id/subaccount/add',
    'POST /splits/:split_code/subaccounts',
    async ({ context, scope, params, body }) => {
      const code = await codeOf(context, scope, params)
      const subaccount = body.needed('subaccount')
      const share = body.number('share') ?? wrong('share', 'share is required.')
      const after = await shareWith(context, scope, code, { subaccount, share })
      return { message: 'Subaccount added', data: paystackSplit(toWireSplit(after)) }
    },
  ),
  call(
    'POST /split/:id/subaccount/remove',
    'DELETE /splits/:split_code/subaccounts/:subaccount_code',
    async ({ context, scope, params, body }: Call) => {
      const code = await codeOf(context, scope, params)
      await shareNoMoreWith(context, scope, code, body.needed('subaccount'))
      return { message: 'Subaccount removed', data: null }
    },
  ),
]

async function subaccountOf(context: Context, scope: Scope, text: string): Promise<Subaccount> {
  const number = numberIn(text)
  if (number === null) return subaccountNamed(context, scope, text)
  const found = await oneNumbered(
    number,
    async (page) => (await listSubaccounts(context.sql, scope, page)).rows,
    ({ subaccountId }) => subaccountId,
  )
  return found ?? refuse('subaccount_not_found')
}

async function splitOf(context: Context, scope: Scope, text: string): Promise<Split> {
  const number = numberIn(text)
  if (number === null) return splitNamed(context, scope, text)
  const found = await oneNumbered(
    number,
    async (page) => (await pageOfSplits(context, scope, page)).splits,
    ({ splitId }) => splitId,
  )
  return found ?? refuse('split_not_found')
}

async function codeOf(context: Context, scope: Scope, params: Record<string, string>) {
  return splitCode((await splitOf(context, scope, params['id'] ?? '')).splitId)
}

async function shown(context: Context, row: Subaccount) {
  const [one] = await toWireSubaccounts(context, row, [row])
  return paystackSubaccount(context, one!)
}

/** Theirs was once the name of the bank. */
function bankCodeIn(body: Asked): string | null {
  const sent = body.text('settlement_bank') ?? body.text('bank_code')
  return banks.find(({ name }) => name.toLowerCase() === sent?.toLowerCase())?.code ?? sent
}

function optionsOf(body: Asked) {
  return {
    percentage_charge: body.number('percentage_charge') ?? undefined,
    primary_contact_email: body.text('primary_contact_email') ?? undefined,
  }
}

function hundredths(percent: number | undefined): number | null {
  if (percent === undefined) return null
  const exact = Math.round(percent * WHOLE)
  if (exact / WHOLE === percent) return exact
  return wrong('percentage_charge', 'percentage_charge must have at most two decimals.')
}
