import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import {
  answers,
  moments,
  notifications,
  signed,
} from '../../../test/providers/monnify/captured.ts'
import { config, OPENED } from '../../../test/providers/monnify/on-paper.ts'
import { monnifyWorld } from '../../../test/providers/monnify/world.ts'
import { assertSameShape } from '../../../test/providers/shapes.ts'
import { DAY } from '../../platform/clock.ts'
import { naira } from '../../platform/money.ts'
import { monnifyRails } from './monnify.ts'
import { momentOf } from './values.ts'

// The adapter and the stand-in against what Monnify really sends (captured.ts).

const NOW = new Date('2026-11-28T10:00:00Z')
const log = { warn: () => {} }

function read(eventType: string, body: object) {
  const { bank } = monnifyRails(config, { now: () => NOW, log })!
  const bytes = Buffer.from(JSON.stringify({ eventType, eventData: body }))
  const signature = createHmac('sha512', config.secretKey).update(bytes).digest('hex')
  return bank.readNotification({ headers: { 'monnify-signature': signature }, body: bytes })
}

test('the signature that Monnify publishes is right for its body, and for no other', () => {
  const { bank } = monnifyRails(
    { ...config, secretKey: signed.secretKey },
    { now: () => NOW, log },
  )!
  const told = (body: string) => ({
    headers: { 'monnify-signature': signed.signature },
    body: Buffer.from(body),
  })

  // Cash at an agent is paid to no account: a person looks at it.
  assert.deepEqual(bank.readNotification(told(signed.body)), { kind: 'unreadable' })
  assert.deepEqual(bank.readNotification(told(`${signed.body} `)), { kind: 'forged' })
})

test('each notification that Monnify sends is read', () => {
  const kinds = Object.entries(notifications).map(([event, { body }]) => [event, read(event, body)])

  assert.deepEqual(Object.fromEntries(kinds), {
    SUCCESSFUL_TRANSACTION: {
      kind: 'credit',
      credit: {
        sessionId: 'MNFY|04|20211117112842|000170',
        accountNumber: '6000140700',
        amount: naira(3_000),
        senderName: 'Sample Limited',
        senderBankCode: '',
        senderAccountNumber: '0065432100',
        narration: 'Adm',
        occurredAt: new Date('2021-11-17T10:28:42.615Z'),
      },
      fee: naira(10),
    },
    SUCCESSFUL_DISBURSEMENT: { kind: 'about', what: 'transfer', key: 'ref1615947809303' },
    FAILED_DISBURSEMENT: { kind: 'about', what: 'transfer', key: 'ref1615947809303' },
    REVERSED_DISBURSEMENT: {
      kind: 'about',
      what: 'transfer',
      key: '662d2dcf22132ea227db164e-1715631494637',
    },
    SUCCESSFUL_REFUND: { kind: 'about', what: 'return', key: 'ref001' },
    FAILED_REFUND: { kind: 'about', what: 'return', key: 'ref001' },
    REJECTED_PAYMENT: {
      kind: 'bounced',
      accountNumber: '7023576800',
      amount: 4_000n,
      sessionId: '090405230626180003067844645188',
    },
  })
})

for (const [text, moment] of moments) {
  test(`their moment "${text}" is read`, () => {
    assert.equal(momentOf(text)?.toISOString(), moment)
  })
}

test('what the stand-in says has no field that Monnify does not send, and none of another type', async () => {
  const world = await monnifyWorld()
  const bodies = new Map<string, unknown>()
  const keep = (call: string) =>
    world.controls.fail(
      {
        answer: (body) => {
          bodies.set(call, JSON.parse(body).responseBody)
          return { body }
        },
      },
      call,
    )
  for (const call of ['reserve', 'init transfer', 'validate', 'transfer', 'summary', 'balance']) {
    keep(call)
  }
  keep('refund')

  await play(world)

  const beside: [string, object][] = [
    ['reserve', answers.reserved.body],
    ['init transfer', answers.one_off.body],
    ['validate', answers.name.body],
    ['transfer', answers.transfer.body],
    ['summary', answers.summary.body],
    ['balance', answers.balance.body],
    ['refund', answers.refund.body],
  ]
  for (const [call, real] of beside) assertSameShape(bodies.get(call), real, call)
  for (const told of world.controls.told) {
    const { eventType, eventData } = JSON.parse(told.body.toString())
    const real: Record<string, { body: object }> = notifications
    assertSameShape(eventData, real[eventType]!.body, eventType)
  }
})

/** Everything that the stand-in answers or tells. */
async function play({ rails, controls, advance }: Awaited<ReturnType<typeof monnifyWorld>>) {
  const { bank } = rails
  const holder = { email: OPENED.email, phone: null }
  const account = { accountName: 'ADA', holder }
  const permanent = await bank.issueAccount({ ...account, key: 'a', attempt: 0, bvn: null })
  const amount = naira(5_000)
  await bank.issueOneOffAccount({ ...account, key: 'o', attempt: 0, amount, expiresAt: NOW })
  const gtb = { bank: { code: '058', nipCode: '000013' }, accountNumber: '0123456789' }
  const found = await bank.enquireBeneficiary(gtb)
  assert(permanent.kind === 'issued' && found.kind === 'found')
  await bank.transfer({ ...gtb, ...found, key: 'p', amount, narration: 'rent' })
  await bank.enquireTransfer({ key: 'p' })
  await bank.balances()
  controls.pay(permanent.accountNumber, amount)
  const credit = bank.readNotification(controls.told.at(-1)!)
  assert(credit.kind === 'credit')
  await bank.returnCredit({ key: 'r', credit: credit.credit, amount })
  advance(3 * DAY)
  controls.tick()
}
