import { randomBytes, randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { later } from '../../src/platform/clock.ts'
import { monoRails } from '../../src/providers/mono/mono.ts'
import { personOf } from '../../src/providers/sandbox/people.ts'

// A stand-in for Mono's BVN look-up, in memory, from its public documents (docs/rails/mono.md), and
// our adapter with it. It is stricter: it refuses unknown fields. What it answers to a wrong code
// and to a number of nobody is assumed.

export const CODE = '123456'
export const PERSON = '22222222222'
/** The registry has no record of this number. */
export const NOBODYS_NUMBER = '00000000000'
/** The registry has an email of this person, and no phone. */
export const PHONELESS_NUMBER = '44444444444'
/** The registry has only a second phone of this person. */
export const SECOND_PHONE_NUMBER = '55555555555'

type Step = 'initiate' | 'verify' | 'details'
/** `before`: the request is lost. `after`: the answer is. */
export type Fault = 'before' | 'after' | { status: number; body: string }
type Reply = { status: number; body: object }
type Session = { number: string; methods: string[]; sentTo: string | null }

const STARTED = new Date('2026-11-23T09:00:00Z')

export type MonoWorld = Awaited<ReturnType<typeof monoWorld>>

export async function startMonoStandIn({ now }: { now: () => Date }) {
  const credentials = { secretKey: `live_sk_${randomBytes(10).toString('hex')}` }
  const sessions = new Map<string, Session>()
  const faults = new Map<Step, Fault>()
  const sockets = new Set<Socket>()
  /** Each request with the right key: Mono bills them all. */
  const billed: { step: Step; said: object }[] = []
  const state = { alter: null as ((step: Step, text: string) => string) | null }

  const server = http.createServer(async (incoming, reply) => {
    const text = Buffer.concat(await Array.fromAsync(incoming)).toString('utf8')
    reply.setHeader('date', now().toUTCString())
    reply.setHeader('content-type', 'application/json')
    const step = incoming.url?.split('/v2/lookup/bvn/')[1] as Step
    const fault = faults.get(step)
    faults.delete(step)
    if (fault === 'before') return void reply.destroy()
    const said = JSON.parse(text) as Record<string, string>
    const sessionId = incoming.headers['x-session-id'] as string | undefined
    const act = () => {
      if (incoming.method !== 'POST' || !(step in STEPS)) return refusal(404, 'Not found')
      if (incoming.headers['mono-sec-key'] !== credentials.secretKey) {
        return refusal(401, 'Invalid secret key')
      }
      billed.push({ step, said })
      return STEPS[step](said, sessions, sessionId ?? '')
    }
    const { status, body } = act()
    if (fault === 'after') return void reply.destroy()
    if (fault !== undefined) return void reply.writeHead(fault.status).end(fault.body)
    const usual = JSON.stringify({ ...body, timestamp: now().toISOString() })
    reply.writeHead(status).end(state.alter?.(step, usual) ?? usual)
  })
  server.on('connection', (socket) => {
    sockets.add(socket.unref())
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials,
    billed,
    /** Where codes went, in order. */
    sentTo: () => [...sessions.values()].flatMap(({ sentTo }) => sentTo ?? []),
    fail: (step: Step, fault: Fault) => void faults.set(step, fault),
    alter: (how: typeof state.alter) => {
      state.alter = how
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const STEPS: Record<
  Step,
  (said: Record<string, string>, sessions: Map<string, Session>, sessionId: string) => Reply
> = {
  initiate(said, sessions) {
    const { bvn = '', scope } = said
    if (isStrange(said, ['bvn', 'scope']) || !/^\d{11}$/.test(bvn) || scope !== 'identity') {
      return refusal(400, 'Bad request')
    }
    if (bvn === NOBODYS_NUMBER) return refusal(404, 'BVN not found')
    const methods = ['email', ...(PHONES[bvn] ?? ['phone', 'phone_1']), 'alternate_phone']
    const session_id = randomUUID()
    sessions.set(session_id, { number: bvn, methods, sentTo: null })
    const hint = (method: string) => ({ method, hint: `A code will be sent to your ${method}` })
    const data = { session_id, methods: methods.map(hint) }
    return done('BVN Lookup successfully initiated.', data)
  },

  verify(said, sessions, sessionId) {
    const session = sessions.get(sessionId)
    const { method = '' } = said
    if (!session) return refusal(400, 'Unknown session')
    if (isStrange(said, ['method']) || !session.methods.includes(method)) {
      return refusal(400, 'Bad request')
    }
    session.sentTo = method
    const { phoneNumber1 } = personOf('BVN', session.number)
    return done(`Please enter the OTP that was sent to ${phoneNumber1}`, null)
  },

  details(said, sessions, sessionId) {
    const session = sessions.get(sessionId)
    if (!session?.sentTo) return refusal(400, 'Unknown session')
    if (isStrange(said, ['otp'])) return refusal(400, 'Bad request')
    if (said['otp'] !== CODE) return refusal(400, 'Invalid OTP')
    return done('BVN details successfully fetched.', recordOf(session.number))
  },
}

const PHONES: Record<string, string[]> = {
  [PHONELESS_NUMBER]: [],
  [SECOND_PHONE_NUMBER]: ['phone_1'],
}

function isStrange(said: object, known: string[]): boolean {
  return Object.keys(said).some((name) => !known.includes(name))
}

function done(message: string, data: object | null): Reply {
  return { status: 200, body: { status: 'successful', message, data } }
}

function refusal(status: number, message: string): Reply {
  return { status, body: { status: 'failed', message, data: null } }
}

/** With the names of their guide. */
function recordOf(number: string) {
  const person = personOf('BVN', number)
  const [day, month, year] = person.dateOfBirth.split('-')
  return {
    first_name: person.firstName,
    last_name: person.lastName,
    middle_name: person.middleName,
    dob: `${year}-${month}-${day}`,
    phone_number: person.phoneNumber1,
    phone_number_2: person.phoneNumber2 || null,
    email: person.email,
    gender: person.gender,
    state_of_origin: person.stateOfOrigin,
    bvn: number,
    nin: person.nin,
    nationality: person.nationality,
    address: person.residentialAddress,
    registration_date: person.registrationDate,
    lga_of_origin: person.lgaOfOrigin,
    lga_of_Residence: person.lgaOfResidence,
    marital_status: person.maritalStatus,
    watch_listed: person.watchListed === 'YES',
    photoId: person.imageBase64,
  }
}

/** Our adapter with the stand-in, and one clock for both. */
export async function monoWorld() {
  let at = STARTED
  const now = () => at
  const standIn = await startMonoStandIn({ now })
  const logged: object[] = []
  const log = {
    warn: (fields: object, message: string) => void logged.push({ ...fields, message }),
  }
  const make = (secretKey = standIn.credentials.secretKey) =>
    monoRails({ secretKey, baseUrl: standIn.url }, { now, log })!
  return {
    ...standIn,
    identity: make().identity,
    another: make,
    logged,
    now,
    advance: (ms: number) => {
      at = later(at, ms)
    },
  }
}
