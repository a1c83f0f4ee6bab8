import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pdf } from '../../../test/evidence.ts'
import { someMutantsOf } from '../../../test/providers/mutants.ts'
import type { Call } from '../../../test/providers/paystack/api.ts'
import type { StandInDispute } from '../../../test/providers/paystack/disputes.ts'
import { done, given } from '../../../test/providers/paystack/on-paper.ts'
import { type PaystackWorld, paystackWorld } from '../../../test/providers/paystack/world.ts'
import { DAY, HOUR, later } from '../../platform/clock.ts'
import { kobo, naira } from '../../platform/money.ts'
import type { EvidenceFile } from '../dispute-rail.ts'
import type { DisputeAnswer } from '../rails.ts'
import { paystackRails } from './paystack.ts'

const AMOUNT = naira(5_000)
const OPEN = {
  key: 'k',
  amount: AMOUNT,
  email: 'ada@example.com',
  returnUrl: 'https://pay.example/checkout/abc',
}
const SENDER = { name: 'NGOZI SAMPLE', bank: 'Sample Bank', accountNumber: '0123456789' }
const ACCEPT = { kind: 'accept' } as const
const CONTEST = {
  kind: 'contest',
  text: 'The goods were delivered on Monday.',
  files: [] as EvidenceFile[],
} as const
const FILE: EvidenceFile = { type: 'pdf', bytes: pdf(70_000) }
const WITH_FILE = { ...CONTEST, files: [FILE] }

async function disputed(world: PaystackWorld, key = 'k'): Promise<StandInDispute> {
  await world.rail.openPage({ ...OPEN, key })
  world.customer.pays(key)
  const { books } = world.standIn
  return books.disputes.open(books.find(key)!)
}

function asked({ id }: StandInDispute, answer: DisputeAnswer) {
  return { key: 'answer-1', dispute: `${id}`, amount: AMOUNT, answer, email: 'ada@example.com' }
}

function lastTold({ rail, standIn }: PaystackWorld) {
  return rail.readNotification!(standIn.controls.notices.made.at(-1)!)
}

test('a dispute is told with its charge, its amount, its reason, and until when to answer', async () => {
  const world = await paystackWorld()
  const { id, dueAt } = await disputed(world)

  assert.deepEqual(lastTold(world), {
    kind: 'dispute',
    dispute: {
      id: `${id}`,
      of: { charge: 'k' },
      status: 'needs_response',
      category: 'chargeback',
      reason: 'Customer was debited without value',
      amount: AMOUNT,
      dueAt,
    },
  })
  assert.equal(dueAt.getTime() - world.now().getTime(), 16 * HOUR)
  await world.close()
})

test('a dispute about a transfer names the credit, and one about fraud is a report of fraud', async () => {
  const world = await paystackWorld()
  const { books } = world.standIn
  const holder = { email: 'ada@example.com', phone: null }
  const account = { key: 'k', attempt: 0, accountName: 'ADA STORES', bvn: null, holder }
  const issued = await world.bank.issueAccount(account)
  assert(issued.kind === 'issued')
  const charge = books.accounts.pay(issued.accountNumber, AMOUNT, SENDER)!

  books.disputes.open(charge, { amount: naira(100), category: 'fraud' })

  const told = lastTold(world)
  assert(told.kind === 'dispute')
  assert.deepEqual(told.dispute.of, { sessionId: charge.reference })
  assert.deepEqual([told.dispute.category, told.dispute.amount], ['fraud_report', naira(100)])
  await world.close()
})

const BASE = {
  id: 77,
  domain: 'live',
  currency: 'NGN',
  refund_amount: 500_000,
  status: 'resolved',
  transaction: { reference: 'k', amount: 900_000, status: 'success', channel: 'card' },
  messages: [],
  dueAt: null,
}

