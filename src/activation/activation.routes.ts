import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { answers, Nullable, Success, Timestamp } from '../wire.ts'
import { type Activation, activationOf, askForLive, LEGAL_NAME_LENGTH_MAX } from './activation.ts'
import { STATES } from './operator.ts'

// The wire of a business that asks for live mode.

const Text = Nullable(Type.String())

export const ActivationRecord = Type.Object({
  state: Type.Enum([...STATES]),
  asked_at: Nullable(Timestamp('When it was last asked for.')),
  decided_at: Nullable(Timestamp('When an operator said yes or no.')),
  legal_name: Text,
  registration_number: Text,
  contact_phone: Text,
  website: Text,
  note: Nullable(Type.String({ description: 'Why it was refused.' })),
})

const AskBody = Type.Object(
  {
    legal_name: Type.String({
      minLength: 1,
      maxLength: LEGAL_NAME_LENGTH_MAX,
      format: 'person-name',
      description: 'As it is registered.',
    }),
    registration_number: Type.String({
      format: 'registration-number',
      description: 'At the Corporate Affairs Commission: RC or BN and digits.',
    }),
    contact_phone: Type.String({ format: 'phone' }),
    website: Type.Optional(Nullable(Type.String({ format: 'web-address' }))),
  },
  {
    examples: [
      {
        legal_name: 'Example Stores Limited',
        registration_number: 'RC1234567',
        contact_phone: '+2348000000000',
        website: 'https://shop.example',
      },
    ],
  },
)

const tags = ['Activation']

/** For logins. */
export function activationRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/activation',
      {
        schema: {
          tags,
          summary: 'Look at how far live mode is',
          response: answers(Success(ActivationRecord), []),
        },
      },
      async ({ scope: { businessId } }) => {
        const activation = await activationOf(context, businessId)
        return succeeded('Activation found', activation)
      },
    )

    app.post(
      '/activation',
      {
        schema: {
          tags,
          summary: 'Ask for live mode',
          description: 'Once, and again after a refusal: then with what was wrong put right.',
          body: AskBody,
          response: answers(Success(ActivationRecord), [400, 409]),
        },
      },
      async ({ scope: { businessId }, body }) => {
        const asked = await askForLive(context, businessId, {
          legalName: body.legal_name.trim(),
          registrationNumber: body.registration_number,
          contactPhone: body.contact_phone,
          website: body.website ?? null,
        })
        return succeeded('Live mode asked for', asked)
      },
    )
    done()
  }
}

export function shownActivation(activation: Activation | null) {
  return {
    state: activation?.state ?? ('not_asked' as const),
    asked_at: activation?.askedAt.toISOString() ?? null,
    decided_at: activation?.decidedAt?.toISOString() ?? null,
    legal_name: activation?.legalName ?? null,
    registration_number: activation?.registrationNumber ?? null,
    contact_phone: activation?.contactPhone ?? null,
    website: activation?.website ?? null,
    note: activation?.note ?? null,
  }
}

function succeeded(message: string, activation: Activation | null) {
  return { status: 'success' as const, message, data: shownActivation(activation) }
}
