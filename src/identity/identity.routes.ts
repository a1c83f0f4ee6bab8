import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context, Scope } from '../core/context.ts'
import { oneOf, within } from '../core/filters.ts'
import { action, list, plain, record, under } from '../core/route.ts'
import {
  answers,
  Count,
  Domain,
  Nullable,
  named,
  PublicId,
  SessionId,
  Text,
  Timestamp,
  toWire,
} from '../core/wire.ts'
import { parsePublicId, publicId } from '../platform/ids.ts'
import { beforeOthers } from '../platform/pool.ts'
import { refusals } from '../platform/refusals.ts'
import { IDENTITY_FAILURE_CODES } from './failed.ts'
import {
  type Access,
  type Accessor,
  listAccesses,
  listVerifications,
  ofState,
  type Verification,
  type VerificationId,
} from './identity.sql.ts'
import { type Consent, findOwn, open } from './identity.ts'
import { initiate } from './initiate.ts'
import { debitAccountNumberOf, toWireVerification, toWireVerified } from './record.ts'
import { resend } from './resend.ts'
import { validate } from './validate.ts'

// Both prefixes of the contract accept both types.

const PREFIXES = ['/bvn', '/identity'] as const
type Prefix = (typeof PREFIXES)[number]
const NAMES = { '/bvn': 'Bvn', '/identity': 'Identity' } as const

const IdentityType = Type.Enum(['BVN', 'NIN'], { description: 'The kind of number.' })

const ConsentBody = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: 1_000,
      format: 'not-blank',
      description: 'What the person agreed to, in your words.',
      examples: ['I agree that my BVN is verified.'],
    }),
    ip: Type.Optional(
      Type.String({ format: 'ip-address', description: 'The IP address of the person.' }),
    ),
    at: Type.Optional(Type.String({ format: 'timestamp', description: 'When the person agreed.' })),
  },
  { title: 'ConsentInput', description: 'Your proof of consent. Stored encrypted.' },
)

const InitiateBody = Type.Object(
  {
    type: IdentityType,
    number: Type.String({ format: 'eleven-digits', description: 'The BVN or NIN: 11 digits.' }),
    consent: Type.Optional(ConsentBody),
  },
  { examples: [{ type: 'BVN', number: '22222222222' }] },
)

const VERIFICATION_ID = Type.String({
  maxLength: 1_000,
  description: 'The `verification_id` of the initiation.',
  examples: ['idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f'],
})

const ValidateBody = Type.Object({
  verification_id: VERIFICATION_ID,
  type: IdentityType,
  otp: Type.String({ format: 'otp', description: 'Six digits. `123456` in test mode.' }),
})

const ResendBody = Type.Object({ verification_id: VERIFICATION_ID })

const Initiated = Type.Object(
  {
    status: Type.Literal('success', { description: 'The OTP was sent.' }),
    message: Text('For people. It can change.', 'A code was sent to the registered phone'),
    verification_id: PublicId('identity_verification', 'Send it to validate.'),
    provider_response: Type.Object(
      {
        _id: PublicId('identity_verification', 'The same as `verification_id`.'),
        status: Type.Literal('Pending', { description: 'Always `Pending`.' }),
      },
      { title: 'InitiationProviderResponse', description: 'The state of the verification.' },
    ),
  },
  { title: 'InitiatedVerification' },
)

const STATUSES = ['Pending', 'SUCCESS', 'FAILED', 'LOCKED', 'EXPIRED'] as const

const fields = {
  _id: PublicId('identity_verification'),
  clientId: Text('The id of your business.', '019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f'),
  identityNumber: Text('Masked, unless `providerResponse` is included.', '*******2222'),
  type: IdentityType,
  amount: Type.Integer({
    description: 'The fee in naira, not kobo: 50, or 0 if it was returned.',
    examples: [50],
    'x-unit': 'naira',
  }),
  status: Type.Enum([...STATUSES], {
    description:
      '`Pending`: an OTP was sent. `SUCCESS`: it was right. `FAILED`: none was sent, and nothing ' +
      'was charged. `LOCKED`: five wrong attempts. `EXPIRED`: ten minutes passed.',
  }),
  debitAccountNumber: Text('The account number of your wallet.', '2670625029'),
  vat: Count('Always 0.', 0),
  stampDuty: Count('Always 0.', 0),
  isDeleted: Type.Boolean({ description: 'Always false.' }),
  otpVerified: Type.Boolean({ description: 'true after the right OTP.' }),
  otpResendCount: Count('How many times the OTP was sent again.', 0),
  createdAt: Timestamp('When you initiated it.'),
  updatedAt: Timestamp('When it last changed.'),
  __v: Count('Always 0.', 0),
  debitMessage: Text('The result of the debit.', 'Approved or completed successfully'),
  debitResponsCode: Type.Integer({
    description: '200: charged. 202: held until the outcome is known. 204: returned.',
    examples: [200],
  }),
  debitSessionId: SessionId('30 digits.'),
  otpId: Text(
    'The id of the last OTP. Empty if none was sent.',
    'otp_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f',
  ),
  domain: Domain,
  failure_code: Type.Optional(
    Type.Enum([...IDENTITY_FAILURE_CODES], {
      description: 'Only of a failed one: why no OTP was sent, as the error of the request.',
    }),
  ),
  failure_message: Type.Optional(
    Text('The same in words, for people. It can change.', refusals.identity_not_found.message),
  ),
}

