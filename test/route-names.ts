import { changeSettings, settingsOf } from '../src/accounts/businesses/businesses.ts'
import { runBatches } from '../src/money-out/batches/due.ts'
import { settleNow } from '../src/money-out/settlements/settlements.ts'
import { paymentNamed } from '../src/payments/transactions/transactions.ts'
import { SECOND } from '../src/platform/clock.ts'
import { publicId } from '../src/platform/ids.ts'
import { kobo } from '../src/platform/money.ts'
import { type Api, givenPayment } from './api.ts'
import { freshNumber, givenVerification } from './contract/identity-calls.ts'
import { disputed } from './disputes.ts'
import { givenLink } from './links.ts'
import { givenDedicated, pay, transfer } from './payments.ts'
import { askForBatch } from './payout-batches.ts'
import type { Names } from './routes.ts'
import { givenRule } from './rules.ts'
import { paidByCard } from './settlements.ts'
import { givenSplit, givenSubaccounts } from './splits.ts'
import { givenCard, givenPlan, givenSubscription } from './subscriptions.ts'
import type { GivenBusiness, TestContext } from './support.ts'

// The records that routes in routes.ts name, for one business in one mode.

/**
 * A payment with an account to pay into, a customer's permanent account, a verification whose code
 * can be resent, an event with an endpoint for it, and whatever else routes name.
 */
export async function givenNamesOf(
  context: TestContext,
  api: Api,
  owner: GivenBusiness,
): Promise<{ names: Names; accessCode: string }> {
  const { secretKey: key } = owner.keys
  const { reference, access_code: accessCode } = await givenPayment(api, owner)
  const { body: account } = await api.post(`/checkout/${accessCode}/bank-transfer`)
  const { body: verified } = await api.get(`/api/v1/transactions/verify/${reference}`, { key })
  const { account_number: accountNumber } = account.data
  const { id: dedicatedId } = await givenDedicated(api, owner)
  const { id: verificationId } = await givenVerification(api, owner, { number: freshNumber() })
  const { id, customer } = verified.data
  await api.put('/api/v1/webhooks', { key, body: { url: 'https://shop.example/hooks' } })
  const { body: events } = await api.get('/api/v1/events?perPage=1', { key })
  const eventId = events.data[0].id
  const { body: paidOut } = await api.post('/api/v1/payouts', {
    key,
    body: { amount: 100, bank_code: '058', account_number: '0000000018' },
  })
  const { id: payoutId } = paidOut.data
  const { access_code: paidCode, reference: paid } = await givenPayment(api, owner, {
    save_card: 'required',
  })
  await pay(api, paidCode, 'success')
  const { body: charged } = await api.get(`/api/v1/transactions/verify/${paid}`, { key })
  const authorizationCode = charged.data.authorization.authorization_code
  const { body: refunded } = await api.post('/api/v1/refunds', {
    key,
    body: { transaction: paid, amount: 100 },
  })
  const { id: refundId } = refunded.data
  const { body: linked } = await api.post('/api/v1/refund-links', {
    key,
    body: { transaction: paid, amount: 100 },
  })
  const { id: refundLinkId } = linked.data
  const { account_number: topUp } = (await api.get('/api/v1/balance', { key })).body.data.account
  await transfer(api, owner, { account_number: topUp, amount: 100 })
  const { id: depositId } = (await api.get('/api/v1/deposits', { key })).body.data[0]
  // Live mode rehearses nothing.
  const { body: suspended } = await api.post('/api/v1/sandbox/suspense', {
    key,
    body: { amount: 100 },
  })
  const names = {
    reference,
    id,
    customerId: customer.id,
    authorizationCode,
    accountNumber,
    dedicatedId,
    verificationId,
    eventId,
    payoutId,
    paid,
    refundId,
    refundLinkId,
    ...(await givenSubscribed(api, owner, authorizationCode)),
    ...(await givenDisputes(context, api, owner)),
    depositId,
    suspendedId: suspended.data?.id ?? 'none',
    walletNumber: topUp,
    paymentLinkId: (await givenLink(api, owner)).id,
    ruleId: (await givenRule(api, owner, { kind: 'amount', amount: 100, active: false })).id,
    endpointId: await givenEndpoint(api, owner),
    ...(await givenShared(context, api, owner)),
  }
  return { names, accessCode }
}

export async function givenEndpoint(api: Api, owner: GivenBusiness): Promise<string> {
  const { body } = await api.post('/api/v1/webhooks/endpoints', {
    key: owner.keys.secretKey,
    body: { url: 'https://books.example/hooks', events: [] },
  })
  return body.data.id
}

/** A batch that is ready, a split between two, and the settlement of a payment that waited. */
export async function givenShared(context: TestContext, api: Api, owner: GivenBusiness) {
  const { settlement } = await settingsOf(context, owner)
  await changeSettings(context, owner, { settlement: 'T+1' })
  await paidByCard(api, owner)
  await changeSettings(context, owner, { settlement })
  const [settled] = await settleNow(context, owner)
  const { body: batch } = await askForBatch(api, owner, [{ amount: 100 }])
  context.advance(4 * SECOND)
  await runBatches(context)
  const codes = await givenSubaccounts(api, owner, 2)
  const shares = codes.map((subaccount) => ({ subaccount_id: subaccount, share: 10 }))
  return {
    subaccountCode: codes[0]!,
    splitCode: await givenSplit(api, owner, shares),
    payoutBatchId: batch.data.id as string,
    settlementId: publicId('settlement', settled!.settlementId),
  }
}

/** Two subscriptions to one plan. */
export async function givenSubscribed(api: Api, owner: GivenBusiness, card?: string) {
  const { id: planId } = await givenPlan(api, owner)
  const authorization_code = card ?? (await givenCard(api, owner))
  const sent = { plan: planId, authorization_code }
  const { id: subscriptionId } = await givenSubscription(api, owner, sent)
  const { id: givenUpSubscriptionId } = await givenSubscription(api, owner, sent)
  return { planId, subscriptionId, givenUpSubscriptionId }
}

/** Two of one payment. */
async function givenDisputes(context: TestContext, api: Api, owner: GivenBusiness) {
  const { access_code, reference } = await givenPayment(api, owner)
  await pay(api, access_code, 'success')
  const paid = await paymentNamed(context, owner, reference)
  const part = { amount: kobo(1_000) }
  const one = await disputed(context, owner, paid, part)
  const other = await disputed(context, owner, paid, part)
  return {
    disputeId: publicId('dispute', one.disputeId),
    givenUpDisputeId: publicId('dispute', other.disputeId),
  }
}
