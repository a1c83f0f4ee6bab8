import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answers, notifications } from '../../../test/providers/flutterwave/captured.ts'
import { tokenOf } from '../../../test/providers/flutterwave/tokens.ts'
import { flutterwaveWorld } from '../../../test/providers/flutterwave/world.ts'
import { assertSameShape } from '../../../test/providers/shapes.ts'
import { naira } from '../../platform/money.ts'

// The adapter and the stand-in against what Flutterwave publishes: captured.ts.

test('each notification that Flutterwave publishes is read', async () => {
  const world = await flutterwaveWorld()
  const headers = { 'verif-hash': world.standIn.credentials.hash }
  const read = (content: object) =>
    world.rail.readNotification?.({ headers, body: Buffer.from(JSON.stringify(content)) })

  const kinds = Object.entries(notifications).map(([name, content]) => [name, read(content)])

  assert.deepEqual(Object.fromEntries(kinds), {
    'charge.completed': { kind: 'about', what: 'charge', key: '1710840858755-RND' },
    'transfer.completed': { kind: 'about', what: 'transfer', key: 'rent-of-may-1' },
    refund: { kind: 'ignored' },
  })
  await world.close()
})

test('what the stand-in answers and tells has no field that Flutterwave does not show, and none of another type', async () => {
  const world = await flutterwaveWorld()
  const { rail, bank, standIn } = world
  const { secretKey } = standIn.credentials
  const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' }
  const compared: string[] = []
  const ask = async (call: string, path: string, body?: object) => {
    const asked = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(standIn.url + path, { headers, ...asked })
    const { data, meta } = (await answer.json()) as { data: unknown; meta?: unknown }
    assertSameShape({ data, meta: meta ?? null }, { meta: null, ...answers[call] }, call)
    if (Array.isArray(data)) assertSameShape(data[0], (answers[call]!.data as object[])[0], call)
    compared.push(call)
  }
  const page = { key: 'k', amount: naira(5_000), email: 'ada@example.com' }
  await rail.openPage({ ...page, returnUrl: 'https://pay.example/x' })
  await ask('open_page', '/payments', {
    tx_ref: 'other',
    amount: 5000.5,
    currency: 'NGN',
    redirect_url: 'https://pay.example/x',
    payment_options: 'card',
    customer: { email: 'ada@example.com' },
    configurations: { session_duration: 60 },
  })
  const { id } = standIn.controls.pay('k')
  await ask('verify', '/transactions/verify_by_reference?tx_ref=k')
  await ask('verify', `/transactions/${id}/verify`)
  await ask('transactions', '/transactions')
  await ask('create_refund', `/transactions/${id}/refund`, { amount: 100, comments: 'cowrie r' })
  await ask('create_refund', `/refunds/${standIn.books.refunds[0]!.id}`)
  await ask('refunds', '/refunds')
  const charged = { amount: 5000, currency: 'NGN', email: 'ada@example.com' }
  await ask('charge', '/charges?type=ussd', { ...charged, tx_ref: 'u', account_bank: '058' })
  const back = { redirect_url: 'https://pay.example/x' }
  await ask('charge', '/charges?type=opay', { ...charged, ...back, tx_ref: 'o' })
  const token = tokenOf(standIn.books.find('k')!)
  const again = { ...charged, ...back, country: 'NG', token }
  standIn.books.fates.push('approved', 'redirect')
  await ask('charge_token', '/tokenized-charges', { ...again, tx_ref: 't1' })
  await ask('charge_token', '/tokenized-charges', { ...again, tx_ref: 't2' })
  const temporary = { ...charged, tx_ref: 'a', is_permanent: false, narration: 'Sample Stores' }
  await ask('create_account', '/virtual-account-numbers', temporary)
  standIn.books.settle()
  standIn.books.chargebacks.open(standIn.books.charges[0]!)
  await ask('chargebacks', '/chargebacks')
  await ask('settlements', '/settlements')
  await ask('balance', '/balances/NGN')
  await ask('banks', '/banks/NG')
  const account = { account_number: '0123456789', account_bank: '058' }
  await ask('resolve', '/accounts/resolve', account)
  const payout = { ...account, amount: 100, currency: 'NGN', debit_currency: 'NGN' }
  await ask('create_transfer', '/transfers', { ...payout, reference: 't', narration: 'Rent' })
  await ask('transfer', `/transfers/${standIn.books.transfers.all[0]!.id}`)
  await ask('find_transfer', '/transfers?reference=t')
  await bank.balances?.()

  for (const { event, body } of standIn.notices.made) {
    assertSameShape(JSON.parse(body.toString()), notifications[event], event)
  }

  assert.deepEqual([...new Set(compared)].sort(), Object.keys(answers).sort())
  const told = new Set(standIn.notices.made.map(({ event }) => event))
  assert.deepEqual([...told].sort(), ['charge.completed', 'transfer.completed'])
  await world.close()
})
