import type { FlutterwaveBooks, Told } from './books.ts'
import { chargeEvent, transferRecord } from './records.ts'

// Notifications of Flutterwave's stand-in.

export type Notice = { event: string; headers: Record<string, string>; body: Buffer }

export class FlutterwaveNotices {
  /** All so far, in order. */
  readonly made: Notice[] = []
  private readonly hash: string

  constructor(hash: string) {
    this.hash = hash
  }

  tell(told: Told, books: FlutterwaveBooks): void {
    if ('charge' in told) {
      this.made.push(this.write('charge.completed', { data: chargeEvent(told.charge) }))
      return
    }
    const { accountNumber, bankCode } = told.transfer
    const holder = books.transfers.holder(accountNumber, bankCode) ?? ''
    const { full_name, ...data } = transferRecord(told.transfer, holder)
    this.made.push(this.write('transfer.completed', { data: { ...data, fullname: full_name } }))
  }

  /** The hash does not depend on the body. */
  write(event: string, content: object): Notice {
    const body = Buffer.from(JSON.stringify({ event, ...content }))
    return { event, body, headers: { 'content-type': 'application/json', 'verif-hash': this.hash } }
  }
}
