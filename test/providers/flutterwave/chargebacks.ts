import { HOUR, later } from '../../../src/platform/clock.ts'
import type { Kobo } from '../../../src/platform/money.ts'
import type { StandInCharge } from './books.ts'
import { type Asked, fieldsOf, nairaOf, paged, queryOf, Refused, textIn } from './wire.ts'

// Chargebacks of Flutterwave's stand-in.

export type ChargebackStatus =
  | 'initiated'
  | 'pending'
  | 'accepted'
  | 'declined'
  | 'won'
  | 'reversed'
  | 'lost'
export type StandInChargeback = {
  id: number
  charge: StandInCharge
  amount: Kobo
  status: ChargebackStatus
  comment: string
  history: { action: string; description: string }[]
  createdAt: Date
}

export class FlutterwaveChargebacks {
  readonly all: StandInChargeback[] = []
  private readonly now: () => Date
  private readonly takeBack: (one: StandInChargeback) => void

  constructor(now: () => Date, takeBack: (one: StandInChargeback) => void) {
    this.now = now
    this.takeBack = takeBack
  }

  open(charge: StandInCharge, amount = charge.amount): StandInChargeback {
    const made: StandInChargeback = {
      id: 2_001 + this.all.length,
      charge,
      amount,
      status: 'initiated',
      comment: 'Product/service not received',
      history: [],
      createdAt: this.now(),
    }
    this.all.push(made)
    return made
  }

  end(one: StandInChargeback, status: ChargebackStatus, description = ''): void {
    one.status = status
    if (status === 'accepted' || status === 'lost') this.takeBack(one)
    one.history.push({ action: status, description })
  }
}

export function listChargebacks(all: StandInChargeback[], asked: Asked): object {
  const query = queryOf(asked, ['status', 'flw_ref', 'from', 'to', 'currency', 'page'])
  return paged('Chargebacks fetched', all, query, ({ createdAt }) => createdAt, chargebackRecord)
}

export function answerChargeback(
  chargebacks: FlutterwaveChargebacks,
  part: string,
  asked: Asked,
): object {
  const fields = fieldsOf(asked, ['action', 'comment'])
  const found = chargebacks.all.find(({ id }) => `${id}` === part)
  if (!found) throw new Refused(404, 'Chargeback not found')
  const { action } = fields
  if (action !== 'accept' && action !== 'decline') throw new Refused(400, 'action is invalid')
  if (found.status !== 'initiated' && found.status !== 'pending') {
    throw new Refused(400, 'This chargeback has been answered')
  }
  textIn(fields, 'comment')
  chargebacks.end(found, action === 'accept' ? 'accepted' : 'declined')
  return { message: `Chargeback ${found.status}`, data: null }
}

function chargebackRecord(one: StandInChargeback) {
  return {
    id: one.id,
    amount: nairaOf(one.amount),
    flw_ref: one.charge.flwRef,
    status: one.status,
    stage: 'new',
    comment: one.comment,
    meta: { uploaded_proof: null, history: one.history },
    due_date: later(one.createdAt, 10 * HOUR).toISOString(),
    settlement_id: 'N/A',
    created_at: one.createdAt.toISOString(),
    transaction_id: one.charge.id,
    tx_ref: one.charge.txRef,
  }
}
