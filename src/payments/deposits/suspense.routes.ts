import { Type } from 'typebox'
import type { BusinessId } from '../../core/context.ts'
import { action, list, record } from '../../core/route.ts'
import { Nullable, named, Timestamp, toWire } from '../../core/wire.ts'
import { publicId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import {
  listQuarantined,
  listSuspendedPage,
  type Quarantined,
  type SuspendedCredit,
} from './deposits.sql.ts'
import { maskAccountNumber, toWireDeposit } from './deposits.ts'

import { assign, holderOf, modeOfSuspended } from './suspend.ts'

// For operators: credits to unknown account numbers, and quarantined notifications.

const Mode = Type.Enum(['test', 'live'], { description: 'The mode; test by default.' })
const SuspendedRecord = Type.Object({
  id: Type.String(),
  domain: Type.Enum(['test', 'live']),
  state: Type.Enum(['open', 'assigned']),
  rail: Type.String(),
  amount: Type.Integer({ description: 'In kobo.' }),
  account_number: Type.String({ description: 'The unknown account number that received it.' }),
  sender_name: Type.String(),
  sender_bank_code: Type.String(),
  sender_account_number: Type.String({ description: 'Masked: ******1234.' }),
  narration: Type.String(),
  session_id: Type.String(),
  received_at: Timestamp('When it arrived at the bank.'),
  assigned_account_number: Nullable(
    Type.String({ description: 'The account that it was assigned to.' }),
  ),
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
  content: Type.String({ description: 'As received; of an altered one, with the account masked.' }),
  created_at: Timestamp('When it was received.'),
})

const HolderRecord = Type.Object({
  account_number: Type.String(),
  kind: Type.Enum(['dedicated', 'wallet']),
  name: Type.String({ description: 'The customer, or the business that owns the wallet.' }),
  business_id: Type.String(),
  business_name: Type.String(),
})

const AssignBody = Type.Object({
  account_number: Type.String({
    format: 'account-number',
    description: 'A dedicated account, or the account of a wallet.',
  }),
  business_id: Type.Optional(
    Type.String({
      maxLength: 36,
      description: 'The business that must own the account; otherwise the call is rejected.',
    }),
  ),
})

/** With a login of an operator. */
export const suspenseRoutes = [
  list('/operator/suspense', {
    needs: 'operator',
    operationId: 'listSuspense',
    summary: 'List transfers to unknown account numbers',
    query: {
      mode: Type.Optional(Mode),
      state: Type.Optional(Type.Enum(['open', 'assigned'])),
    },
    item: SuspendedRecord,
    message: 'Transfers in suspense found',
    handle: async (context, { query: { mode = 'test', state } }, page) => {
      const stored = state === 'open' ? 'waiting' : (state ?? null)
      const { rows, meta } = await listSuspendedPage(context.sql, mode, stored, page)
      return { data: rows.map(toWireSuspended), meta }
    },
  }),
  record('/operator/suspense/:id/holder', {
    needs: 'operator',
    operationId: 'getSuspenseHolder',
    summary: 'Fetch the holder of an account before you assign a transfer to it',
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
    needs: 'operator',
    fresh: true,
    operationId: 'assignSuspense',
    summary: 'Assign a transfer, once, to the account that it was intended for',
    body: AssignBody,
    answer: named('Deposit'),
    refusals: [404],
    message: 'Transfer assigned',
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
    needs: 'operator',
    operationId: 'listQuarantine',
    summary: 'List quarantined notifications',
    query: { mode: Type.Optional(Mode) },
    item: QuarantinedItem,
    message: 'Quarantined notifications found',
    handle: async (context, { query }, page) => {
      const { rows, meta } = await listQuarantined(context.sql, query.mode ?? 'test', page)
      return { data: rows.map(toWireQuarantined), meta }
    },
  }),
]

function toWireSuspended(credit: SuspendedCredit) {
  return {
    ...toWire(credit),
    id: publicId('suspended_credit', credit.suspendedCreditId),
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
    id: publicId('quarantined', quarantineId),
    domain: mode,
    content: reason === 'altered' ? maskedContent(content) : content,
  }
}

/** The service wrote the JSON of an altered credit itself. */
function maskedContent(content: string): string {
  const credit = JSON.parse(content) as { senderAccountNumber?: string }
  const masked = maskAccountNumber(credit.senderAccountNumber ?? '')
  return JSON.stringify({ ...credit, senderAccountNumber: masked })
}