test('what each state of Paystack means', async () => {
  const isBack = { transaction: { ...BASE.transaction, status: 'reversed' } }
  const lines: [changes: object, means: string | null][] = [
    [{ status: 'awaiting-merchant-feedback' }, 'needs_response'],
    [{ status: 'awaiting-bank-feedback' }, 'under_review'],
    [{ status: 'pending' }, null],
    [{ status: 'archived' }, null],
    [{ resolution: 'merchant-accepted' }, 'accepted'],
    [{ resolution: 'auto-accepted' }, 'accepted'],
    [{ resolution: 'auto-accepted', ...isBack }, 'accepted'],
    [{ resolution: 'declined' }, 'won'],
    [{ resolution: 'declined', ...isBack }, 'reversed'],
    [{ resolution: 'another', ...isBack }, 'reversed'],
    [{ resolution: 'another' }, 'unreadable'],
    [{ status: 'another' }, 'unreadable'],
    [{ status: 'constructor' }, 'unreadable'],
    [{ resolution: 'declined', domain: 'test' }, null],
    [{ resolution: 'declined', id: 'x' }, 'unreadable'],
    [{ resolution: 'declined', currency: 'USD' }, 'unreadable'],
    [{ resolution: 'declined', transaction: {} }, 'unreadable'],
  ]
  const world = await paystackWorld()
  const { notices } = world.standIn.controls

  for (const [changes, means] of lines) {
    const data = { ...BASE, ...changes }
    const { headers, body } = notices.sign('x', { event: 'charge.dispute.resolve', data })
    const told = world.rail.readNotification!({ headers, body })
    const said = told.kind === 'dispute' ? told.dispute.status : told.kind
    assert.equal(said, means ?? 'ignored', JSON.stringify(changes))
  }
  await world.close()
})

test('a dispute of which the amount is not said is about the whole charge', async () => {
  const { disputes } = given({
    'GET /dispute': done([
      { ...BASE, refund_amount: null, currency: null, resolution: 'declined' },
    ]),
  })

  const listed = await disputes.listDisputes({ from: new Date(0), to: new Date(1) })

  assert.equal(listed.kind, 'fetched', 'its currency is not said either, and not taken for naira')
  const charge = { ...BASE.transaction, currency: 'NGN' }
  const { disputes: others } = given({
    'GET /dispute': done([
      { ...BASE, refund_amount: null, currency: null, transaction: charge, resolution: 'declined' },
    ]),
  })
  const said = await others.listDisputes({ from: new Date(0), to: new Date(1) })
  assert(said.kind === 'fetched' && listed.kind === 'fetched')
  assert.deepEqual([listed.disputes.length, said.disputes[0]?.amount], [0, 900_000n])
})

test('all pages of the list are read, whatever became of a dispute, and one that is strange hides no other', async () => {
  const world = await paystackWorld()
  const { books, controls } = world.standIn
  const from = world.now()
  const first = await disputed(world, 'first')
  for (let i = 0; i < 100; i++) books.disputes.open(first.charge)
  books.disputes.resolve(first, 'declined', false)
  world.advance(1)

  const found: string[] = []
  for (let page: string | undefined = '1'; page !== undefined; ) {
    const listed = await world.disputes.listDisputes({ from, to: world.now(), page })
    assert(listed.kind === 'fetched')
    found.push(...listed.disputes.map(({ id }) => id))
    page = listed.next
  }
  const answer = (usual: string) => ({ body: usual.replace('awaiting-merchant', 'strange') })
  controls.fail({ answer }, 'disputes')
  const spoiled = await world.disputes.listDisputes({ from, to: world.now() })

  assert.equal(new Set(found).size, 101)
  assert(spoiled.kind === 'fetched')
  assert.equal(spoiled.disputes.length, 99)
  assert(world.logged.some((one) => 'call' in one && one.call === 'list disputes'))
  await world.close()
})

test('a dispute is accepted, and the money goes back', async () => {
  const world = await paystackWorld()
  const dispute = await disputed(world)
  assert.deepEqual(await world.disputes.enquireAnswer(asked(dispute, ACCEPT)), {
    kind: 'not_found',
  })

  const outcome = await world.disputes.answerDispute(asked(dispute, ACCEPT))

  assert.deepEqual(outcome, { kind: 'answered' })
  assert.deepEqual(await world.disputes.enquireAnswer(asked(dispute, ACCEPT)), outcome)
  assert.equal(dispute.resolution, 'merchant-accepted')
  const told = lastTold(world)
  assert.equal(told.kind === 'dispute' && told.dispute.status, 'accepted')
  await world.close()
})

