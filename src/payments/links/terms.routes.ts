import { type Static, type TSchema, Type } from 'typebox'
import { Metadata, metadataText, wrongMetadata } from '../../core/metadata.ts'
import { KoboAmount, Nullable, SentCurrency } from '../../core/wire.ts'
import type { FieldError } from '../../platform/first-field.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { readMoment } from '../../platform/range.ts'
import { refuseFields } from '../../platform/refusal.ts'
import { Channels } from '../transactions/transactions.routes.ts'
import { FIELDS_MAX, type LinkField, type LinkTerms, wrongTerms } from './links.ts'

// The terms of a payment link in the API, and the checks that its schema cannot make.

/** Leaves room for the answers of a customer within the limit of a payment. */
const METADATA_BYTES_MAX = 2_048
/** Keys that a link sets in the metadata of its payments. */
const OWN_METADATA = ['custom_fields', 'payment_link']
const LABEL_MAX = 60
const DESCRIPTION_MAX = 500
const USES_MAX = 1_000_000

const Name = Type.String({
  maxLength: 100,
  format: 'person-name',
  description: 'The headline.',
  examples: ['Adire workshop'],
})
const Field = Type.Object(
  {
    label: Type.String({
      maxLength: LABEL_MAX,
      format: 'person-name',
      description: 'The question.',
      examples: ['Size'],
    }),
    required: Type.Optional(
      Type.Boolean({ description: 'Whether an answer is required. false by default.' }),
    ),
  },
  { title: 'PaymentLinkFieldInput' },
)

/** A field that null clears. */
const Clearable = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))

const options = {
  description: Clearable(
    Type.String({
      maxLength: DESCRIPTION_MAX,
      description: 'The text below the headline.',
      examples: ['Two hours, dye included.'],
    }),
  ),
  amount: Clearable(KoboAmount('In kobo. null: the customer chooses.')),
  min_amount: Clearable(KoboAmount('The minimum if the customer chooses, in kobo.')),
  max_amount: Clearable(KoboAmount('The maximum if the customer chooses, in kobo.')),
  fields: Type.Optional(
    Type.Array(Field, {
      maxItems: FIELDS_MAX,
      description: 'What else to ask the customer. The answers are in `metadata.custom_fields`.',
    }),
  ),
  callback_url: Clearable(
    Type.String({ format: 'return-address', description: 'Where customers return.' }),
  ),
  split_code: Clearable(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The split by which payments are shared.',
      examples: ['SPL_AZqmA2NQe2e4sK1d8v6cXw'],
    }),
  ),
  channels: Clearable(Channels),
  fee_bearer: Type.Optional(
    Type.Enum(['business', 'customer'], {
      description: 'Who pays the fee. `business` by default.',
    }),
  ),
  expires_at: Clearable(
    Type.String({ format: 'timestamp', description: 'No payment can start from then on.' }),
  ),
  uses_max: Clearable(
    Type.Integer({
      minimum: 1,
      maximum: USES_MAX,
      description:
        'How many payments can succeed. A payment counts from when its customer requests an ' +
        'account number or tries a card. If it does not succeed, it stops counting when it ' +
        'ends, at most an hour later. A fully refunded payment does not count.',
      examples: [100],
    }),
  ),
  currency: SentCurrency,
  metadata: Clearable(
    Metadata('Added to the metadata of each payment. At most 2 KB and 5 levels deep.'),
  ),
}
export const LinkBody = Type.Object(
  {
    name: Name,
    ...options,
    slug: Type.Optional(
      Type.String({
        format: 'slug',
        description: 'The end of its URL. Permanent. By default one that cannot be guessed.',
      }),
    ),
  },
  { examples: [{ name: 'Adire workshop', amount: 1_500_000 }] },
)
export const LinkChangeBody = Type.Object({
  name: Type.Optional(Name),
  ...options,
  active: Type.Optional(Type.Boolean({ description: 'false: no payment can start.' })),
})

