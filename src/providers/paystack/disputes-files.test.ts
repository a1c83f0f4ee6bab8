import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pdf } from '../../../test/evidence.ts'
import { done, given } from '../../../test/providers/paystack/on-paper.ts'
import { paystackWorld } from '../../../test/providers/paystack/world.ts'
import { naira } from '../../platform/money.ts'
import type { EvidenceFile } from '../dispute-rail.ts'

// The file of an answer: it is uploaded to Paystack's store before the answer is given.

const FILE: EvidenceFile = { type: 'pdf', bytes: pdf(70_000) }
const REQUEST = { key: 'answer-1', amount: naira(5_000), email: 'ada@example.com' }
const answer = { kind: 'contest' as const, text: 'Delivered.', files: [FILE] }

async function disputed() {
  const world = await paystackWorld()
  const returnUrl = 'https://pay.example/checkout/abc'
  await world.rail.openPage({ ...REQUEST, key: 'k', returnUrl })
  world.customer.pays('k')
  const { books } = world.standIn
  const dispute = books.disputes.open(books.find('k')!)
  const give = () => world.disputes.answerDispute({ ...REQUEST, dispute: `${dispute.id}`, answer })
  return { world, dispute, give }
}

test('a file is uploaded where Paystack says, without our key, and named in the answer', async () => {
  const { world, dispute, give } = await disputed()
  assert.equal(world.disputes.filesMax, 1)

  const outcome = await give()

  assert.deepEqual(outcome, { kind: 'answered' })
  assert.equal(dispute.uploaded?.type, 'application/pdf')
  assert(dispute.uploaded.bytes.equals(FILE.bytes))
  assert.equal(dispute.answers[0]?.['uploaded_filename'], dispute.file)
  await world.close()
})

test('an answer whose file did not arrive is not given, and is asked again with the file', async () => {
  for (const fault of ['before', 'after', '502', '502_after', 'unauthorized'] as const) {
    const { world, dispute, give } = await disputed()
    world.standIn.controls.fail(fault, 'upload_file')

    const lost = await give()
    const again = await give()

    assert.deepEqual([lost, again], [{ kind: 'unavailable' }, { kind: 'answered' }], fault)
    assert.equal(dispute.answers.length, 1, fault)
    assert(dispute.uploaded!.bytes.equals(FILE.bytes), fault)
    await world.close()
  }
})

test('a file goes to no address inside, and to none without encryption', async () => {
  const bad = ['http://files.example.com/x', 'ftp://files.example.com/x', 'x', '', null]
  for (const signedUrl of bad) {
    const transaction = { reference: 'k', amount: 900_000, status: 'success', channel: 'card' }
    const status = 'awaiting-merchant-feedback'
    const dispute = { id: 77, domain: 'live', currency: 'NGN', status, transaction, customer: {} }
    const world = given({
      'GET /dispute/77': done(dispute),
      'POST /dispute/77/evidence': done({ id: 21 }),
      'GET /dispute/77/upload_url': done({ fileName: 'qesp8a', signedUrl }),
    })
    const outcome = await world.disputes.answerDispute({ ...REQUEST, dispute: '77', answer })

    assert.deepEqual(outcome, { kind: 'unavailable' }, `${signedUrl}`)
  }
})
