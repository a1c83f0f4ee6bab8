import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { disputed } from '../../../test/disputes.ts'
import { inBase64, pdf } from '../../../test/evidence.ts'
import { jpeg, losslessWebp, png } from '../../../test/logos.ts'
import { givenPaid, type Paid } from '../../../test/refunds.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { publicId } from '../../platform/ids.ts'
import { SEALED } from '../../platform/secrets.ts'
import type { DisputeAnswer } from '../../providers/rails.ts'

const context = useContext()
const api = useApi(context)

const TEXT = 'Delivered on 3 November.'
const MB = 1024 * 1024

let business: GivenBusiness
let paid: Paid
let id: string
beforeEach(async () => {
  business = await givenBusiness(context)
  paid = await givenPaid(api, business)
  id = await openedBySandbox(paid)
})
afterEach(() => assertBooksTie(context))

const key = () => business.keys.secretKey
const contest = (files: unknown, text = TEXT) =>
  api.post(`/api/v1/disputes/${id}/evidence`, { key: key(), body: { text, files } })
const get = (path: string, by = key()) => api.get(`/api/v1/disputes/${id}${path}`, { key: by })

async function openedBySandbox({ reference }: Paid): Promise<string> {
  const body = { reference, outcome: 'won' }
  const answer = await api.post('/api/v1/sandbox/disputes', { key: key(), body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data.id
}

test('files are sent with the evidence, and read back as they were sent', async () => {
  const files = [pdf(), png(30, 20), jpeg()]

  const answered = await contest(inBase64(...files))

  assert.equal(answered.status, 200, answered.text)
  assert.deepEqual(answered.body.data.files, [
    { number: 1, type: 'pdf', size: files[0]!.length },
    { number: 2, type: 'png', size: files[1]!.length },
    { number: 3, type: 'jpeg', size: files[2]!.length },
  ])
  assert.deepEqual((await get('')).body.data.files, answered.body.data.files)
  for (const [i, file] of files.entries()) {
    const { rawPayload } = await api.app.inject({
      url: `/api/v1/disputes/${id}/files/${i + 1}`,
      headers: { authorization: `Bearer ${key()}` },
    })
    assert(rawPayload.equals(file))
  }
})

test('a file is always one to save, whatever it contains', async () => {
  await contest(inBase64(pdf()))

  const { status, headers } = await get('/files/1')

  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'application/octet-stream')
  assert.equal(headers['content-disposition'], 'attachment; filename="evidence-1.pdf"')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['cache-control'], 'no-store')
  assert.match(String(headers['content-security-policy']), /sandbox/)
})

test('a file that is not there is not found, nor is that of another business', async () => {
  await contest(inBase64(pdf()))
  const other = await givenBusiness(context)

  for (const number of ['0', '2', '10', '1e0', 'x']) {
    const { status, body } = await get(`/files/${number}`)
    assert.deepEqual([status, body.code], [404, 'dispute_file_not_found'], number)
  }
  const { status, body } = await get('/files/1', other.keys.secretKey)
  assert.deepEqual([status, body.code], [404, 'dispute_not_found'])
})

const MEGAPIXELS = (() => {
  const bomb = png(1, 1)
  bomb.writeUInt32BE(20_000, 16)
  bomb.writeUInt32BE(20_000, 20)
  return bomb
})()

const POISON: [name: string, file: Buffer][] = [
  ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a web page that begins as a PDF', Buffer.from('%PDF-1.7\n<script>alert(1)</script>')],
  ['a PDF after something else', Buffer.concat([Buffer.from('<html>'), pdf()])],
  ['a PDF that is cut short', pdf().subarray(0, 150)],
  ['an archive', Buffer.concat([Buffer.from('PK\x03\x04'), deflateRawSync(Buffer.alloc(MB))])],
  ['a program', Buffer.from('MZ\x90\x00'.padEnd(200, '\0'), 'latin1')],
  ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a picture that is cut short', png(30, 20).subarray(0, 60)],
  ['a picture of 400 megapixels', MEGAPIXELS],
  ['a picture of another type', losslessWebp()],
  ['nothing', Buffer.alloc(0)],
]