test('a dispute is contested with what the business says, and waits for the bank', async () => {
  const world = await paystackWorld()
  const dispute = await disputed(world)

  const outcome = await world.disputes.answerDispute(asked(dispute, CONTEST))

  assert.deepEqual(outcome, { kind: 'answered' })
  assert.equal(dispute.status, 'awaiting-bank-feedback')
  assert.deepEqual(dispute.evidence, {
    id: dispute.id + 1,
    customer_email: 'ada@example.com',
    customer_name: 'Ngozi Sample',
    customer_phone: '08030000001',
    service_details: CONTEST.text,
  })
  assert.equal(dispute.answers[0]?.['message'], CONTEST.text)
  await world.close()
})

test('an answer is given once, however often it is asked for', async () => {
  for (const answer of [ACCEPT, CONTEST, WITH_FILE]) {
    const world = await paystackWorld()
    const dispute = await disputed(world)
    world.standIn.controls.fail('after', 'resolve_dispute')
    const first = await world.disputes.answerDispute(asked(dispute, answer))
    assert.deepEqual(first, { kind: 'unknown' })

    const enquired = await world.disputes.enquireAnswer(asked(dispute, answer))
    const again = await world.disputes.answerDispute(asked(dispute, answer))

    assert.deepEqual([enquired, again], [{ kind: 'answered' }, { kind: 'answered' }])
    assert.equal(dispute.answers.length, 1)
    await world.close()
  }
})

test('an answer that comes too late, or against another, is refused', async () => {
  const world = await paystackWorld()
  const late = await disputed(world, 'late')
  world.standIn.books.disputes.resolve(late, 'auto-accepted', true)
  const declined = await disputed(world, 'declined')
  await world.disputes.answerDispute(asked(declined, CONTEST))

  const tooLate = await world.disputes.answerDispute(asked(late, CONTEST))
  const enquired = await world.disputes.enquireAnswer(asked(late, CONTEST))
  const accepted = await world.disputes.answerDispute(asked(late, ACCEPT))
  const against = await world.disputes.answerDispute(asked(declined, ACCEPT))

  const refused = { kind: 'refused', said: 'auto-accepted' }
  assert.deepEqual([tooLate, enquired], [refused, refused])
  assert.deepEqual(accepted, { kind: 'answered' })
  assert.deepEqual(against, { kind: 'refused', said: 'under_review' })
  await world.close()
})

test('what Paystack refuses is refused in its words, and nothing is answered', async () => {
  const world = await paystackWorld()
  const dispute = await disputed(world)
  const tooMuch = { ...asked(dispute, ACCEPT), amount: kobo(AMOUNT + 1n) }

  const outcome = await world.disputes.answerDispute(tooMuch)

  const said = 'Refund amount cannot be greater than initial amount'
  assert.deepEqual(outcome, { kind: 'refused', said })
  assert.equal(dispute.answers.length, 0)
  await world.close()
})

