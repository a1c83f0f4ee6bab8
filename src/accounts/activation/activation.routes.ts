import { Type } from 'typebox'
import { maskedNumber } from '../../core/numbers.ts'
import { action, record, under } from '../../core/route.ts'
import { fromWire, Nullable, Timestamp, toWire } from '../../core/wire.ts'
import { type Activation, STATES } from './activation.sql.ts'
import { askForLive, changeNumbers, findActivation, LEGAL_NAME_LENGTH_MAX } from './activation.ts'

const Text = Nullable(Type.String())

export const ActivationRecord = Type.Object({
  state: Type.Enum([...STATES]),
  asked_at: Nullable(Timestamp('When live mode was last requested.')),
  decided_at: Nullable(Timestamp('When an operator decided.')),
  legal_name: Text,
  registration_number: Text,
  contact_phone: Text,
  website: Text,
  bvn: Nullable(Type.String({ description: 'Masked.' })),
  nin: Nullable(Type.String({ description: 'Masked.' })),
  note: Nullable(Type.String({ description: 'Why the request was rejected.' })),
})

const numbers = {
  bvn: Type.Optional(
    Type.String({
      format: 'eleven-digits',
      description:
        'The BVN of a director or the owner, for the account of your wallet. `bvn` or `nin` is ' +
        'required. Stored encrypted; deleted if the request is rejected.',
    }),
  ),
  nin: Type.Optional(
    Type.String({
      format: 'eleven-digits',
      description: 'The NIN, in place of the BVN or beside it.',
    }),
  ),
}

const AskBody = Type.Object(
  {
    legal_name: Type.String({
      minLength: 1,
      maxLength: LEGAL_NAME_LENGTH_MAX,
      format: 'person-name',
      description: 'The registered name.',
    }),
    registration_number: Type.String({
      format: 'registration-number',
      description: 'From the Corporate Affairs Commission: RC or BN and digits.',
    }),
    contact_phone: Type.String({ format: 'phone' }),
    website: Type.Optional(Nullable(Type.String({ format: 'web-address' }))),
    ...numbers,
  },
  {
    examples: [
      {
        legal_name: 'Example Stores Limited',
        registration_number: 'RC1234567',
        contact_phone: '+2348000000000',
        website: 'https://shop.example',
        bvn: '22222222222',
      },
    ],
  },
)

export const activationRoutes = under('Activation', [
  record('/activation', {
    needs: 'view',
    isForPeople: true,
    operationId: 'getActivation',
    summary: 'Fetch the live mode request',
    answer: ActivationRecord,
    message: 'Request found',
    handle: async (context, { scope: { businessId } }) =>
      toWireActivation(await findActivation(context.sql, businessId)),
  }),
  action('POST /activation', {
    needs: 'activate',
    operationId: 'requestActivation',
    summary: 'Request live mode',
    description: 'You can request it again after a rejection.',
    body: AskBody,
    answer: ActivationRecord,
    message: 'Live mode requested',
    handle: async (context, { scope: { businessId }, body }) => {
      const none = { website: null, bvn: null, nin: null }
      const asked = { ...none, ...fromWire(AskBody, body), legalName: body.legal_name.trim() }
      return toWireActivation(await askForLive(context, businessId, asked))
    },
  }),
  action('PUT /activation/numbers', {
    needs: 'activate',
    fresh: true,
    operationId: 'changeActivationNumbers',
    summary: 'Replace the BVN and NIN',
    description:
      'Replaces both numbers of a request that is under review or approved, for example after a ' +
      'bank has rejected one. An account number that your wallet has keeps its own.',
    body: Type.Object(numbers, { examples: [{ bvn: '22222222222' }] }),
    answer: ActivationRecord,
    message: 'Numbers replaced',
    handle: async (context, { scope: { businessId }, body }) => {
      const { bvn = null, nin = null } = body
      return toWireActivation(await changeNumbers(context, businessId, { bvn, nin }))
    },
  }),
])

const NOT_ASKED = {
  state: 'not_asked' as const,
  askedAt: null,
  decidedAt: null,
  legalName: null,
  registrationNumber: null,
  contactPhone: null,
  website: null,
  bvnLast4: null,
  ninLast4: null,
  note: null,
}

export function toWireActivation(activation: Activation | null) {
  const { bvnLast4, ninLast4, ...shown } = activation ?? NOT_ASKED
  return { ...toWire(shown), bvn: maskedNumber(bvnLast4), nin: maskedNumber(ninLast4) }
}
