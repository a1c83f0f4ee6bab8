var n={Transactions:{"transaction.success":"A payment succeeded, or a deposit arrived at a dedicated virtual account.","transaction.failed":"A payment failed.","transaction.abandoned":"A payment expired unpaid, the customer or you cancelled it, or your server took over its reference.","transaction.reversed":"All of a payment was refunded.","transaction.not_subscribed":"A payment with a plan succeeded, and no subscription began: `plan.not_subscribed` says why.","transaction.review_opened":"A payment succeeded, and one of your rules asks for a review. No money is held.","transaction.review_closed":"A person approved or refunded a payment that was to be reviewed.","transaction.displaced":"Your server reused the reference of a paid public payment. Check that payment.","card_testing.detected":"Many cards were declined at your checkout. Card attempts are limited for a while.","card_testing.ended":"The limits on card attempts at your checkout have ended."},Deposits:{"transfer.received":"A customer transferred money to a dedicated virtual account. `transaction.success` is sent too: credit your customer on only one of them.","bank_transfer.rejected":"A transfer does not match its payment and is returned to the sender.","bank_transfer.bounced":"The bank sent a transfer of another amount back itself. The money never arrived, and the customer can pay again.","deposit.returning":"A transfer that did not match is being returned to its sender.","deposit.returned":"A transfer that did not match was returned to its sender.","deposit.return_refused":"The bank rejected the return of a transfer. It stays in your deposits for a person to decide.","deposit.quarantined":"A transfer arrived again with other details. It is not booked, and a person looks at it.","deposit.topped_up":"A transfer to the account number of your wallet arrived."},"Dedicated virtual accounts":{"dedicated_virtual_account.created":"An account number was issued.","dedicated_virtual_account.tier_raised":"A BVN raised an account to Tier 3.","dedicated_virtual_account.split_changed":"Deposits to an account are shared by another split from now on."},Subscriptions:{"plan.created":"A plan was created.","plan.updated":"A plan was changed.","subscription.created":"A customer was subscribed to a plan.","subscription.updated":"The plan, the quantity, the card or the state changed.","subscription.not_renewing":"A subscription ends with its current period.","subscription.cancelled":"A subscription was cancelled. Nothing is charged any more.","subscription.completed":"A subscription has ended: all its periods were invoiced.","invoice.created":"A period began, and its invoice is due.","invoice.paid":"An invoice was paid.","invoice.payment_failed":"An invoice was not paid. It is charged again on the days to come.","invoice.uncollectible":"The last charge of an invoice failed.","invoice.voided":"An invoice was dropped, because its subscription was cancelled."},Refunds:{"refund.pending":"A refund was requested. Its amount is held.","refund.processed":"A refund was sent back.","refund.failed":"A refund failed. The amount is back in your wallet."},Disputes:{"dispute.created":"A payment is disputed. Its money has left your wallet until it is decided.","dispute.updated":"You answered a dispute, or its answer is due soon, or its money was sent.","dispute.closed":"A dispute was won, lost or accepted."},Payouts:{"payout.pending":"A payout was requested. Its amount is held.","payout.success":"A payout was sent.","payout.failed":"A payout failed. The amount is back in your wallet.","payout.reversed":"The bank returned a payout that was sent. The amount is back in your wallet.","payout_batch.completed":"Every payout of a batch has ended, or no line of it can be sent."},Wallet:{"balance.low":"The available balance fell below your threshold. Sent again only after it was as high."},Settlements:{"settlement.settled":"Payments became available in your wallet, or to a subaccount."},"Splits and subaccounts":{"split.created":"A split was created.","split.updated":"A split was changed.","split.deactivated":"A split was turned off.","subaccount.created":"A subaccount was created.","subaccount.updated":"A subaccount was changed.","subaccount.deactivated":"A subaccount was turned off.","subaccount.account_change.requested":"A change of the bank account of a subaccount was requested. Payouts to it wait.","subaccount.account_change.effective":"A change of the bank account of a subaccount took effect.","subaccount.account_change.cancelled":"A change of the bank account of a subaccount was cancelled. The account before stays."},"Customers and payment links":{"customer.created":"You created a customer. Not sent for those that a payment creates.","customer.updated":"The name, phone number or metadata of a customer was changed.","authorization.created":"A customer let you keep a card, or a bank activated a mandate. You can charge it.","authorization.rejected":"A customer or their bank did not approve a mandate.","authorization.expiring":"A kept card expires at the end of this month. Sent once, from the first day on.","authorization.deactivated":"A kept card or a mandate was removed, or revoked at the bank. It can be charged no more.","payment_link.created":"A payment link was created.","payment_link.updated":"A payment link was changed.","payment_link.deactivated":"A payment link was turned off.","payment_link.used_up":"A payment took the last use of a payment link with a limit."},Identity:{"identity.verified":"A BVN or NIN was verified. Carries no identity details.","identity.failed":"No code was sent for a BVN or NIN. The fee is back in your wallet.","identity.locked":"Five wrong codes were sent for a verification. It takes no more.","identity.expired":"The code of a verification expired before it was sent back."},"Your account":{"settings.updated":"Settings were changed. Lists the fields.","fees.updated":"Your fees were changed. They hold for new payments.","live_mode.enabled":"Live mode was enabled. Sent in test mode: live mode has no URL yet.","live_mode.refused":"Your request for live mode was rejected. Sent in test mode.","api_key.created":"An API key was created.","api_key.updated":"The scopes or the allow-list of an API key were changed.","api_key.rolled":"An API key was rolled. `data` is the old key.","api_key.revoked":"An API key was revoked.","webhook.updated":"Webhook settings were changed. Lists the fields. None for the first URL of a mode.","webhook.failing":"A webhook URL has been failing for a day. Sent to your other URL, or to this one later.","webhook.disabled":"A webhook URL was turned off. Sent to your other URL; you also get an email.","webhook.enabled":"A webhook URL that was turned off was set again.","webhook.recovered":"A webhook URL works again, a day or more after it began to fail.","webhook.secret_rolled":"The secret of a webhook URL was rolled."}},t=Object.assign({},...Object.values(n)),i=Object.keys(t),o="webhook.test";function a(e){return{...t,[o]:"You tested your webhook URL. You cannot subscribe to this event."}[e]??""}var s={standard:{title:"All events",intro:"Everything that you subscribe to is sent here."},dedicated_virtual_account:{title:"Deposits to dedicated accounts",intro:"If another server handles these. Without a URL they go to the first one."}};function u(e){return e in s}function p(e){return a(e).replaceAll("`","")}var h={node:{title:"Node",text:`import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = process.env.WEBHOOK_SECRET

function statusFor(headers, rawBody) {
  const timestamp = headers['x-service-timestamp'] ?? ''
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!/^\\d+$/.test(timestamp) || age > 300) return 400
  const expected = createHmac('sha512', secret).update(\`\${timestamp}.\`).update(rawBody).digest()
  const given = Buffer.from(headers['x-service-signature'] ?? '', 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected) ? 200 : 401
}

createServer(async (request, response) => {
  const rawBody = Buffer.concat(await request.toArray())
  const status = statusFor(request.headers, rawBody)
  response.writeHead(status).end()
  if (status === 200) console.log(JSON.parse(rawBody).event)
}).listen(process.env.PORT ?? 3000)
`},python:{title:"Python",text:`import hashlib, hmac, os, time

SECRET = os.environ["WEBHOOK_SECRET"]


def status_for(headers, raw_body: bytes) -> int:
    timestamp = headers.get("X-Service-Timestamp", "")
    if not timestamp.isascii() or not timestamp.isdigit():
        return 400
    if abs(time.time() - int(timestamp)) > 300:
        return 400
    signed = timestamp.encode() + b"." + raw_body
    expected = hmac.new(SECRET.encode(), signed, hashlib.sha512).hexdigest()
    given = headers.get("X-Service-Signature", "")
    return 200 if hmac.compare_digest(given.encode(), expected.encode()) else 401
`},php:{title:"PHP",text:`<?php
$secret = getenv('WEBHOOK_SECRET');
$body = file_get_contents('php://input');
$timestamp = $_SERVER['HTTP_X_SERVICE_TIMESTAMP'] ?? '';
$given = $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '';

if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
    http_response_code(400);
    exit;
}
if (!hash_equals(hash_hmac('sha512', "$timestamp.$body", $secret), $given)) {
    http_response_code(401);
    exit;
}
$event = json_decode($body, true);
`}};export{n as a,i as b,o as c,s as d,u as e,p as f,h as g};
