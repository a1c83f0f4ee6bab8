import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import {
  listKeys,
  type NewKeys,
  revokeKey,
  rollKey,
} from '../src/accounts/businesses/businesses.ts'
import type { KeyKind } from '../src/accounts/businesses/keys.sql.ts'
import { issueKey, newKey } from '../src/accounts/businesses/keys.ts'
import { EACH_SCOPE, type KeyScope } from '../src/core/access.ts'
import { receive } from '../src/payments/deposits/receive.ts'
import { HOUR, MINUTE } from '../src/platform/clock.ts'
import { type Answer, type Api, openApi } from './api.ts'
import { beginningOf } from './calls.ts'
import { creditTo } from './payments.ts'
import { givenNamesOf } from './route-names.ts'
import type { Names, Row } from './routes.ts'
import { type GivenBusiness, givenBusiness, givenLive, type TestContext } from './support.ts'

// A business with keys of every kind, valid and invalid, and the names its routes use, for tests of
// which credential opens which route.

export const UNKNOWN: Names = {
  reference: 'never-used',
  id: `txn_${'0'.repeat(32)}`,
  customerId: `cus_${'0'.repeat(32)}`,
  authorizationCode: `AUTH_${'A'.repeat(22)}`,
  accountNumber: '0000000000',
  dedicatedId: `dva_${'0'.repeat(32)}`,
  verificationId: `idv_${'0'.repeat(32)}`,
  eventId: `evt_${'0'.repeat(32)}`,
  payoutId: `po_${'0'.repeat(32)}`,
  payoutBatchId: `pob_${'0'.repeat(32)}`,
  paid: '01990000-0000-7000-8000-000000000001',
  depositId: `dep_${'0'.repeat(32)}`,
  refundId: `ref_${'0'.repeat(32)}`,
  disputeId: `dsp_${'0'.repeat(32)}`,
  givenUpDisputeId: `dsp_${'0'.repeat(32)}`,
  refundLinkId: `rfl_${'0'.repeat(32)}`,
  ruleId: `rul_${'0'.repeat(32)}`,
  endpointId: `whk_${'0'.repeat(32)}`,
  planId: `pln_${'0'.repeat(32)}`,
  subscriptionId: `sbs_${'0'.repeat(32)}`,
  givenUpSubscriptionId: `sbs_${'0'.repeat(32)}`,
  subaccountCode: `ACCT_${'A'.repeat(22)}`,
  splitCode: `SPL_${'A'.repeat(22)}`,
  settlementId: `set_${'0'.repeat(32)}`,
  paymentLinkId: `lnk_${'0'.repeat(32)}`,
  suspendedId: `sus_${'0'.repeat(32)}`,
  walletNumber: '0000000000',
}
export const REQUEST_ID = 'the-same-for-all'

type Given = {
  business: GivenBusiness
  other: GivenBusiness
  live: NewKeys
  /** Keys that open nothing: `unknown`, `revoked`, `expired after a roll`. */
  dead: Record<string, NewKeys>
  /** By scope: a key of `business` with only this scope, and one with all the others. */
  only: Record<string, string>
  without: Record<string, string>
}
type Owned = { test: Names; live: Names; accessCode: string }

export type Credentials = Given & {
  api: Api
  /** The same names until a request finds them used up. */
  names(): Promise<Owned>
  /** Asks again, with new names, if it was not done: some requests work once per record. */
  withNames(
    ask: (names: Owned) => Promise<Answer>,
    isDone: (answer: Answer) => boolean,
  ): Promise<Answer>
  ask(
    route: string,
    row: Row,
    names: Names,
    headers: Record<string, string>,
    query?: Record<string, string>,
  ): Promise<Answer>
}