export const UNSAID = {
  description: null,
  amount: null,
  minAmount: null,
  maxAmount: null,
  fields: '[]',
  callbackUrl: null,
  splitCode: null,
  channels: null,
  feeBearer: 'business',
  expiresAt: null,
  usesMax: null,
  metadata: null,
} as const satisfies Omit<LinkTerms, 'name'>

type Options = Partial<Omit<Static<typeof LinkBody>, 'name' | 'slug'>>

/** Only the fields that were sent. Null clears a field. */
export function termsOf(body: Options, rawBody: string): Partial<Omit<LinkTerms, 'name'>> {
  const { description, fields, channels, metadata } = body
  const sent = {
    description: description?.trim() === '' ? null : description,
    amount: koboOf(body.amount),
    minAmount: koboOf(body.min_amount),
    maxAmount: koboOf(body.max_amount),
    fields: fields && JSON.stringify(fields.map(readField)),
    callbackUrl: body.callback_url,
    splitCode: body.split_code,
    channels: channels === null ? null : channels?.join(','),
    feeBearer: body.fee_bearer,
    expiresAt: body.expires_at === undefined ? undefined : moment(body.expires_at),
    usesMax: body.uses_max,
    metadata: metadata && metadataText(rawBody),
  }
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
}

function readField({ label, required = false }: Static<typeof Field>): LinkField {
  return { label: label.trim(), required }
}

/** Checks that the schema cannot make. They run even if the schema failed: a field has any type. */
export function together(body: Options, rawBody: string): (() => void)[] {
  return [
    () => refuseAny(wrongSent(body?.metadata, rawBody)),
    () => refuseAny(wrongLabels(body?.fields)),
    () => refuseAny(wrongEnd(moment(body?.expires_at))),
    () =>
      refuseAny(
        wrongTerms({
          amount: koboOf(body?.amount) ?? null,
          minAmount: koboOf(body?.min_amount) ?? null,
          maxAmount: koboOf(body?.max_amount) ?? null,
        }),
      ),
  ]
}

function wrongSent(metadata: unknown, rawBody: string): FieldError[] {
  if (typeof metadata !== 'object' || metadata === null) return []
  return wrongLinkMetadata(metadataText(rawBody) ?? '', metadata)
}

export function wrongLinkMetadata(sent: string, metadata: object): FieldError[] {
  const field = 'metadata'
  const own = OWN_METADATA.find((name) => Object.hasOwn(metadata, name))
  if (own !== undefined) {
    const message = `metadata must not contain ${own}: the link sets it.`
    return [{ field, code: 'not_allowed', message }]
  }
  if (Buffer.byteLength(sent) > METADATA_BYTES_MAX) {
    return [{ field, code: 'too_large', message: 'metadata must be at most 2 KB of JSON.' }]
  }
  return wrongMetadata(sent, metadata)
}

/** Refuses two fields with the same label. */
function wrongLabels(fields: unknown): FieldError[] {
  if (!Array.isArray(fields)) return []
  const labels = fields.map((field) =>
    typeof field?.label === 'string' ? field.label.trim().toLowerCase() : null,
  )
  return labels.flatMap((label, i) => {
    if (label === null || labels.indexOf(label) === i) return []
    const field = `fields.${i}.label`
    return [{ field, code: 'repeated', message: `${field} is the label of another field.` }]
  })
}

/** PostgreSQL has no year 0. */
function wrongEnd(expiresAt: Date | null): FieldError[] {
  if (expiresAt === null || expiresAt.getTime() > 0) return []
  const message = 'expires_at must be after 1970.'
  return [{ field: 'expires_at', code: 'too_small', message }]
}

export function refuseAny(errors: FieldError[]): void {
  if (errors.length > 0) refuseFields(errors)
}

/** Undefined if the field is missing or not an integer. */
function koboOf(amount: unknown): Kobo | null | undefined {
  if (amount === null) return null
  return typeof amount === 'number' && Number.isSafeInteger(amount) ? kobo(amount) : undefined
}

export function moment(text: unknown): Date | null {
  return typeof text === 'string' ? readMoment(text) : null
}
