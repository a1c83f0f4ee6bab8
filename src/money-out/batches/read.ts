import { type Static, Type } from 'typebox'
import { findBank } from '../../accounts/banks/banks.ts'
import { emptyIn, Metadata, wrongMetadata } from '../../core/metadata.ts'
import { fromWire, KoboAmount, SentCurrency } from '../../core/wire.ts'
import type { FieldError } from '../../platform/first-field.ts'
import { readExactly } from '../../platform/json.ts'
import { kobo } from '../../platform/money.ts'
import { wrongFields } from '../../platform/refusal.ts'
import { LINES_MAX, type LineInput, type WrongAt } from './batches.ts'

// Reads the lines of a request. Every wrong line is reported at once, and nothing is stored.

const NAME_LENGTH_MAX = 100
/** As of a single payout. */
const REASON_LENGTH_MAX = 100

export const LineBody = Type.Object(
  {
    amount: KoboAmount('In kobo: 500000 is ₦5,000.00.'),
    currency: SentCurrency,
    bank_code: Type.String({ format: 'bank-code', description: 'A code from `GET /banks`.' }),
    account_number: Type.String({
      format: 'account-number',
      description: 'The account to pay to.',
    }),
    reference: Type.Optional(
      Type.String({ format: 'reference', description: 'Your unique name for this payout.' }),
    ),
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: REASON_LENGTH_MAX,
        format: 'one-line',
        description: 'What it is for. The recipient sees it.',
        examples: ['Salary'],
      }),
    ),
    metadata: Type.Optional(Metadata('Any data, at most 8 KB and 5 levels deep.')),
  },
  { title: 'PayoutBatchLineRequest' },
)

export const BatchName = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: NAME_LENGTH_MAX,
    format: 'one-line',
    description: 'For you and your team.',
    examples: ['Salaries of November'],
  }),
)

export const BatchBody = Type.Object(
  {
    currency: SentCurrency,
    name: BatchName,
    auto_send: Type.Optional(
      Type.Boolean({
        description:
          'true: the batch is sent without another call, if every name is found and the business ' +
          'does not require approval.',
      }),
    ),
    payouts: Type.Array(LineBody, {
      minItems: 1,
      maxItems: LINES_MAX,
      description: `1 to ${LINES_MAX} payouts.`,
    }),
  },
  {
    examples: [
      {
        name: 'Salaries of November',
        payouts: [
          {
            amount: 500_000,
            bank_code: '058',
            account_number: '0000000018',
            reference: 'salary-ada-11',
          },
        ],
      },
    ],
  },
)

/** A field of the JSON body. */
export const wrongInJson: WrongAt = (line, field, code, says) => {
  const name = `payouts.${line}.${field}`
  return { field: name, code, message: `${name} ${says}.` }
}

/** The lines of a JSON body. `isSound`: its schema accepts it. Refuses what that does not check. */
export function readJsonLines(body: unknown, rawBody: string, isSound: boolean): LineInput[] {
  const sent = (body as Partial<Static<typeof BatchBody>> | null)?.payouts
  const lines = Array.isArray(sent) ? sent : []
  const texts = lines.some((line) => line?.metadata !== undefined) ? metadataTexts(rawBody) : []
  const errors = wrongLines(lines, wrongInJson)
  for (const [i, line] of lines.entries()) {
    for (const { code, message } of wrongMetadata(texts[i] ?? null, line?.metadata)) {
      errors.push(wrongInJson(i, 'metadata', code, message.slice('metadata '.length, -1)))
    }
  }
  if (errors.length > 0) throw wrongFields(errors)
  return !isSound ? [] : lines.map((line, i) => inputOf(line, texts[i] ?? null))
}

/** What the schema of a line does not check. A line of the wrong form is skipped here. */
export function wrongLines(lines: readonly unknown[], wrongAt: WrongAt): FieldError[] {
  const errors: FieldError[] = []
  const seen = new Map<string, number>()
  for (const [i, line] of lines.entries()) {
    const { bank_code: code, reference } = Object(line) as Record<string, unknown>
    if (typeof code === 'string' && findBank(code) === null) {
      errors.push(wrongAt(i, 'bank_code', 'unknown', 'is not in the list: GET /banks?all=true'))
    }
    if (typeof reference !== 'string') continue
    const first = seen.get(reference)
    if (first === undefined) seen.set(reference, i)
    else {
      const says = `is the reference of payout ${first + 1} too`
      errors.push(wrongAt(i, 'reference', 'repeated', says))
    }
  }
  return errors
}

export function inputOf(line: Static<typeof LineBody>, metadata: string | null): LineInput {
  const { amount, bankCode, ...rest } = fromWire(LineBody, line)
  return {
    amount: kobo(amount),
    bankCode: findBank(bankCode)!.code,
    accountNumber: rest.accountNumber,
    reference: rest.reference ?? null,
    reason: rest.reason ?? null,
    metadata,
  }
}

/** The metadata of each line as text, with every digit that was sent. */
function metadataTexts(rawBody: string): (string | null)[] {
  const { payouts } = readExactly(rawBody) as { payouts: { metadata?: unknown }[] }
  return payouts.map((line) =>
    line?.metadata == null ? null : emptyIn(JSON.stringify(line.metadata)),
  )
}
