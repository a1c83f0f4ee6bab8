import { Type } from 'typebox'
import { action, plain, under } from '../../core/route.ts'
import { sendStatic, sendTagged, staticFile, tagged } from '../../core/static.ts'
import { Nullable, refused, Success, Text, toWire } from '../../core/wire.ts'
import { banks, type ListedBank } from './banks.ts'
import { type OwnName, resolve } from './resolve.ts'
import { suggest } from './suggest.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const KEPT_FOR_AN_HOUR = { 'cache-control': 'public, max-age=3600' }
const THREE_DIGITS = /^\d{3}$/

const BankItem = Type.Object(
  {
    name: Text('The name of the bank.', 'Guaranty Trust Bank'),
    code: Text('Send it as `bank_code`. A string: leading zeros count.', '058'),
    slug: Text('For URLs and logos.', 'guaranty-trust-bank'),
    nip_code: Nullable(
      Text('Six digits, used between banks. Accepted as `bank_code` too.', '000013'),
    ),
    type: Type.Enum(
      ['commercial', 'merchant', 'payment_service', 'microfinance', 'mortgage', 'finance'],
      { description: 'The kind of licence.' },
    ),
  },
  { title: 'Bank' },
)

const AccountNumber = Type.String({ format: 'account-number', description: '10 digits.' })

const Resolved = Type.Object(
  {
    account_name: Text('The account holder, as the bank gives it.', 'ADA EXAMPLE'),
    account_number: Text('The account number.', '0000000018'),
    bank_code: Text('The bank code, as in the list.', '058'),
    check_digit_valid: Nullable(
      Type.Boolean({
        description: 'Advice only: many valid numbers fail it. Null: the bank has no check digit.',
      }),
    ),
  },
  { title: 'ResolvedAccount' },
)

const listAnswers = {
  200: { ...Success(Type.Array(BankItem, { description: 'The banks.' })), description: 'Success.' },
  304: { type: 'null', description: 'Not modified since the `ETag` in `If-None-Match`.' },
  400: refused(400),
  403: refused(403),
  500: refused(500),
}

const listed = (list: readonly ListedBank[]) => staticFile(JSON_TYPE, written('Banks found', list))
const all = listed(banks)
const threeDigits = listed(banks.filter(({ code }) => THREE_DIGITS.test(code)))

/** Public data: pages of any origin may read it. */
export const bankRoutes = under('Banks', [
  plain('GET /banks', {
    needs: 'banks:read',
    isOpen: true,
    isBare: true,
    operationId: 'listBanks',
    summary: 'List banks',
    description:
      'In alphabetical order. Banks with a 3-digit code, or all. Needs no key. Also served ' +
      'without the prefix, at `/banks`.',
    query: {
      all: Type.Optional(
        Type.Enum(['true', 'false'], {
          description: 'true: also banks with longer codes, such as wallets.',
        }),
      ),
    },
    response: listAnswers,
    handle: async (_context, request, reply) => {
      reply.headers(KEPT_FOR_AN_HOUR)
      return sendStatic(request, reply, request.query.all === 'true' ? all : threeDigits)
    },
  }),
  plain('GET /banks/suggest', {
    needs: 'banks:read',
    isOpen: true,
    isBare: true,
    operationId: 'suggestBanks',
    summary: 'Suggest banks for an account number',
    description:
      'Banks whose check digit fits the number, the likeliest first. One bank in ten fits ' +
      'by chance, and wallets can ignore the check digit: let the customer choose. Also ' +
      'served without the prefix, at `/banks/suggest`.',
    query: { account_number: AccountNumber },
    response: listAnswers,
    handle: async (_context, request, reply) => {
      const text = written('Banks suggested', suggest(request.query.account_number))
      return sendTagged(request, reply.headers(KEPT_FOR_AN_HOUR), tagged(JSON_TYPE, text))
    },
  }),
])

const resolveAccount = (own: OwnName) =>
  action('POST /accounts/resolve', {
    limit: 'resolve',
    isBare: true,
    needs: 'banks:read',
    isReading: true,
    isAudited: true,
    operationId: 'resolveAccount',
    summary: 'Resolve an account number',
    description:
      'Returns the name of the account holder, in upper case as the bank gives it. Also ' +
      'served without the prefix, at `/accounts/resolve`.',
    body: Type.Object({
      bank_code: Type.String({ format: 'bank-code', description: 'A code from `GET /banks`.' }),
      account_number: AccountNumber,
    }),
    answer: Resolved,
    responses: {
      504: { ...refused(504), description: 'The bank did not answer in time. Retry.' },
    },
    message: 'Account number resolved',
    handle: async (context, { scope, body }) => {
      const asked = { bankCode: body.bank_code, accountNumber: body.account_number }
      return toWire(await resolve(context, scope, own, asked))
    },
  })

/** Has its own limit, against harvesting names. */
export const resolveRoutes = (own: OwnName) => under('Banks', [resolveAccount(own)])

function written(message: string, list: readonly ListedBank[]): string {
  const data = list.map(({ nipCode, name, code, slug, type }) => {
    return { name, code, slug, nip_code: nipCode, type }
  })
  return JSON.stringify({ status: 'success', message, data })
}