test('each request about a dispute is as Paystack documents it', async () => {
  const dispute = { ...BASE, status: 'awaiting-merchant-feedback', customer: {} }
  const world = given({
    'GET /dispute/77': done(dispute),
    'POST /dispute/77/evidence': done({ id: 21 }),
    'GET /dispute/77/upload_url': done({
      fileName: 'qesp8a',
      signedUrl: 'https://x.example/qesp8a?signature=x',
    }),
    'PUT /qesp8a': {},
    'PUT /dispute/77/resolve': done({ id: 77 }),
    'GET /dispute': done([]),
  })
  const request = { key: 'a', dispute: '77', amount: kobo(500_000n), email: 'chi@example.com' }
  await world.disputes.answerDispute({ ...request, answer: CONTEST })
  await world.disputes.answerDispute({ ...request, answer: ACCEPT })
  await world.disputes.answerDispute({ ...request, answer: WITH_FILE })
  const from = new Date('2026-11-28T23:00:00Z')
  await world.disputes.listDisputes({ from, to: later(from, DAY), page: '3' })

  const read = ['GET /dispute/77', {}]
  const place = (name: string) => ['GET /dispute/77/upload_url', { upload_filename: name }]
  const file = place('dispute-77.txt')
  const evidence = {
    customer_email: 'chi@example.com',
    customer_name: 'chi@example.com',
    customer_phone: 'not known',
    service_details: CONTEST.text,
  }
  const resolved = { refund_amount: '#500000', uploaded_filename: 'qesp8a' }
  const contested = { resolution: 'declined', message: CONTEST.text, evidence: '#21' }
  const accepted = { resolution: 'merchant-accepted', message: 'The merchant accepts.' }
  assert.deepEqual(world.sent(), [
    read,
    ['POST /dispute/77/evidence', evidence],
    file,
    ['PUT /dispute/77/resolve', { ...resolved, ...contested }],
    read,
    file,
    ['PUT /dispute/77/resolve', { ...resolved, ...accepted }],
    read,
    ['POST /dispute/77/evidence', evidence],
    place('dispute-77.pdf'),
    ['PUT /qesp8a', { signature: 'x', type: 'application/pdf', bytes: `${FILE.bytes}` }],
    ['PUT /dispute/77/resolve', { ...resolved, ...contested }],
    [
      'GET /dispute',
      {
        from: '2026-11-28T23:00:00.000Z',
        to: '2026-11-29T23:00:00.000Z',
        perPage: '100',
        page: '3',
      },
    ],
  ])
})

const STEPS: Call[] = ['dispute', 'evidence', 'upload_url', 'upload_file', 'resolve_dispute']

test('whatever goes wrong in a step, nothing is answered twice, and no more is told than is known', async () => {
  const faults = ['before', 'after', '502', '502_after', 'failure_inside', 'unauthorized'] as const
  for (const call of STEPS) {
    for (const fault of faults) {
      // A store of files has no answer to look into.
      if (call === 'upload_file' && fault === 'failure_inside') continue
      const world = await paystackWorld()
      const dispute = await disputed(world)
      for (let i = 0; i < 3; i++) world.standIn.controls.fail(fault, call)

      const { kind } = await world.disputes.answerDispute(asked(dispute, WITH_FILE))

      assert(['unknown', 'unavailable'].includes(kind), `${call} ${fault}: ${kind}`)
      if (kind === 'unavailable') assert.equal(dispute.answers.length, 0, `${call} ${fault}`)
      for (let i = 0; i < 3; i++) await world.disputes.answerDispute(asked(dispute, WITH_FILE))
      assert.equal(dispute.answers.length, 1, `${call} ${fault}`)
      await world.close()
    }
  }
})

test('no answer of Paystack, however strange, makes it throw or answer twice', async () => {
  for (const call of ['disputes', ...STEPS] as Call[]) {
    const world = await paystackWorld()
    const { controls } = world.standIn
    let usual = ''
    const answer = (text: string) => {
      usual = text
      return { body: text }
    }
    const ask = (dispute: StandInDispute) =>
      call === 'disputes'
        ? world.disputes.listDisputes({ from: new Date(0), to: later(world.now(), DAY) })
        : world.disputes.answerDispute(asked(dispute, WITH_FILE))
    controls.fail({ answer }, call)
    const first = await disputed(world)
    await ask(first)

    for (const { name, body } of someMutantsOf(usual)) {
      const dispute = world.standIn.books.disputes.open(first.charge)
      controls.fail({ answer: () => ({ body }) }, call)
      const { kind } = await ask(dispute)
      assert.match(kind, /^(fetched|answered|refused|unknown|unavailable)$/, name)
      assert(dispute.answers.length <= 1)
    }
    await world.close()
  }
})

test('disputes are offered with whatever takes money, and not with payouts alone', () => {
  const settings = {
    secretKey: 'sk_live_0000000001',
    baseUrl: 'https://api.paystack.co',
    pageMs: 1,
    issuers: [],
  }
  const deps = { now: () => later(new Date(0), DAY), log: { warn: () => {} }, banks: [] }
  const offered = (offer: 'cards' | 'accounts' | 'payouts') =>
    paystackRails({ ...settings, offers: [offer] }, deps)?.disputes?.name

  assert.deepEqual([offered('cards'), offered('accounts')], ['paystack', 'paystack'])
  assert.equal(offered('payouts'), undefined)
})