export const VerificationRecord = Type.Object(fields, {
  $id: 'Verification',
  description: 'A verification of a BVN or NIN.',
})

const Detail = (what: string, example: string) =>
  Text(`${what} Empty if the registry has no value.`, example)
const ProviderResponse = Type.Object(
  {
    bvn: Detail('The BVN.', '22222222222'),
    fullName: Detail('The full name.', 'ADA NGOZI EXAMPLE'),
    firstName: Detail('The first name.', 'ADA'),
    middleName: Detail('The middle name.', 'NGOZI'),
    lastName: Detail('The last name.', 'EXAMPLE'),
    dateOfBirth: Detail('As DD-MM-YYYY.', '17-04-1991'),
    phoneNumber1: Detail('The registered phone number.', '08030000000'),
    phoneNumber2: Detail('Another phone number.', ''),
    gender: Detail('The gender.', 'Female'),
    enrollmentBank: Detail('The bank code of the enrolment.', '058'),
    enrollmentBranch: Detail('The branch of the enrolment.', 'Ikeja'),
    email: Detail('The email address.', 'ada@example.com'),
    lgaOfOrigin: Detail('The local government area of origin.', 'Ikeja'),
    lgaOfResidence: Detail('The local government area of residence.', 'Ikeja'),
    maritalStatus: Detail('The marital status.', 'Single'),
    nin: Detail('The NIN.', ''),
    nationality: Detail('The nationality.', 'Nigeria'),
    residentialAddress: Detail('The residential address.', '1 Example Street, Ikeja'),
    stateOfOrigin: Detail('The state of origin.', 'Lagos'),
    stateOfResidence: Detail('The state of residence.', 'Lagos'),
    title: Detail('The title.', 'Ms'),
    watchListed: Detail('YES or NO. YES: no new banking relationship is allowed.', 'NO'),
    levelOfAccount: Detail('The level of the account.', 'Level 1'),
    registrationDate: Nullable(Text('When the person was registered.', '01-02-2015')),
    imageBase64: Detail('A photo, in base64.', ''),
  },
  { title: 'IdentityDetails', description: 'The identity details. Kept for 24 hours.' },
)

const Validated = Type.Object(
  { ...fields, providerResponse: ProviderResponse },
  { title: 'ValidatedVerification' },
)

const Fetched = Type.Object(
  {
    ...fields,
    consent: Nullable(
      Type.Object(
        {
          text: Text('What the person agreed to.', 'I agree that my BVN is verified.'),
          ip: Nullable(Text('The IP address of the person.', '102.89.0.1')),
          at: Nullable(Text('When the person agreed.', '2026-11-21T09:30:00Z')),
        },
        { title: 'Consent', description: 'Your proof of consent.' },
      ),
    ),
    accesses: Type.Array(
      Type.Object(
        {
          how: Type.Enum(['validated', 'validated_again', 'replayed'], {
            description: 'Which call returned the details.',
          }),
          key_id: PublicId('api_key', 'The key of the call.'),
          request_id: Text('The id of the call.', '5f0c6f0e-8a53-4c43-9d3f-0a4a1f0d6f11'),
          ip_address: Text('The IP address of the caller.', '102.89.0.1'),
          created_at: Timestamp('When the call was made.'),
        },
        { title: 'IdentityAccess' },
      ),
      { description: 'Who saw the details, newest first; at most 100.' },
    ),
  },
  { title: 'VerificationDetail' },
)

/** The contract has a response without an envelope. */
const initiating = (prefix: Prefix) =>
  plain(`POST ${prefix}/verify`, {
    needs: 'identity:write',
    load: 'initialize',
    limit: 'identity',
    operationId: `initiate${NAMES[prefix]}Verification`,
    summary: 'Initiate an identity verification',
    description:
      'Sends a one-time password (OTP) to the phone that is registered for the BVN or NIN. ' +
      'Costs ₦50.00 from your wallet; nothing if no OTP is sent. Both paths accept both ' +
      'types. Each number can be verified five times in 24 hours, over all businesses.',
    body: InitiateBody,
    response: answers(Initiated, [400, 402, 422, 504]),
    handle: async (context, { scope, body, effectId }) => {
      const { type, number, consent = null } = body
      const input = { type, number, consent: consent && consentOf(consent), effectId }
      const id = publicId('identity_verification', await initiate(context, scope, input))
      return {
        status: 'success' as const,
        message: 'A code was sent to the phone that is registered for this number',
        verification_id: id,
        provider_response: { _id: id, status: 'Pending' as const },
      }
    },
  })

