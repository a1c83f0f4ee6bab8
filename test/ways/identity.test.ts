import { test } from 'node:test'
import type { Context } from '../../src/core/context.ts'
import { concludeDue } from '../../src/identity/conclude.ts'
import { eraseDue, expireDue } from '../../src/identity/erase.ts'
import { DAY, HOUR, MINUTE } from '../../src/platform/clock.ts'
import { initiate, RIGHT, resend, validate, WRONG } from '../contract/identity-calls.ts'
import { useContext } from '../support.ts'
import { untilDone } from '../until-done.ts'
import { play, useWays, type Way } from './ways.ts'

// A verification of a BVN or NIN, on each way to each state: what is answered, its record, every
// event, row and entry.

const context = useContext()
const ways = useWays(context, 'identity.txt')
const { api } = ways

let numbers = 0

/** What it answers is told. A number of its own: one may be asked about so often only. */
async function begun(way: Way, { number, type = 'BVN' }: { number?: string; type?: string } = {}) {
  numbers += 1
  way.step('it is asked for')
  const consent = {
    text: 'I agree that my BVN is verified.',
    ip: '203.0.113.8',
    at: way.earlier('the person agrees', 20_000).toISOString(),
  }
  const body = { type, number: number ?? `22${String(numbers).padStart(9, '0')}`, consent }
  const { body: answer } = await initiate(api, way.business, body)
  return { id: answer.verification_id as string, type: type as 'BVN', answer }
}

type Given = Awaited<ReturnType<typeof begun>>

async function guessed(way: Way, given: Given, otp: string, time = '') {
  way.step(`a ${otp === RIGHT ? 'right' : 'wrong'} code is sent${time}`)
  return { ...given, answer: (await validate(api, way.business, given, otp)).body }
}

async function job(way: Way, afterMs: number, run: (context: Context) => Promise<number>) {
  context.advance(afterMs)
  way.step('the job runs')
  await untilDone(context, run)
}

const WAYS: Record<string, (way: Way) => Promise<Given>> = {
  'a code is sent': (way) => begun(way),
  'a code is sent, NIN': (way) => begun(way, { type: 'NIN' }),
  verified: async (way) => guessed(way, await begun(way), RIGHT),
  'verified, NIN': async (way) => guessed(way, await begun(way, { type: 'NIN' }), RIGHT),
  async 'verified twice'(way) {
    const given = await guessed(way, await begun(way), RIGHT)
    return guessed(way, given, RIGHT, ' again')
  },
  async 'a wrong code, then the right one'(way) {
    const given = await guessed(way, await begun(way), WRONG)
    return guessed(way, given, RIGHT)
  },
  async 'sent again, then verified'(way) {
    const given = await begun(way)
    way.step('it is sent again')
    await resend(api, way.business, given)
    return guessed(way, given, RIGHT)
  },
  async locked(way) {
    let given = await begun(way)
    for (const time of [' first', ' second', ' third', ' fourth', ' fifth']) {
      given = await guessed(way, given, WRONG, time)
    }
    return given
  },
  async expired(way) {
    const given = await begun(way)
    await job(way, 20 * MINUTE, expireDue)
    return given
  },
  async 'expired, before the job'(way) {
    const given = await begun(way)
    context.advance(10 * MINUTE)
    way.step('time has passed')
    return given
  },
  async erased(way) {
    const given = await guessed(way, await begun(way), RIGHT)
    await job(way, 400 * DAY, eraseDue)
    return given
  },
  'nobody has the number': (way) => begun(way, { number: '00000000000' }),
  'no code is sent': (way) => begun(way, { number: '44444444444' }),
  down: (way) => begun(way, { number: '11111111111' }),
  'no answer': (way) => begun(way, { number: '00000000504' }),
  async 'no answer, but sent'(way) {
    const given = await begun(way, { number: '00000000504' })
    await job(way, 1 * MINUTE, concludeDue)
    return given
  },
  async 'no answer, but sent, and verified'(way) {
    const given = await begun(way, { number: '00000000504' })
    await job(way, 1 * MINUTE, concludeDue)
    return guessed(way, given, RIGHT)
  },
  async 'no answer, and not sent'(way) {
    const given = await begun(way, { number: '00000000505' })
    await job(way, 1 * HOUR, concludeDue)
    return given
  },
}

for (const [place, [name, go]] of Object.entries(WAYS).entries()) {
  test(`every field of a verification is as in the table, ${name}`, () =>
    play(ways, name, async (way) => {
      // The same when it is played again.
      numbers = place
      const { answer } = await go(way)
      delete answer.request_id
      const verifications = await way.get('/identity')
      const [first] = verifications
      return {
        answer,
        verifications,
        record: first ? await way.get(`/identity/${first._id}`) : null,
        events: await way.events({ answered: answer.data, verifications }),
        rows: await way.rows(['identity_verification', 'identity_access', 'sandbox_message']),
        entries: await way.entries(),
      }
    }))
}
