import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { OwnName } from '../../accounts/banks/resolve.ts'
import { change } from '../../core/change.ts'
import type { Context } from '../../core/context.ts'
import { onlyIf, setTag } from '../../core/etags.ts'
import { flag, within } from '../../core/filters.ts'
import {
  metadataChange,
  metadataText,
  SentMetadata,
  ShownMetadata,
  wrongMetadata,
} from '../../core/metadata.ts'
import { action, list, record, under } from '../../core/route.ts'
import {
  BankName,
  Currency,
  Domain,
  fromWire,
  Kobo,
  Nullable,
  PublicId,
  SentCurrency,
  SubaccountCode,
  Text,
  Timestamp,
} from '../../core/wire.ts'
import type { FieldError } from '../../platform/first-field.ts'
import { refuseFields } from '../../platform/refusal.ts'
import { askerOf } from './account-changes.ts'
import type { Subaccount } from './splits.sql.ts'
import {
  changeSubaccount,
  createSubaccount,
  listSubaccounts,
  subaccountNamed,
  toWireSubaccounts,
} from './subaccounts.ts'

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  format: 'one-line',
  description: 'The name of the subaccount.',
  examples: ['Ada Example Foods'],
})
const BankCode = Type.String({ format: 'bank-code', description: 'A code from `GET /banks`.' })
const AccountNumber = Type.String({
  format: 'account-number',
  description: 'The number of the payout account.',
})

const NAMED = { id: PublicId('subaccount', 'The id or code of the subaccount.') }
const subaccountFields = {
  business_name: Name,
  bank_code: BankCode,
  account_number: AccountNumber,
}
const subaccountOptions = {
  percentage_charge: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 100,
      description: 'Percent with at most two decimals. For your records: a split sets the shares.',
      examples: [12.5],
    }),
  ),
  primary_contact_email: Type.Optional(
    Type.String({ format: 'email', description: 'Whom to contact.' }),
  ),
  metadata: SentMetadata,
  currency: SentCurrency,
}
export const SubaccountBody = Type.Object(
  { ...subaccountFields, ...subaccountOptions },
  {
    examples: [
      { business_name: 'Ada Example Foods', bank_code: '001', account_number: '0123456789' },
    ],
  },
)
export const SubaccountChangeBody = Type.Object({
  business_name: Type.Optional(Name),
  bank_code: Type.Optional(BankCode),
  account_number: Type.Optional(AccountNumber),
  ...subaccountOptions,
  active: Type.Optional(
    Type.Boolean({ description: 'false: it receives no shares of new payments.' }),
  ),
})

const SubaccountRecord = Type.Object(
  {
    id: PublicId('subaccount'),
    domain: Domain,
    subaccount_code: SubaccountCode('Use it in splits.'),
    business_name: Text('The name of the subaccount.', 'Ada Example Foods'),
    bank: BankName,
    account_number: Text('The number of the payout account.', '0123456789'),
    account_name: Text('The account holder, as the bank gives it.', 'ADA EXAMPLE'),
    percentage_charge: Nullable(
      Type.Number({ description: 'Percent, for your records.', examples: [12.5] }),
    ),
    primary_contact_email: Nullable(Text('Whom to contact.', 'ada@example.com')),
    metadata: ShownMetadata,
    active: Type.Boolean({ description: 'Whether it receives shares of new payments.' }),
    payouts_stopped: Type.Boolean({
      description:
        'true: four payouts in a row were returned from this bank account. No more are sent ' +
        'until it is changed.',
    }),
    currency: Currency,
    available: Kobo('What is paid out next, in kobo.'),
    pending: Kobo('What is not yet settled, in kobo.'),
    created_at: Timestamp('When it was created.'),
    updated_at: Timestamp('When it last changed.'),
  },
  { title: 'Subaccount', description: 'A bank account with which you share payments.' },
)

const getSubaccounts = list('/subaccounts', {
  needs: 'splits:read',
  operationId: 'listSubaccounts',
  summary: 'List subaccounts',
  description: 'Newest first.',
  filters: {
    active: flag('`true`: active subaccounts only. `false`: the others.', (sql) => sql`active`),
    ...within('createdAt'),
  },
  item: SubaccountRecord,
  message: 'Subaccounts found',
  handle: async (context, { scope }, page) => {
    const { rows: subaccounts, meta } = await listSubaccounts(context.sql, scope, page)
    return { data: await toWireSubaccounts(context, scope, subaccounts), meta }
  },
})

