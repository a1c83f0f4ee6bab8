import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context, Scope } from '../context.ts'
import { parsePublicId, publicId } from '../lib/ids.ts'
import { metaOf } from '../lib/paging.ts'
import { beforeOthers } from '../lib/pool.ts'
import { action, list, plugin, type Route, record } from '../route.ts'
import { answers, Nullable, named, Timestamp, toWire } from '../wire.ts'
import { accessesOf } from './access.ts'
import { countVerifications, listVerifications } from './identity.sql.ts'
import {
  type Access,
  type Accessor,
  type Consent,
  findOwn,
  open,
  type Verification,
  type VerificationId,
} from './identity.ts'
import { initiate } from './initiate.ts'
import { debitAccountNumberOf, toWireVerification, toWireVerified } from './record.ts'
import { resend } from './resend.ts'
import { validate } from './validate.ts'

// Both prefixes of the contract take both types.

const PREFIXES = ['/bvn', '/identity'] as const
type Prefix = (typeof PREFIXES)[number]
const NAMES = { '/bvn': 'Bvn', '/identity': 'Identity' } as const

const IdentityType = Type.Enum(['BVN', 'NIN'])
const Text = (description: string) => Type.String({ description })

const ConsentBody = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: 1_000,
      format: 'not-blank',
      description: 'What the person agreed to, as the business recorded it.',
    }),
    ip: Type.Optional(Type.String({ format: 'ip-address', description: 'Where they did.' })),
    at: Type.Optional(Type.String({ format: 'timestamp', description: 'When they did.' })),
  },
  { description: 'Kept sealed with the record, as your proof.' },
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
  description: 'verification_id of the initiation.',
})

const ValidateBody = Type.Object({
  verification_id: VERIFICATION_ID,
  type: IdentityType,
  otp: Type.String({ format: 'otp', description: 'Six digits. 123456 in test mode.' }),
})

const ResendBody = Type.Object({ verification_id: VERIFICATION_ID })

const Initiated = Type.Object({
  status: Type.Literal('success', { description: 'The code has left. See provider_response.' }),
  message: Type.String(),
  verification_id: Text('Send it to validate.'),
  provider_response: Type.Object({
    _id: Text('The same as verification_id.'),
    status: Type.Literal('Pending'),
  }),
})

const fields = {
  _id: Type.String(),
  clientId: Text('Your business.'),
  identityNumber: Text('*******1234; all eleven digits where providerResponse is there too.'),
  type: IdentityType,
  amount: Type.Integer({
    description: 'The fee in naira, the one amount that is not in kobo: 50, or 0 if given back.',
    'x-unit': 'naira',
  }),
  status: Type.Enum(['Pending', 'SUCCESS', 'FAILED', 'LOCKED', 'EXPIRED'], {
    description:
      'Pending: a code was sent. SUCCESS: it was right. FAILED: none was sent, and nothing was ' +
      'charged. LOCKED: five wrong ones. EXPIRED: ten minutes went by.',
  }),
  debitAccountNumber: Text('The account number of your wallet.'),
  vat: Type.Integer(),
  stampDuty: Type.Integer(),
  isDeleted: Type.Boolean(),
  otpVerified: Type.Boolean(),
  otpResendCount: Type.Integer(),
  createdAt: Timestamp('When it was begun.'),
  updatedAt: Timestamp('When it last changed.'),
  __v: Type.Integer(),
  debitMessage: Text('What became of the fee.'),
  debitResponsCode: Type.Integer({
    description: '200 taken, 202 held because no outcome is known yet, 204 given back.',
  }),
  debitSessionId: Text('30 digits.'),
  otpId: Text('The code that was sent last; empty where none was.'),
  domain: Type.Enum(['test', 'live']),
}

export const VerificationRecord = Type.Object(fields, { $id: 'Verification' })

const Detail = (description = 'Empty where the registry has no value.') =>
  Type.String({ description })
const ProviderResponse = Type.Object({
  bvn: Detail(),
  fullName: Detail(),
  firstName: Detail(),
  middleName: Detail(),
  lastName: Detail(),
  dateOfBirth: Detail('DD-MM-YYYY.'),
  phoneNumber1: Detail(),
  phoneNumber2: Detail(),
  gender: Detail(),
  enrollmentBank: Detail('A bank code.'),
  enrollmentBranch: Detail(),
  email: Detail(),
  lgaOfOrigin: Detail(),
  lgaOfResidence: Detail(),
  maritalStatus: Detail(),
  nin: Detail(),
  nationality: Detail(),
  residentialAddress: Detail(),
  stateOfOrigin: Detail(),
  stateOfResidence: Detail(),
  title: Detail(),
  watchListed: Detail('YES or NO. YES: no new banking relationship may be opened.'),
  levelOfAccount: Detail(),
  registrationDate: Nullable(Type.String()),
  imageBase64: Detail('An image, base64.'),
})

