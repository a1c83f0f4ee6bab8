import type { CustomerId } from '../../accounts/customers/customers.sql.ts'
import { foldEmail } from '../../accounts/customers/customers.ts'
import { KOBO_MAX } from '../../core/wire.ts'
import { parsePublicId } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { readNaira } from '../../platform/naira.ts'
import { SEARCHED, SEARCHED_KINDS, type SearchedKind } from './kinds.ts'

// What a text can be, by its form. Each kind of record is asked only for what it can have.

export const TEXT_MAX = 254
/** One character finds nothing in particular. */
const TEXT_MIN = 2

const LAST_FOUR = /^\d{4}$/
const ACCOUNT_NUMBER = /^\d{10}$/
/** NIP's thirty digits, or what a provider has instead. */
const SESSION_ID = /^[!-~]{16,64}$/
/** A card is written as its receipts show it: •••• 4081. */
const MASK = /^[•*xX\s]+(?=\d{4}$)/

export type Sought = {
  /** As typed, without blanks at its ends. Empty: the newest of each kind. */
  text: string
  /** As names are compared; empty for what is no name. */
  name: string
  email: string | null
  amount: Kobo | null
  lastFour: string | null
  accountNumber: string | null
  sessionId: string | null
  reference: string | null
  /** The id of a record of a kind; only that kind is asked then. */
  id: { kind: SearchedKind; id: string } | null
  /** Of the customers found by name or address: their records are found too. */
  customerIds: CustomerId[]
}

/** Null: it is too short to find anything by. `fold`: how names are compared. */
export async function soughtBy(
  typed: string,
  fold: (text: string) => Promise<string>,
): Promise<Sought | null> {
  const text = typed.trim().normalize('NFC')
  if (text !== '' && [...text].length < TEXT_MIN) return null
  const plain = text.replace(MASK, '')
  const id = idIn(text)
  const isName = id === null && /\p{L}/u.test(text)
  return {
    text,
    name: isName ? await fold(text) : '',
    email: isName ? foldEmail(text) : null,
    amount: amountIn(text),
    lastFour: LAST_FOUR.test(plain) ? plain : null,
    accountNumber: ACCOUNT_NUMBER.test(text) ? text : null,
    sessionId: SESSION_ID.test(text) ? text : null,
    reference: /^[!-~]+$/.test(text) && !text.includes('@') ? text : null,
    id,
    customerIds: [],
  }
}

function idIn(text: string): Sought['id'] {
  for (const kind of SEARCHED_KINDS) {
    const id = parsePublicId(SEARCHED[kind].id, text)
    if (id !== null) return { kind, id }
  }
  return /^req_[0-9a-f]{32}_\d{1,6}$/.test(text) ? { kind: 'request', id: text } : null
}

function amountIn(text: string): Kobo | null {
  const amount = readNaira(text)
  return amount !== null && amount > 0n && amount <= BigInt(KOBO_MAX) ? amount : null
}
