import { createHmac } from 'node:crypto'
import type { Told } from './books.ts'
import { disputeEvent } from './disputes.ts'
import { mandateRecord } from './mandates.ts'
import { chargeEvent, type Domain, refundEvent, rejectedEvent } from './records.ts'
import { transferEvent } from './sent.ts'

// Notifications of Paystack's stand-in, and what can happen to them on the way.

export type Notice = { event: string; headers: Record<string, string>; body: Buffer }

/** `hold`: kept until `deliver`, which may reverse or lose them. */
export type Way = 'send' | 'lose' | 'double' | 'hold'

export class PaystackNotices {
  /** All so far, in order, including lost ones. */
  readonly made: Notice[] = []
  way: Way = 'send'
  private waiting: Notice[] = []
  private readonly url: string | null
  private readonly secretKey: string
  private readonly domain: Domain
  private running: Promise<unknown> = Promise.resolve()

  constructor(url: string | null, secretKey: string, domain: Domain) {
    this.url = url
    this.secretKey = secretKey
    this.domain = domain
  }

  tell(told: Told): void {
    const { event } = told
    const data = dataOf(told, this.domain)
    const notice = this.sign(event, { event, data })
    this.made.push(notice)
    if (this.way === 'lose') return
    const copies = this.way === 'double' ? [notice, notice] : [notice]
    this.waiting.push(...copies)
    if (this.way !== 'hold') void this.deliver()
  }

  sign(event: string, content: object): Notice {
    const body = Buffer.from(JSON.stringify(content))
    const signature = createHmac('sha512', this.secretKey).update(body).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-paystack-signature': signature }
    return { event, headers, body }
  }

  /** One at a time. If the answer is not 200, it is sent again the next time. */
  async deliver({ reversed = false } = {}): Promise<void> {
    const notices = this.waiting.splice(0)
    if (reversed) notices.reverse()
    this.running = this.running.then(async () => {
      for (const notice of notices) if (!(await this.post(notice))) this.waiting.push(notice)
    })
    await this.running
  }

  private async post({ headers, body }: Notice): Promise<boolean> {
    if (this.url === null) return true
    try {
      const content = new Uint8Array(body)
      const answer = await fetch(this.url, { method: 'POST', headers, body: content })
      await answer.arrayBuffer()
      return answer.status === 200
    } catch {
      return false
    }
  }
}

function dataOf(told: Told, domain: Domain): object {
  const { charge, rejected, dispute, transfer, refund, mandate } = told
  if (mandate) return mandateRecord(mandate)
  if (charge && rejected !== undefined) return rejectedEvent(charge, rejected, domain)
  if (charge) return chargeEvent(charge, domain)
  if (dispute) return disputeEvent(dispute, domain)
  return transfer ? transferEvent(transfer, domain) : refundEvent(refund!, domain)
}
