import { personOf } from '../../../src/providers/sandbox/people.ts'
import type { Call, Door } from './doors.ts'
import { failure, ok, type Reply, wrongIn } from './wire.ts'

// Identity verification of Safe Haven's stand-in: a fee, a code to the registered phone, and the
// details. The number decides the outcome.

export const CODE = '123456'
/** The registry has no record of this number. */
export const NOBODYS_NUMBER = '00000000000'
/** The fee failed: the answer is a success, but no code is sent. */
export const FEE_FAILED_NUMBER = '44444444444'
/** The balance for fees is too low. */
export const WALLET_SHORT_NUMBER = '99999999999'

const FEE = 5_000n

type Identity = { id: string; type: 'BVN' | 'NIN'; number: string; isVerified: boolean }

export type Identities = {
  doors: Record<string, Door>
  isVerified(identityId: string, otp: string, number: string): boolean
}

export function identities(world: {
  now: () => Date
  newId: () => string
  newSessionId: () => string
  /** False if the balance is too low. */
  takeFee: (accountNumber: string, fee: bigint) => boolean
}): Identities {
  const all = new Map<string, Identity>()
  return {
    doors: {
      'POST /identity/v2': (call) => initiate(world, all, call),
      'POST /identity/v2/validate': (call) => validate(world, all, call),
    },
    isVerified(identityId, otp, number) {
      const found = all.get(identityId)
      return found !== undefined && found.number === number && otp === CODE
    },
  }
}

type World = Parameters<typeof identities>[0]

function initiate(world: World, all: Map<string, Identity>, { body }: Call): Reply {
  const wrong = wrongIn(body, {
    type: { type: 'string', matches: /^(BVN|NIN)$/ },
    number: { type: 'string', matches: /^\d{11}$/ },
    debitAccountNumber: { type: 'string', matches: /^\d{10}$/ },
    async: { type: 'boolean', optional: true },
  })
  if (wrong.length > 0) return failure(400, wrong)
  const { type, number, debitAccountNumber } = body as Record<string, string>
  if (number === NOBODYS_NUMBER) return failure(404, `${type} record not found`)
  if (number === WALLET_SHORT_NUMBER || !world.takeFee(debitAccountNumber!, FEE)) {
    const said = { statusCode: 400, responseCode: '9', message: 'Insufficient funds', data: {} }
    return { http: 400, body: said }
  }
  const identity: Identity = {
    id: world.newId(),
    type: type as 'BVN',
    number: number!,
    isVerified: false,
  }
  const hasFailed = number === FEE_FAILED_NUMBER
  if (!hasFailed) all.set(identity.id, identity)
  const data = {
    ...recordOf(world, identity),
    status: hasFailed ? 'FAILED' : 'PENDING',
    debitMessage: hasFailed ? 'Format error' : 'Approved or completed successfully',
    debitResponsCode: hasFailed ? 202 : 200,
    ...(!hasFailed && { otpId: world.newId() }),
  }
  return ok(data, 'Record fetched successfully', 201)
}

function validate(world: World, all: Map<string, Identity>, { body }: Call): Reply {
  const wrong = wrongIn(body, {
    identityId: { type: 'string' },
    type: { type: 'string', matches: /^(BVN|NIN)$/ },
    otp: { type: 'string' },
  })
  if (wrong.length > 0) return failure(400, wrong)
  const { identityId, otp, type } = body as Record<string, string>
  const found = all.get(identityId!)
  if (!found || found.type !== type) return failure(404, 'Identity record not found')
  if (otp !== CODE) return failure(400, 'Invalid OTP')
  found.isVerified = true
  const { levelOfAccount, registrationDate, ...person } = personOf(found.type, found.number)
  const nin = {
    firstName: person.firstName,
    lastName: person.lastName,
    dob: person.dateOfBirth,
    phone: person.phoneNumber1,
    gender: person.gender,
    stateOfOrigin: person.stateOfOrigin,
    lgaOfOrigin: person.lgaOfOrigin,
    photo: person.imageBase64,
  }
  const providerResponse =
    found.type === 'NIN' ? nin : { ...person, levelOfAccount, registrationDate }
  const data = { ...recordOf(world, found), status: 'SUCCESS', otpVerified: true, providerResponse }
  return ok(data, 'Record fetched successfully')
}

function recordOf({ now, newSessionId }: World, { id, type, number, isVerified }: Identity) {
  const at = now().toISOString()
  return {
    _id: id,
    clientId: '61e5a83ac6f0ec001ee90fac',
    type,
    amount: 50,
    vat: 0,
    stampDuty: 0,
    identityNumber: number,
    debitSessionId: newSessionId(),
    otpVerified: isVerified,
    otpResendCount: 0,
    isDeleted: false,
    createdAt: at,
    updatedAt: at,
    __v: 0,
  }
}
