import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import type { OwnName } from '../banks/resolve.ts'
import type { Context } from '../context.ts'
import { memberText } from '../lib/json.ts'
import { readPage } from '../lib/paging.ts'
import { refuseFields } from '../lib/refusal.ts'
import { checkAll } from '../lib/validation.ts'
import {
  answers,
  created,
  Metadata,
  Nullable,
  pageQuery,
  refused,
  Success,
  SuccessList,
  Timestamp,
  wrongIn,
  wrongMetadata,
} from '../wire.ts'
import { askerOf } from './account-changes.ts'
import {
  changeSubaccount,
  createSubaccount,
  pageOfSubaccounts,
  type Subaccount,
  shownSubaccounts,
  subaccountNamed,
} from './subaccounts.ts'

const Name = Type.String({ minLength: 1, maxLength: 100, format: 'one-line' })
const BankCode = Type.String({ format: 'bank-code', description: 'A code of GET /banks.' })
const AccountNumber = Type.String({ format: 'account-number' })

const subaccountFields = {
  business_name: Name,
  bank_code: BankCode,
  account_number: AccountNumber,
}
const subaccountOptions = {
  percentage_charge: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 100,
      description: 'Percent, two decimals at most. For your own use: a split names its shares.',
    }),
  ),
  primary_contact_email: Type.Optional(Type.String({ format: 'email' })),
  metadata: Type.Optional(Metadata('At most 8 KB, 5 levels deep.')),
}
const SubaccountBody = Type.Object(
  { ...subaccountFields, ...subaccountOptions },
  {
    examples: [
      { business_name: 'Ada Example Foods', bank_code: '001', account_number: '0123456789' },
    ],
  },
)
const SubaccountChange = Type.Object({
  business_name: Type.Optional(Name),
  bank_code: Type.Optional(BankCode),
  account_number: Type.Optional(AccountNumber),
  ...subaccountOptions,
  active: Type.Optional(Type.Boolean({ description: 'false: it gets no more parts of payments.' })),
})

const SubaccountRecord = Type.Object({
  id: Type.String(),
  domain: Type.Enum(['test', 'live']),
  subaccount_code: Type.String(),
  business_name: Type.String(),
  bank: Type.Object({ name: Type.String(), code: Type.String() }),
  account_number: Type.String(),
  account_name: Type.String({ description: 'As the bank writes it.' }),
  percentage_charge: Nullable(Type.Number()),
  primary_contact_email: Nullable(Type.String()),
  metadata: Nullable(Type.Object({}, { additionalProperties: true })),
  active: Type.Boolean(),
  currency: Type.Literal('NGN'),
  available: Type.Integer({ description: 'Kobo that are paid out to it next.' }),
  pending: Type.Integer({ description: 'Kobo that wait for their settlement.' }),
  created_at: Timestamp('When it was made.'),
  updated_at: Timestamp('When it was last changed.'),
})

const Params = Type.Object({ subaccount_code: Type.String() })
const tags = ['Splits']

/** With a secret key. */
export function subaccountRoutes(context: Context, own: OwnName): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.register(readingRoutes(context))
    app.register(writingRoutes(context, own))
    done()
  }
}

function writingRoutes(context: Context, own: OwnName): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.post(
      '/subaccounts',
      {
        schema: {
          tags,
          summary: 'Name somebody to share payments with',
          body: SubaccountBody,
          response: {
            ...created(Success(SubaccountRecord), [400, 409, 422]),
            504: refused(504),
          },
        },
      },
      async ({ scope, body, rawBody, effectId }, reply) => {
        const { business_name, bank_code, account_number } = body
        const input = {
          percentageCharge: null,
          primaryContactEmail: null,
          metadata: null,
          ...optionsOf(body, rawBody),
          businessName: business_name,
          bankCode: bank_code,
          accountNumber: account_number,
        }
        const row = await createSubaccount(context, scope, own, input, effectId)
        return reply.status(201).send(await one(context, row, 'Subaccount created'))
      },
    )

    app.put(
      '/subaccounts/:subaccount_code',
      {
        schema: {
          tags,
          summary: 'Change a subaccount',
          description:
            'Another bank account takes effect after 24 hours, or when a second person approves ' +
            'it in the dashboard; until then nothing is paid out to the subaccount. See GET ' +
            '/account-changes.',
          params: Params,
          body: SubaccountChange,
          response: {
            ...answers(Success(SubaccountRecord), [400, 404, 422]),
            504: refused(504),
          },
        },
      },
      async ({ scope, params, body, rawBody, login, keyId }) => {
        const { business_name, bank_code, account_number, active } = body
        const change = {
          ...optionsOf(body, rawBody),
          ...(business_name !== undefined && { businessName: business_name }),
          ...(bank_code !== undefined && { bankCode: bank_code }),
          ...(account_number !== undefined && { accountNumber: account_number }),
          ...(active !== undefined && { active }),
        }
        const code = params.subaccount_code
        const asker = await askerOf(context, scope, { login, keyId })
        const row = await changeSubaccount(context, scope, own, code, change, asker)
        return one(context, row, 'Subaccount changed')
      },
    )
    done()
  }
}

function readingRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/subaccounts',
      {
        attachValidation: true,
        schema: {
          tags,
          summary: 'List subaccounts, newest first',
          querystring: Type.Object(pageQuery),
          response: answers(SuccessList(SubaccountRecord), [400]),
        },
      },
      async ({ scope, query, validationError }) => {
        const [page] = checkAll(wrongIn(validationError), () => readPage(query))
        const { subaccounts, meta } = await pageOfSubaccounts(context, scope, page)
        const data = await shownSubaccounts(context, scope, subaccounts)
        return { status: 'success' as const, message: 'Subaccounts found', data, meta }
      },
    )

    app.get(
      '/subaccounts/:subaccount_code',
      {
        schema: {
          tags,
          summary: 'Look at a subaccount, and at what it has',
          params: Params,
          response: answers(Success(SubaccountRecord), [404]),
        },
      },
      async ({ scope, params }) =>
        one(
          context,
          await subaccountNamed(context, scope, params.subaccount_code),
          'Subaccount found',
        ),
    )

    done()
  }
}

async function one(context: Context, row: Subaccount, message: string) {
  const [data] = await shownSubaccounts(context, row, [row])
  return { status: 'success' as const, message, data: data! }
}

type Options = Pick<
  Static<typeof SubaccountBody>,
  'percentage_charge' | 'primary_contact_email' | 'metadata'
>

function optionsOf(body: Options, rawBody: string) {
  const { percentage_charge, primary_contact_email, metadata } = body
  const errors = wrongOptions(body, rawBody)
  if (errors.length > 0) refuseFields(errors)
  return {
    ...(percentage_charge !== undefined && {
      percentageCharge: Math.round(percentage_charge * 100),
    }),
    ...(primary_contact_email !== undefined && { primaryContactEmail: primary_contact_email }),
    ...(metadata !== undefined && { metadata: memberText(rawBody, 'metadata') }),
  }
}

function wrongOptions({ percentage_charge: percent, metadata }: Options, rawBody: string) {
  const text = metadata === undefined ? null : memberText(rawBody, 'metadata')
  const errors = wrongMetadata(text, metadata)
  if (percent !== undefined && Math.round(percent * 100) / 100 !== percent) {
    const field = 'percentage_charge'
    errors.push({ field, code: 'invalid', message: `${field} must have at most two decimals.` })
  }
  return errors
}
