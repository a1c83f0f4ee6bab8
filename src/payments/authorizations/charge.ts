import { findCustomer, foldEmail } from '../../accounts/customers/customers.ts'
import type { Context, Scope } from '../../core/context.ts'
import { parsePublicId, shortId } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { Refusal, refuse, refuseFields } from '../../platform/refusal.ts'
import { railThatMade } from '../../providers/made-by.ts'
import type { CardRail, TokenRail } from '../../providers/rails.ts'
import { isOff } from '../../providers/switches.ts'
import { type CardAttempt, listAttemptsOf, payByToken } from '../checkout/checkout.ts'
import { type InitializeInput, initialize } from '../transactions/initialize.ts'
import type { Transaction } from '../transactions/transactions.rows.ts'
import { findPayment, findTransaction } from '../transactions/transactions.ts'
import type { Authorization, AuthorizationId } from './authorizations.sql.ts'
import { authorizationNamed, tokenOf } from './authorizations.ts'

// Charges a kept card or a mandate, without the customer. The payment is initialized as others are,
// and attempted as at the checkout: the attempt is stored before the provider is called.
//
// The reference makes a repeated request the first one. At most one attempt of a payment is open,
// and a payment succeeds once, so two requests at once charge once. After a crash between the
// payment and its attempt, the repeated request charges; after one in the call, a job enquires.

type ChargeInput = Omit<InitializeInput, 'name' | 'channels' | 'madeWith' | 'isDebit'> & {
  authorizationCode: string
  /** The least to charge, if the card has less than the amount. */
  atLeast?: Kobo
}

type Asked = Pick<ChargeInput, 'reference' | 'effectId' | 'amount'> & { atLeast: Kobo | null }

export type Charged = { transaction: Transaction; attempt: CardAttempt }

/** These refusals of an attempt tell of one that has begun, or of a payment that has ended. */
const BEGUN = ['already_in_progress', 'already_paid', 'already_closed', 'rail_timeout']

export async function chargeAuthorization(
  context: Context,
  { businessId, mode }: Scope,
  { authorizationCode, atLeast, ...input }: ChargeInput,
): Promise<Charged> {
  const scope = { businessId, mode }
  const authorization = await authorizationNamed(context, scope, authorizationCode)
  refuseOtherEmail(authorization, input.email)
  refuseMore(atLeast, input.amount)
  const asked = { ...input, atLeast: atLeast ?? null }
  const known = await findCharged(context, scope, authorization, asked)
  if (known) return known

  // The same request, at once, has charged since the look above.
  const orKnown = async (error: unknown): Promise<Charged> => {
    const since = await findCharged(context, scope, authorization, asked)
    if (since) return since
    throw error
  }
  const rail = tokenRailOf(context, authorization) ?? refuse('rail_unavailable')
  const customer = await findCustomer(context.sql, scope, authorization.customerId)
  const { firstName, lastName } = customer ?? refuse('authorization_not_found')
  const name = `${firstName} ${lastName}`.trim()
  const isDebit = authorization.channel === 'direct_debit'
  const channel = isDebit ? ('bank' as const) : ('card' as const)
  const more = { name, channels: [channel], madeWith: 'secret' as const, isDebit }
  const initialized = await initialize(context, scope, { ...input, ...more }).catch(orKnown)
  if ('attempt' in initialized) return initialized
  const id = parsePublicId('transaction', initialized.id)!
  const key = { ...scope, id }
  const token = tokenOf(context, authorization)
  try {
    const least = atLeast === undefined ? {} : { atLeast }
    await payByToken(context, key, rail, { ...authorization, method: channel, token, ...least })
  } catch (error) {
    const isBegun = error instanceof Refusal && BEGUN.includes(error.code)
    const begun = isBegun ? await chargedBy(context, key, authorization.authorizationId) : null
    if (begun) return begun
    throw error
  }
  return (
    (await chargedBy(context, key, authorization.authorizationId)) ?? refuse('rail_unavailable')
  )
}

function refuseOtherEmail({ email }: Authorization, sent: string): void {
  if (foldEmail(email) === foldEmail(sent)) return
  const message = 'email must be that of the customer who let you keep the card.'
  refuseFields([{ field: 'email', code: 'invalid', message }])
}

function refuseMore(atLeast: Kobo | undefined, amount: Kobo): void {
  if (atLeast === undefined || atLeast <= amount) return
  const message = 'at_least must not be more than amount.'
  refuseFields([{ field: 'at_least', code: 'too_large', message }])
}

/** What an earlier request with this reference did. Refuses if it had another content. */
async function findCharged(
  context: Context,
  scope: Scope,
  { authorizationId }: Authorization,
  { reference, effectId, amount, atLeast }: Asked,
): Promise<Charged | null> {
  const name = reference ?? (effectId && shortId(effectId))
  const payment = name === null ? null : await findPayment(context, scope, name)
  if (payment === null || payment.reference !== name) return null
  // Anyone with the public key can have begun it: `initialize` accepts any reference.
  if (payment.madeWith !== 'secret') return null
  const attempts = (await listAttemptsOf(context.sql, payment)).filter(hasCharged)
  const attempt = attempts.findLast((one) => one.authorizationId === authorizationId)
  const isSame = payment.requestedAmount === amount && attempt?.atLeast === atLeast
  if (attempt && isSame) return { transaction: payment, attempt }
  if (attempts.length > 0) refuse('duplicate_reference')
  return null
}

/** An attempt of a kept card that reached the provider, or may have. */
function hasCharged({ authorizationId, state }: CardAttempt): boolean {
  return authorizationId !== null && state !== 'unavailable'
}

async function chargedBy(
  context: Context,
  key: Pick<Transaction, 'businessId' | 'mode' | 'id'>,
  authorizationId: AuthorizationId,
): Promise<Charged | null> {
  const attempts = (await listAttemptsOf(context.sql, key)).filter(hasCharged)
  const attempt = attempts.findLast((one) => one.authorizationId === authorizationId)
  const transaction = attempt && (await findTransaction(context.sql, key))
  return transaction ? { transaction, attempt } : null
}

/** The provider that gave the token: no other one has use for it. Null: it cannot charge now. */
export function tokenRailOf({ rails }: Context, authorization: Authorization): TokenRail | null {
  const rail = railThatMade(rails, 'charges', authorization)
  const isOn = rail !== null && !isOff(rails.off, authorization, rail.name)
  return isOn && hasTokens(rail) ? rail : null
}

function hasTokens(rail: CardRail): rail is TokenRail {
  return rail.chargeToken !== undefined
}