/** With the Paystack API on. */
export function useCredentials(context: TestContext): Credentials {
  const given = {} as Credentials
  let owned: Owned | null = null
  let live: Names | null = null
  const names = async () => {
    if (owned) return owned
    live ??= await givenLiveNames(context, given)
    const made = await givenNamesOf(context, given.api, given.business)
    context.advance(1 * MINUTE)
    owned = { test: made.names, live, accessCode: made.accessCode }
    return owned
  }
  const withNames: Credentials['withNames'] = async (ask, isDone) => {
    const answer = await ask(await names())
    if (isDone(answer)) return answer
    owned = null
    return ask(await names())
  }
  before(async () => {
    await context.opened
    const api = await openApi({ ...context, config: { ...context.config, paystackApi: true } })
    Object.assign(given, await givenKeys(context), { api, names, withNames, ask: askOn(api) })
    context.advance(1 * HOUR)
  })
  after(() => given.api.app.close())
  return given
}

async function givenKeys(context: TestContext): Promise<Given> {
  const business = await givenBusiness(context)
  context.rails.live = [context.rails.test]
  const keysWith = async (scopesFor: (scope: KeyScope) => KeyScope[]) => {
    const keys: Record<string, string> = {}
    for (const scope of EACH_SCOPE) {
      const grant = { scopes: scopesFor(scope), allowedIps: [] }
      // More keys than a business may have.
      keys[scope] = (await issueKey(context.sql, context.now(), business, 'secret', { grant })).key
    }
    return keys
  }
  return {
    business,
    other: await givenBusiness(context, 'Other Store'),
    live: await givenLive(context, business.businessId),
    dead: {
      unknown: { secretKey: newKey('secret', 'test'), publicKey: newKey('public', 'test') },
      revoked: await givenDeadKeys(context, (scope, keyId) => revokeKey(context, scope, keyId)),
      'expired after a roll': await givenDeadKeys(context, (scope, keyId) =>
        rollKey(context, scope, keyId, 1),
      ),
    },
    only: await keysWith((scope) => [scope]),
    without: await keysWith((scope) => EACH_SCOPE.filter((one) => one !== scope)),
  }
}

async function givenDeadKeys(
  context: TestContext,
  end: (scope: GivenBusiness, keyId: Parameters<typeof revokeKey>[2]) => Promise<unknown>,
): Promise<NewKeys> {
  const given = await givenBusiness(context, 'Former Store')
  for (const kind of ['secret', 'public'] satisfies KeyKind[]) {
    const keys = await listKeys(context.sql, given)
    const key = keys.find((one) => one.kind === kind) ?? assert.fail('no key')
    await end(given, key.keyId)
  }
  return given.keys
}

/** Tops up the wallet to pay for the verification in live mode. */
async function givenLiveNames(context: TestContext, given: Credentials): Promise<Names> {
  const { api, business, live: keys } = given
  const { body } = await api.get('/api/v1/balance', { key: keys.secretKey })
  const { account_number: wallet } = body.data.account
  await receive(context, 'live', creditTo(context, wallet, 1_000_000))
  return (await givenNamesOf(context, api, { ...business, mode: 'live', keys })).names
}

function askOn(api: Api): Credentials['ask'] {
  return (route, { body, path, bodyFor, isStream }, names, headers, query = {}) => {
    const [method, address] = route.split(' ') as ['GET', string]
    const payload = bodyFor?.(names) ?? body
    const asked = api.send({
      method,
      url: path?.(names) ?? address,
      query,
      headers: { 'x-request-id': REQUEST_ID, ...headers },
      ...(payload && { payload }),
    })
    return isStream ? beginningOf(asked) : asked
  }
}

export function said({ status, body }: Answer): [status: number, code: string] {
  return [status, body?.code]
}

/** Everything in an answer that a caller can compare, except the calls left in the rate limit. */
export function shape({ status, headers, text }: Answer) {
  const { date: _, ratelimit: __, ...rest } = headers
  return { status, headers: rest, text }
}

export function withWrongChecksum(key: string): string {
  return key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
}
