import type { MonoSettings } from '../../platform/config.ts'
import type { Send } from '../../platform/outbound.ts'
import {
  PROVIDER_DEADLINE_MS,
  type ProviderCall,
  type ProviderClient,
  type ProviderSetup,
  providerClient,
  standing,
} from '../client.ts'
import type { IdentityDetails, IdentityRail, Provider } from '../rails.ts'
import { dayOf, type Fields, lineOf, portraitOf } from '../values.ts'
import {
  type Answer,
  codeAnswered,
  personAnswered,
  readEnvelope,
  sessionAnswered,
  sessionOf,
} from './answers.ts'

// Mono: a BVN, with a code to the registered phone. A verification has three steps, and Mono bills
// each, failed ones too: a session, the code, the person. It has no reference of ours, so if an
// answer is lost, nobody can enquire about it. Mono looks a NIN up without the owner's code, so
// this does not offer it. See docs/rails/mono.md.

const NUMBER = /^\d{11}$/
const TEXT_LENGTH_MAX = 500

type MonoDeps = Pick<ProviderSetup, 'now' | 'log' | 'monotonicMs'> & { send?: Send }

/** Null if it is not configured. */
export function monoRails(config: MonoSettings | null, deps: MonoDeps) {
  if (config === null) return null
  const client = providerClient({
    ...deps,
    provider: 'mono',
    baseUrl: config.baseUrl,
    headers: { 'mono-sec-key': config.secretKey },
  })
  return {
    identity: { name: 'mono', ...standing(client), ...identityOf(client) },
  } satisfies Provider
}

function identityOf(client: ProviderClient): Omit<IdentityRail, 'name' | 'isDown'> {
  return {
    types: ['BVN'],

    async sendCode({ type, number }) {
      if (type !== 'BVN') return { kind: 'unavailable' }
      // Mono bills a look-up of a number that cannot be one.
      if (!NUMBER.test(number)) return { kind: 'unknown_number' }
      const endMs = performance.now() + PROVIDER_DEADLINE_MS
      const begun = sessionAnswered(
        await ask(client, {
          call: 'identity',
          method: 'POST',
          path: '/v2/lookup/bvn/initiate',
          json: { bvn: number, scope: 'identity' },
        }),
      )
      if (begun.kind !== 'begun') return begun
      const answer = await ask(client, {
        call: 'identity_send',
        method: 'POST',
        path: '/v2/lookup/bvn/verify',
        headers: { 'x-session-id': begun.session },
        json: { method: begun.method },
        timeoutMs: Math.floor(endMs - performance.now()),
      })
      return codeAnswered(answer, begun.session)
    },

    async enquire() {
      return { kind: 'unknown' }
    },

    async submitCode({ session, type, number, code }) {
      if (type !== 'BVN' || sessionOf(session) === '') return { kind: 'unknown' }
      const answer = await ask(client, {
        call: 'identity_code',
        method: 'POST',
        path: '/v2/lookup/bvn/details',
        headers: { 'x-session-id': session },
        json: { otp: code },
      })
      const opened = personAnswered(answer, number)
      if (opened.kind !== 'opened') return opened
      return { kind: 'verified', details: detailsOf(opened.person, number) }
    },
  }
}

async function ask(client: ProviderClient, call: ProviderCall): Promise<Answer> {
  const answer = await client.call(call)
  const read = readEnvelope(answer)
  if (read.kind === 'unknown' && answer.kind === 'answered') client.noteUnknown(call.call, answer)
  return read
}

/** Some details have two names: that of their guide, and that of an integrator. */
function detailsOf(person: Fields, number: string): IdentityDetails {
  const text = (...names: string[]) => {
    const found = names.map((name) => lineOf(person[name], TEXT_LENGTH_MAX)).find(Boolean)
    return found ?? ''
  }
  const firstName = text('first_name')
  const middleName = text('middle_name')
  const lastName = text('last_name')
  return {
    bvn: number,
    fullName: [firstName, middleName, lastName].filter(Boolean).join(' '),
    firstName,
    middleName,
    lastName,
    dateOfBirth: dayOf(text('dob', 'date_of_birth')),
    phoneNumber1: text('phone_number', 'phone_number1'),
    phoneNumber2: text('phone_number_2', 'phone_number2'),
    gender: text('gender'),
    enrollmentBank: text('enrollment_bank'),
    enrollmentBranch: text('enrollment_branch'),
    email: text('email'),
    lgaOfOrigin: text('lga_of_origin'),
    lgaOfResidence: text('lga_of_Residence', 'lga_of_residence'),
    maritalStatus: text('marital_status'),
    nin: text('nin'),
    nationality: text('nationality'),
    residentialAddress: text('address', 'residential_address'),
    stateOfOrigin: text('state_of_origin'),
    stateOfResidence: text('state_of_residence'),
    title: text('title'),
    watchListed: watchListedOf(person['watch_listed']),
    levelOfAccount: text('level_of_account'),
    registrationDate: text('registration_date') || null,
    imageBase64: portraitOf(person['photoId'] ?? person['image']),
  }
}

/** Their guide shows a boolean, an integrator text. */
function watchListedOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'YES' : 'NO'
  return /^(YES|NO)$/.exec(lineOf(value).toUpperCase())?.[0] ?? ''
}
