import type { FlutterwaveBooks, Told } from './books.ts'
import { chargeEvent, transferRecord } from './records.ts'

// Notifications of Flutterwave's stand-in. One that is not answered is not sent again.

export type Notice = { event: string; headers: Record<string, string>; body: Buffer }

export class FlutterwaveNotices {
  /** All so far, in order. */
  readonly made: Notice[] = []
  private readonly hash: string
  private readonly url: string | null

  constructor(hash: string, url: string | null) {
    this.hash = hash
    this.url = url
  }

  tell(told: Told, books: FlutterwaveBooks): void {
    if ('charge' in told) {
      this.send(this.write('charge.completed', { data: chargeEvent(told.charge) }))
      return
    }
    const { accountNumber, bankCode } = told.transfer
    const holder = books.transfers.holder(accountNumber, bankCode) ?? ''
    const { full_name, ...data } = transferRecord(told.transfer, holder)
    this.send(this.write('transfer.completed', { data: { ...data, fullname: full_name } }))
  }

  private send(notice: Notice): void {
    this.made.push(notice)
    const { url } = this
    if (url === null) return
    const { headers, body } = notice
    void fetch(url, { method: 'POST', headers, body: new Uint8Array(body) }).catch(() => {})
  }

  /** The hash does not depend on the body. */
  write(event: string, content: object): Notice {
    const body = Buffer.from(JSON.stringify({ event, ...content }))
    return { event, body, headers: { 'content-type': 'application/json', 'verif-hash': this.hash } }
  }
}