const getSubaccount = record('/subaccounts/:id', {
  needs: 'splits:read',
  params: NAMED,
  operationId: 'getSubaccount',
  summary: 'Fetch a subaccount',
  description: 'Returns the subaccount with this id or code, and its balances.',
  answer: SubaccountRecord,
  message: 'Subaccount found',
  hasTag: true,
  handle: async (context, { scope, params }, reply) =>
    one(context, await subaccountNamed(context, scope, params.id), reply),
})

const makeSubaccount = (own: OwnName) =>
  action('POST /subaccounts', {
    needs: 'splits:write',
    fresh: true,
    operationId: 'createSubaccount',
    summary: 'Create a subaccount',
    description:
      'Adds a bank account with which you share payments. The account is resolved first.',
    body: SubaccountBody,
    answer: SubaccountRecord,
    status: 201,
    refusals: [504],
    message: 'Subaccount created',
    hasTag: true,
    handle: async (context, { scope, body, rawBody, effectId }, reply) => {
      const { percentage_charge, metadata, primary_contact_email: email = null, ...same } = body
      const none = { percentageCharge: null, metadata: null, primaryContactEmail: email }
      const input = { ...none, ...fromWire(SubaccountBody, same), ...optionsOf(body, rawBody) }
      return one(context, await createSubaccount(context, scope, own, input, effectId), reply)
    },
  })

const updateSubaccount = (own: OwnName) =>
  change('/subaccounts/:id', {
    isAlsoPut: true,
    needs: 'splits:write',
    fresh: true,
    params: NAMED,
    operationId: 'updateSubaccount',
    summary: 'Update a subaccount',
    description:
      'A new bank account takes effect after 24 hours, or when a second person approves ' +
      'it in the dashboard. Until then nothing is paid out to the subaccount: see `GET ' +
      '/account-changes`.',
    body: SubaccountChangeBody,
    clears: ['percentage_charge', 'primary_contact_email', 'metadata'],
    answer: SubaccountRecord,
    refusals: [404, 422, 504],
    message: 'Subaccount changed',
    handle: async (context, request, reply) => {
      const { scope, params, body, rawBody, login, keyId } = request
      const { percentage_charge: percent, metadata: _, ...same } = body
      const wrong = wrongPercent(percent)
      if (wrong.length > 0) refuseFields(wrong)
      const wanted = {
        ...fromWire(SubaccountChangeBody, same),
        ...percentageOf(percent),
        metadata: metadataChange(body, rawBody),
      }
      const asker = await askerOf(context, scope, { login, keyId })
      const only = onlyIf(request)
      const row = await changeSubaccount(context, scope, own, params.id, wanted, asker, only)
      return one(context, row, reply)
    },
  })

/** With a secret key. */
export const subaccountRoutes = (own: OwnName) =>
  under('Splits', [getSubaccounts, getSubaccount, makeSubaccount(own), ...updateSubaccount(own)])

async function one(context: Context, row: Subaccount, reply: FastifyReply) {
  setTag(reply, row)
  const [shown] = await toWireSubaccounts(context, row, [row])
  return shown!
}

type Options = Pick<Static<typeof SubaccountBody>, 'percentage_charge' | 'metadata'>

/** Converts percent to basis points, and keeps metadata byte for byte. */
function optionsOf({ percentage_charge: percent, metadata }: Options, rawBody: string) {
  const text = metadata === undefined ? null : metadataText(rawBody)
  const errors = [...wrongMetadata(text, metadata), ...wrongPercent(percent)]
  if (errors.length > 0) refuseFields(errors)
  return { ...percentageOf(percent), ...(metadata !== undefined && { metadata: text }) }
}

function percentageOf(percent: number | null | undefined) {
  if (percent === undefined) return {}
  return { percentageCharge: percent === null ? null : Math.round(percent * 100) }
}

function wrongPercent(percent: number | null | undefined): FieldError[] {
  if (percent === undefined || percent === null) return []
  if (Math.round(percent * 100) / 100 === percent) return []
  const field = 'percentage_charge'
  return [{ field, code: 'invalid', message: `${field} must have at most two decimals.` }]
}
