import { type TEnum, type TOptional, type TString, Type } from 'typebox'
import { type Camel, Text } from '../../core/wire.ts'
import { camelOf } from '../../platform/values.ts'

// Optional text that a business sends with `initialize`. Each line is a nullable text column of
// `transaction` with the same name; with `shown` it is a field of the record too, and with
// `isExported` a column of the export. A new field is a line here and a migration.

type SentField = { asked: TString | TEnum<string[]>; shown?: TString; isExported?: true }

export const SENT = {
  callback_url: {
    asked: Type.String({
      format: 'return-address',
      description:
        'Where the customer returns after payment. `reference` and `trxref` are set in its ' +
        'query. A URL of your mobile app, such as `myapp://paid`, if `allowed_origins` has ' +
        'its scheme.',
    }),
    shown: Text('Where the customer returns.', 'https://shop.example/thanks'),
  },
  phone: {
    asked: Type.String({ format: 'phone', description: 'The phone number of the customer.' }),
  },
  save_card: {
    asked: Type.Enum(['offer', 'required', 'never'], {
      description:
        'Whether you may charge the card again, with POST /transactions/charge-authorization. ' +
        '`offer`: the checkout asks, and the customer ticks a box. `required`: it says so, and ' +
        'who pays by card agrees. `never`, the default: nothing is kept.',
    }),
  },
} as const satisfies Record<string, SentField>

type SentName = keyof typeof SENT
/** By column. */
export type Sent = { [Name in SentName as Camel<Name>]: string | null }

const entries = Object.entries(SENT) as [SentName, SentField][]

const columns = entries.map(([name]) => camelOf(name) as keyof Sent)

export const SENT_EXPORTED = entries.flatMap(([name, { isExported }]) => (isExported ? name : []))

/** For the body of `initialize`. */
export const sentProperties = Object.fromEntries(
  entries.map(([name, { asked }]) => [name, Type.Optional(asked)]),
) as { [Name in SentName]: TOptional<(typeof SENT)[Name]['asked']> }

/** The columns, whatever else is in `from`; null where nothing was sent. */
export function sentIn(from: Partial<Sent>): Sent {
  return Object.fromEntries(columns.map((column) => [column, from[column] ?? null])) as Sent
}
