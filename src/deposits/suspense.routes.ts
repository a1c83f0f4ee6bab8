import { Type } from 'typebox'
import type { BusinessId } from '../context.ts'
import { publicId } from '../lib/ids.ts'
import { refuse } from '../lib/refusal.ts'
import { action, list, record } from '../route.ts'
import { Nullable, named, Timestamp, toWire } from '../wire.ts'
import { maskAccountNumber, toWireDeposit } from './deposits.ts'
import { pageOfQuarantine, type Quarantined } from './quarantine.ts'
import {
  assign,
  holderOf,
  modeOfSuspended,
  pageOfSuspended,
  type SuspendedCredit,
} from './suspend.ts'

// For operators: money that came for nobody, and to whom it is given; what was put aside.

const Mode = Type.Enum(['test', 'live'], { description: 'test by default.' })
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
export const suspenseRoutes = [
  list('/operator/suspense', {
    operationId: 'listSuspense',
    summary: 'List the money that came for account numbers which nobody has',
    query: {
      mode: Type.Optional(Mode),
      state: Type.Optional(Type.Enum(['open', 'assigned'])),
    },
    item: SuspendedRecord,
    message: 'Suspended credits found',
    handle: async (context, { query: { mode = 'test', state } }, page) => {
      const stored = state === 'open' ? 'waiting' : (state ?? null)
      const { credits, meta } = await pageOfSuspended(context, mode, stored, page)
      return { data: credits.map(toWireSuspended), meta }
    },
  }),
  record('/operator/suspense/:id/holder', {
    operationId: 'getSuspenseHolder',
    summary: 'Say who would get such money, before it is assigned',
    query: { account_number: Type.String({ format: 'account-number' }) },
    answer: HolderRecord,
    refusals: [400, 404],
    message: 'Holder found',
    handle: async (context, { params: { id }, query }) => {
      const mode = await modeOfSuspended(context, id)
      return toWire(await holderOf(context, mode, query.account_number))
    },
  }),
  action('POST /operator/suspense/:id/assign', {
    operationId: 'assignSuspense',
    summary: 'Give such money, once, to the account that it was meant for',
    body: AssignBody,
    answer: named('Deposit'),
    refusals: [404],
    message: 'It is assigned',
    handle: async (context, { params: { id }, body, login }) => {
      const { email: by } = login ?? refuse('role_forbids')
      const mode = await modeOfSuspended(context, id)
      const deposit = await assign(context, mode, {
        suspendedCredit: id,
        accountNumber: body.account_number,
        businessId: (body.business_id ?? null) as BusinessId | null,
        by,
      })
      return toWireDeposit(deposit)
    },
  }),
  list('/operator/quarantine', {
    operationId: 'listQuarantine',
    summary: 'List what a rail told and nobody booked',
    query: { mode: Type.Optional(Mode) },
    item: QuarantinedItem,
    message: 'Quarantined found',
    handle: async (context, { query }, page) => {
      const { items, meta } = await pageOfQuarantine(context, query.mode ?? 'test', page)
      return { data: items.map(toWireQuarantined), meta }
    },
  }),
]

function toWireSuspended(credit: SuspendedCredit) {
  return {
    ...toWire(credit),
    id: publicId('sus', credit.suspendedCreditId),
    domain: credit.mode,
    state: credit.state === 'waiting' ? ('open' as const) : credit.state,
    sender_account_number: maskAccountNumber(credit.senderAccountNumber),
    received_at: toWire(credit.occurredAt),
    assigned_account_number: credit.assignedNumber,
  }
}

function toWireQuarantined(item: Quarantined) {
  const { mode, quarantineId, reason, content } = item
  return {
    ...toWire(item),
    id: publicId('qua', quarantineId),
    domain: mode,
    content: reason === 'altered' ? maskedContent(content) : content,
  }
}

/** Of an altered credit we wrote the JSON ourselves. */
function maskedContent(content: string): string {
  const credit = JSON.parse(content) as { senderAccountNumber?: string }
  const masked = maskAccountNumber(credit.senderAccountNumber ?? '')
  return JSON.stringify({ ...credit, senderAccountNumber: masked })
}