const validating = (prefix: Prefix) =>
  action(`POST ${prefix}/validate`, {
    needs: 'identity:write',
    isOwnRecord: true,
    load: 'kept',
    operationId: `validate${NAMES[prefix]}Otp`,
    summary: 'Validate an OTP',
    description:
      'Returns the identity details. Five wrong codes lock the verification. The right code ' +
      'returns the same record again while the details are kept: 24 hours.',
    body: ValidateBody,
    answer: Validated,
    refusals: [404, 504],
    message: 'The identity was verified',
    handle: (context, request) =>
      beforeOthers(async () => {
        const { verification_id, type, otp } = request.body
        const guess = { verificationId: idOf(verification_id), type, otp }
        const verified = await validate(context, request.scope, guess, accessorOf(request))
        request.eraseAnswerAt = verified.verification.eraseAt
        return toWireVerified(verified, context.now())
      }),
  })

const resending = (prefix: Prefix) =>
  action(`POST ${prefix}/resend`, {
    needs: 'identity:write',
    load: 'initialize',
    operationId: `resend${NAMES[prefix]}Otp`,
    summary: 'Resend an OTP',
    description: 'Free. At most three times, at least 60 seconds after the last one.',
    body: ResendBody,
    answer: named('Verification'),
    refusals: [404, 504],
    message: 'A new code was sent to the registered phone',
    handle: async (context, { scope, body }) =>
      toWireCurrent(context, await resend(context, scope, idOf(body.verification_id))),
  })

/** Each call costs a fee and sends a message, so these routes have their own limit. */
export const initiateRoutes = under('Identity', PREFIXES.map(initiating))

export const identityRoutes = under('Identity', [
  ...PREFIXES.flatMap((prefix) => [validating(prefix), resending(prefix)]),
  record('/identity/:id', {
    needs: 'identity:read',
    operationId: 'getVerification',
    summary: 'Fetch a verification',
    description: 'Returns the verification without the identity details.',
    params: { id: VERIFICATION_ID },
    answer: Fetched,
    message: 'Verification found',
    handle: async (context, { scope, params }) => fetched(context, scope, idOf(params.id)),
  }),
  list('/identity', {
    needs: 'identity:read',
    operationId: 'listVerifications',
    summary: 'List verifications',
    description: 'Newest first, without identity details.',
    filters: {
      status: oneOf(STATUSES, 'Verifications with this status.', {
        condition: (sql, status, { now }) => ofState(sql, status, now),
      }),
      ...within('createdAt'),
    },
    item: named('Verification'),
    message: 'Verifications found',
    handle: async (context, { scope }, page) => {
      const now = context.now()
      const [{ rows, meta }, debitAccountNumber] = await Promise.all([
        listVerifications(context.sql, scope, page),
        debitAccountNumberOf(context, scope),
      ])
      return { data: rows.map((row) => toWireVerification(row, debitAccountNumber, now)), meta }
    },
  }),
])

/** Null if the text is no id of a verification. */
export function idOf(text: string): VerificationId | null {
  return parsePublicId('identity_verification', text)
}

export function accessorOf({ keyId, id, ip }: FastifyRequest): Accessor {
  return { keyId, requestId: id, ipAddress: ip }
}

async function fetched(context: Context, scope: Scope, id: VerificationId | null) {
  const verification = await findOwn(context, scope, id)
  const [data, accesses] = await Promise.all([
    toWireCurrent(context, verification),
    listAccesses(context.sql, verification),
  ])
  const consent =
    verification.consent && (JSON.parse(open(context.keys, verification, 'consent')) as Consent)
  return { ...data, consent: consent || null, accesses: accesses.map(toWireAccess) }
}

async function toWireCurrent(context: Context, verification: Verification) {
  const debitAccountNumber = await debitAccountNumberOf(context, verification)
  return toWireVerification(verification, debitAccountNumber, context.now())
}

function toWireAccess({ keyId, ...access }: Access) {
  return { ...toWire(access), key_id: publicId('api_key', keyId) }
}

function consentOf({ text, ip, at }: Static<typeof ConsentBody>): Consent {
  return { text, ip: ip ?? null, at: at ?? null }
}
