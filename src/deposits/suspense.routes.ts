import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { BusinessId, Context } from '../context.ts'
import { publicId } from '../lib/ids.ts'
import { readPage } from '../lib/paging.ts'
import { refuse } from '../lib/refusal.ts'
import { checkAll } from '../lib/validation.ts'
import {
  answers,
  Nullable,
  named,
  pageQuery,
  Success,
  SuccessList,
  Timestamp,
  wrongIn,
} from '../wire.ts'
import { maskAccountNumber, shown } from './deposits.ts'
import { pageOfQuarantine, type Quarantined } from './quarantine.ts'
import {
  assign,
  type Holder,
  holderOf,
  modeOfSuspended,
  pageOfSuspended,
  type SuspendedCredit,
} from './suspend.ts'

// For operators: money that came for nobody, and to whom it is given; what was put aside.

const Mode = Type.Enum(['test', 'live'], { description: 'test by default.' })
const tags = ['Operator']

const SuspendedRecord = Type.Object({
  id: Type.String(),
  domain: Type.Enum(['test', 'live']),
  state: Type.Enum(['open', 'assigned']),
  rail: Type.String(),
  amount: Type.Integer({ description: 'Kobo.' }),
  account_number: Type.String({ description: 'To which it came: nobody’s here.' }),
  sender_name: Type.String(),
  sender_bank_code: Type.String(),
  sender_account_number: Type.String({ description: 'Masked: ******1234.' }),
  narration: Type.String(),
  session_id: Type.String(),
  received_at: Timestamp('When it arrived at the bank.'),
  assigned_account_number: Nullable(Type.String({ description: 'To which it was given.' })),
  assigned_by: Nullable(Type.String()),
  assigned_at: Nullable(Type.String()),
})

const QuarantinedItem = Type.Object({
  id: Type.String(),
  business_id: Type.String(),
  domain: Type.Enum(['test', 'live']),
  reason: Type.Enum(['altered', 'unreadable']),
  rail: Type.String(),
  session_id: Nullable(Type.String()),
  content: Type.String({ description: 'As it came, of an altered one the account masked.' }),
  created_at: Timestamp('When it came.'),
})

const HolderRecord = Type.Object({
  account_number: Type.String(),
  kind: Type.Enum(['dedicated', 'wallet']),
  name: Type.String({ description: 'The customer, or the business whose wallet it is.' }),
  business_id: Type.String(),
  business_name: Type.String(),
})

const AssignBody = Type.Object({
  account_number: Type.String({
    format: 'account-number',
    description: 'A dedicated account, or the account of a wallet.',
  }),
  business_id: Type.Optional(
    Type.String({ maxLength: 36, description: 'Whose account it must be; else it is refused.' }),
  ),
})

/** With a login of an operator. */
export function suspenseRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/operator/suspense',
      {
        attachValidation: true,
        schema: {
          tags,
          summary: 'List the money that came for account numbers which nobody has',
          querystring: Type.Object({
            ...pageQuery,
            mode: Type.Optional(Mode),
            state: Type.Optional(Type.Enum(['open', 'assigned'])),
          }),
          response: answers(SuccessList(SuspendedRecord), [400]),
        },
      },
      async ({ query, validationError }) => {
        const [page] = checkAll(wrongIn(validationError), () => readPage(query))
        const { mode = 'test', state } = query
        const stored = state === 'open' ? 'waiting' : (state ?? null)
        const { credits, meta } = await pageOfSuspended(context, mode, stored, page)
        const data = credits.map(shownSuspended)
        return { status: 'success' as const, message: 'Suspended credits found', data, meta }
      },
    )

    app.get(
      '/operator/suspense/:id/holder',
      {
        schema: {
          tags,
          summary: 'Say who would get such money, before it is assigned',
          params: Type.Object({ id: Type.String() }),
          querystring: Type.Object({
            account_number: Type.String({ format: 'account-number' }),
          }),
          response: answers(Success(HolderRecord), [400, 404]),
        },
      },
      async ({ params: { id }, query }) => {
        const mode = await modeOfSuspended(context, id)
        const data = shownHolder(await holderOf(context, mode, query.account_number))
        return { status: 'success' as const, message: 'Holder found', data }
      },
    )

    app.post(
      '/operator/suspense/:id/assign',
      {
        schema: {
          tags,
          summary: 'Give such money, once, to the account that it was meant for',
          params: Type.Object({ id: Type.String() }),
          body: AssignBody,
          response: answers(Success(named('Deposit')), [400, 404, 409]),
        },
      },
      async ({ params: { id }, body, login }) => {
        const { email: by } = login ?? refuse('role_forbids')
        const mode = await modeOfSuspended(context, id)
        const deposit = await assign(context, mode, {
          suspendedCredit: id,
          accountNumber: body.account_number,
          businessId: (body.business_id ?? null) as BusinessId | null,
          by,
        })
        return { status: 'success' as const, message: 'It is assigned', data: shown(deposit) }
      },
    )

    app.get(
      '/operator/quarantine',
      {
        attachValidation: true,
        schema: {
          tags,
          summary: 'List what a rail told and nobody booked',
          querystring: Type.Object({ ...pageQuery, mode: Type.Optional(Mode) }),
          response: answers(SuccessList(QuarantinedItem), [400]),
        },
      },
      async ({ query, validationError }) => {
        const [page] = checkAll(wrongIn(validationError), () => readPage(query))
        const { items, meta } = await pageOfQuarantine(context, query.mode ?? 'test', page)
        const data = items.map(shownQuarantined)
        return { status: 'success' as const, message: 'Quarantined found', data, meta }
      },
    )
    done()
  }
}

function shownHolder({ accountNumber, kind, name, businessId, businessName }: Holder) {
  return {
    account_number: accountNumber,
    kind,
    name,
    business_id: businessId,
    business_name: businessName,
  }
}

function shownSuspended(credit: SuspendedCredit) {
  return {
    id: publicId('sus', credit.suspendedCreditId),
    domain: credit.mode,
    state: credit.state === 'waiting' ? ('open' as const) : credit.state,
    rail: credit.rail,
    amount: Number(credit.amount),
    account_number: credit.accountNumber,
    sender_name: credit.senderName,
    sender_bank_code: credit.senderBankCode,
    sender_account_number: maskAccountNumber(credit.senderAccountNumber),
    narration: credit.narration,
    session_id: credit.sessionId,
    received_at: credit.occurredAt.toISOString(),
    assigned_account_number: credit.assignedNumber,
    assigned_by: credit.assignedBy,
    assigned_at: credit.assignedAt?.toISOString() ?? null,
  }
}

function shownQuarantined(item: Quarantined) {
  const { businessId, mode, quarantineId, reason, rail, sessionId, content, createdAt } = item
  return {
    id: publicId('qua', quarantineId),
    business_id: businessId,
    domain: mode,
    reason,
    rail,
    session_id: sessionId,
    content: reason === 'altered' ? maskedContent(content) : content,
    created_at: createdAt.toISOString(),
  }
}

/** Of an altered credit we wrote the JSON ourselves. */
function maskedContent(content: string): string {
  const told = JSON.parse(content) as { senderAccountNumber?: string }
  const masked = maskAccountNumber(told.senderAccountNumber ?? '')
  return JSON.stringify({ ...told, senderAccountNumber: masked })
}
