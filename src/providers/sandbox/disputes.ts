import { later, MINUTE } from '../../platform/clock.ts'
import { addDays, dayOf } from '../../platform/lagos.ts'
import { kobo } from '../../platform/money.ts'
import type { DisputeState, RailDispute } from '../outcomes.ts'
import type { DisputeAnswer, DisputeRail } from '../rails.ts'
import type { SandboxOptions } from './memory.ts'

// Disputes of the sandbox: opened by a test, with the outcome that it asks for. The sandbox decides
// a minute after a contest.

const REVIEWED_MS = 1 * MINUTE
const FILES_MAX = 5

type Kept = Record<'id' | 'amount' | 'openedAt', string> &
  Pick<RailDispute, 'of' | 'category'> & { outcome: 'won' | 'lost' }

export function sandboxDisputes({ memory, now }: SandboxOptions): DisputeRail {
  const find = async (id: string): Promise<Kept | null> => {
    const text = await memory.recall(`dispute/${id}`)
    return text === null ? null : (JSON.parse(text) as Kept)
  }
  const answerTo = async (id: string) => {
    const text = await memory.recall(answerName(id))
    return text === null ? null : (JSON.parse(text) as Answer)
  }
  const shown = async (id: string): Promise<RailDispute> => {
    const kept = (await find(id))!
    const status = statusOf(kept, await answerTo(id), now())
    const { of, category } = kept
    const reason = 'A dispute of the sandbox'
    return { id, of, category, reason, status, amount: kobo(BigInt(kept.amount)), dueAt: null }
  }
  return {
    name: 'sandbox',
    filesMax: FILES_MAX,

    async openFor(dispute) {
      const kept = JSON.stringify({ ...dispute, amount: String(dispute.amount) })
      await memory.remember(`dispute/${dispute.id}`, kept)
      const day = dayOf(dispute.openedAt)
      for (let place = 1; ; place += 1) {
        const at = placeOf(day, place)
        await memory.remember(at, dispute.id)
        if ((await memory.recall(at)) === dispute.id) return
      }
    },

    async listDisputes({ from, to }) {
      const disputes: RailDispute[] = []
      for (let day = dayOf(from); day <= dayOf(to); day = addDays(day, 1)) {
        for (let place = 1; ; place += 1) {
          const id = await memory.recall(placeOf(day, place))
          if (id === null) break
          const openedAt = new Date((await find(id))!.openedAt)
          if (openedAt >= from && openedAt < to) disputes.push(await shown(id))
        }
      }
      return { kind: 'fetched', disputes }
    },

    async answerDispute({ dispute: id, answer }) {
      const kept = await find(id)
      if (kept === null) return { kind: 'refused' }
      const given: Answer = { kind: answer.kind, at: now().toISOString() }
      await memory.remember(answerName(id), JSON.stringify(given))
      return (await answerTo(id))?.kind === answer.kind ? { kind: 'answered' } : { kind: 'refused' }
    },

    async enquireAnswer({ dispute: id }) {
      return (await answerTo(id)) === null ? { kind: 'not_found' } : { kind: 'answered' }
    },
  }
}

type Answer = { kind: DisputeAnswer['kind']; at: string }

function statusOf({ outcome }: Kept, answer: Answer | null, now: Date): DisputeState {
  if (answer === null) return 'needs_response'
  if (answer.kind === 'accept') return 'accepted'
  return later(new Date(answer.at), REVIEWED_MS) <= now ? outcome : 'under_review'
}

function answerName(id: string): string {
  return `dispute/${id}/answer`
}

function placeOf(day: string, place: number): string {
  return `disputes/${day}/${place}`
}