for (const [name, file] of POISON) {
  test(`${name} is refused as evidence, and the answer can still be given`, async () => {
    const { status, body } = await contest(inBase64(pdf(), file))

    assert.deepEqual([status, body.code], [400, 'invalid_request'])
    const errors = body.errors.map(({ field, code }: Record<string, string>) => [field, code])
    assert.deepEqual(errors, [['files.1.content', 'invalid_format']])
    assert.equal((await get('')).body.data.status, 'needs_response')
  })
}

test('what is no base64 is refused', async () => {
  for (const content of ['%PDF-1.7', `${pdf().toString('base64')}!`, 'JVBERi0xLjcK\n', 'JVBER']) {
    const { status, body } = await contest([{ content }])
    assert.deepEqual([status, body.errors[0].field], [400, 'files.0.content'], content)
  }
})

test('files have 5 MB together, and not a byte more', async () => {
  const tooMuch = await contest(inBase64(pdf(4 * MB), pdf(1 * MB + 1)))
  const tooMany = await contest(inBase64(...Array.from({ length: 6 }, () => pdf())))
  const most = await contest(inBase64(pdf(4 * MB), pdf(1 * MB)))
  const beyond = await contest(inBase64(pdf(6 * MB)), 'x')

  assert.deepEqual([tooMuch.status, tooMuch.body.errors[0].field], [400, 'files'])
  assert.match(tooMuch.body.message, /5 MB/)
  assert.deepEqual([tooMany.status, tooMany.body.errors[0].field], [400, 'files'])
  assert.equal(most.status, 200, most.text.slice(0, 500))
  assert.deepEqual([beyond.status, beyond.body.code], [413, 'body_too_large'])
})

test('the same text with other files is another answer', async () => {
  await contest(inBase64(pdf()))

  const again = await contest(inBase64(pdf()))
  const others = [
    await contest(inBase64(pdf(201))),
    await contest([]),
    await contest(inBase64(pdf(), pdf())),
  ]

  assert.equal(again.status, 200)
  for (const { status, body } of others) {
    assert.deepEqual([status, body.code], [409, 'dispute_answered'])
  }
})

test('a provider gets the files, and no more than it takes', async () => {
  const { disputes } = context.rails.test
  const got: DisputeAnswer[] = []
  const answerDispute: NonNullable<typeof disputes>['answerDispute'] = async ({ answer }) => {
    got.push(answer)
    return { kind: 'answered' }
  }
  const one = { ...disputes!, filesMax: 1, answerDispute }
  context.rails.test = { ...context.rails.test, disputes: one }
  const tooMany = await contest(inBase64(pdf(), jpeg()))
  const shown = await get('')
  const taken = await contest(inBase64(pdf()))
  context.rails.test = { ...context.rails.test, disputes: disputes! }

  assert.equal(shown.body.data.files_max, 1)
  assert.deepEqual([tooMany.status, tooMany.body.errors[0].field], [400, 'files'])
  assert.match(tooMany.body.message, /one PDF/)
  assert.equal(taken.status, 200)
  assert.deepEqual(got, [{ kind: 'contest', text: TEXT, files: [{ type: 'pdf', bytes: pdf() }] }])
})

test('files are stored encrypted', async () => {
  await contest(inBase64(pdf()))

  const rows = await context.sql<{ content: string }[]>`
    select content from dispute_file where business_id = ${business.businessId}
  `
  assert.equal(rows.length, 1)
  assert.match(rows[0]!.content, SEALED)
})

test('an answer that an operator passes on has up to five files', async () => {
  const second = await givenPaid(api, business)
  const dispute = await disputed(context, business, second)
  id = publicId('dispute', dispute.disputeId)

  const { body } = await contest(inBase64(pdf()))

  assert.deepEqual([body.data.files_max, body.data.files.length], [5, 1])
})