const Validated = Type.Object({ ...fields, providerResponse: ProviderResponse })

const Fetched = Type.Object({
  ...fields,
  consent: Nullable(
    Type.Object({
      text: Type.String(),
      ip: Nullable(Type.String()),
      at: Nullable(Type.String()),
    }),
  ),
  accesses: Type.Array(
    Type.Object({
      how: Type.Enum(['validated', 'validated_again', 'replayed']),
      key_id: Type.String(),
      request_id: Type.String(),
      ip_address: Type.String(),
      created_at: Timestamp('When.'),
    }),
    { description: 'Who saw the details, newest first; at most 100.' },
  ),
})

/** Its answer is flat, as the contract has it. */
const initiating =
  (prefix: Prefix): Route =>
  (app, context, tag) => {
    app.withTypeProvider<TypeBoxTypeProvider>().post(
      `${prefix}/verify`,
      {
        schema: {
          tags: [tag],
          operationId: `initiate${NAMES[prefix]}Verification`,
          summary: 'Initiate an identity verification',
          description:
            'Sends a one-time password (OTP) to the phone that is registered for the BVN or NIN. ' +
            'Costs ₦50.00 from your wallet; nothing if no OTP is sent. Both paths accept both ' +
            'types. Each number can be verified five times in 24 hours, over all businesses.',
          body: InitiateBody,
          response: answers(Initiated, [400, 402, 422, 504]),
        },
      },
      async ({ scope, body, effectId }) => {
        const { type, number, consent = null } = body
        const input = { type, number, consent: consent && consentOf(consent), effectId }
        const id = publicId('idv', await initiate(context, scope, input))
        return {
          status: 'success' as const,
          message: 'A code was sent to the phone that is registered for this number',
          verification_id: id,
          provider_response: { _id: id, status: 'Pending' as const },
        }
      },
    )
  }

const validating = (prefix: Prefix) =>
  action(`POST ${prefix}/validate`, {
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

/** With a secret key, and a rate of its own: each costs a fee and sends a message. */
export const initiateRoutes = plugin('Identity', PREFIXES.map(initiating))

/** With a secret key. */
export const identityRoutes = plugin('Identity', [
  ...PREFIXES.flatMap((prefix) => [validating(prefix), resending(prefix)]),
  record('/identity/:id', {
    operationId: 'getVerification',
    summary: 'Fetch a verification',
    description: 'Returns the verification without the identity details.',
    params: { id: VERIFICATION_ID },
    answer: Fetched,
    message: 'Verification found',
    handle: async (context, { scope, params }) => fetched(context, scope, idOf(params.id)),
  }),
  list('/identity', {
    operationId: 'listVerifications',
    summary: 'List verifications',
    description: 'Newest first, without identity details.',
    query: { status: Type.Optional(fields.status) },
    item: named('Verification'),
    message: 'Verifications found',
    handle: async (context, { scope, query }, page) => {
      const now = context.now()
      const filter = { state: query.status ?? null, now }
      const [rows, total, debitAccountNumber] = await Promise.all([
        listVerifications(context.sql, scope, filter, page),
        countVerifications(context.sql, scope, filter),
        debitAccountNumberOf(context, scope),
      ])
      const ids = rows.map(({ verificationId }) => verificationId)
      const data = rows
        .slice(0, page.perPage)
        .map((row) => toWireVerification(row, debitAccountNumber, now))
      return { data, meta: metaOf(page, total, ids) }
    },
  }),
])

/** The id of a verification in a body or path; null for what can be none. */
export function idOf(text: string): VerificationId | null {
  return parsePublicId<'identity_verification'>('idv', text)
}

export function accessorOf({ keyId, id, ip }: FastifyRequest): Accessor {
  return { keyId, requestId: id, ipAddress: ip }
}

async function fetched(context: Context, scope: Scope, id: VerificationId | null) {
  const verification = await findOwn(context, scope, id)
  const { consent } = verification
  const [data, accesses] = await Promise.all([
    toWireCurrent(context, verification),
    accessesOf(context, verification),
  ])
  return {
    ...data,
    consent:
      consent === null
        ? null
        : (JSON.parse(open(context.keys, verification, 'consent')) as Consent),
    accesses: accesses.map(toWireAccess),
  }
}

async function toWireCurrent(context: Context, verification: Verification) {
  return toWireVerification(
    verification,
    await debitAccountNumberOf(context, verification),
    context.now(),
  )
}

function toWireAccess({ keyId, ...access }: Access) {
  return { ...toWire(access), key_id: publicId('key', keyId) }
}

function consentOf({ text, ip, at }: Static<typeof ConsentBody>): Consent {
  return { text, ip: ip ?? null, at: at ?? null }
}
