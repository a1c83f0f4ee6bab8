import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  codeAnswered,
  FAILED_CODES,
  feeOf,
  isNotLocated,
  nameAnswered,
  transferAnswered,
  transferSaid,
} from './answers.ts'
import { type Answer, readEnvelope } from './client.ts'

// Each row of the tables of Safe Haven's answers. Numbers are text, as json.ts reads them.

const SESSION = '999240260315120000000000000004'
const record = (status: string, code = '00', more = {}) => ({
  status,
  responseCode: code,
  sessionId: SESSION,
  fees: '10',
  vat: '0.75',
  stampDuty: '0',
  ...more,
})
const done = (data: unknown, status = 200): Answer => ({
  kind: 'done',
  status,
  code: '',
  data,
  total: null,
})
const refused = (status: number, message: string, code = '', isList = false): Answer => ({
  kind: 'refused',
  status,
  code,
  message,
  isList,
})
const UNKNOWN = { kind: 'unknown', handle: SESSION }

test('the worse of HTTP and the envelope counts, and what is no envelope is lost', () => {
  const read = (status: number, json: unknown) =>
    readEnvelope({ kind: 'answered', status, json, text: '' })
  const rows: [number, unknown, string][] = [
    [200, { statusCode: '200', data: {} }, 'done 200'],
    [201, { statusCode: '201', data: {} }, 'done 201'],
    [200, { statusCode: '202', data: {} }, 'done 202'],
    [200, { statusCode: '400', message: 'no' }, 'refused 400'],
    [400, { statusCode: '200', message: 'no' }, 'refused 400'],
    [201, { statusCode: '404' }, 'refused 404'],
    [403, undefined, 'refused 403'],
    [200, { statusCode: '429' }, 'unavailable'],
    [429, undefined, 'unavailable'],
    [200, { statusCode: '500' }, 'unknown'],
    [502, undefined, 'unknown'],
    [200, undefined, 'unknown'],
    [200, {}, 'unknown'],
    [200, [], 'unknown'],
    [200, { statusCode: 'fine' }, 'unknown'],
    [200, { statusCode: '2000' }, 'unknown'],
    [302, { statusCode: '200' }, 'unknown'],
    [200, { statusCode: '100' }, 'unknown'],
  ]
  for (const [status, json, expected] of rows) {
    const answer = read(status, json)
    const said = 'status' in answer ? `${answer.kind} ${answer.status}` : answer.kind
    assert.equal(said, expected, JSON.stringify([status, json]))
  }
  assert.deepEqual(readEnvelope({ kind: 'not_sent' }), { kind: 'unavailable' })
  assert.deepEqual(readEnvelope({ kind: 'lost' }), { kind: 'unknown' })
})

test('a record of a transfer means what its status and its code say together', () => {
  const sent = { kind: 'sent', sessionId: SESSION, fee: 1_075n, handle: SESSION }
  const accepted = { kind: 'accepted', handle: SESSION }
  const rows: [object, object][] = [
    [record('Completed'), sent],
    [record('Completed', ''), sent],
    [
      record('Completed', '00', { fees: '10.005' }),
      { kind: 'sent', sessionId: SESSION, handle: SESSION },
    ],
    [record('Completed', '30'), UNKNOWN],
    [record('Completed', '57'), UNKNOWN],
    [record('Completed', '00', { sessionId: '' }), { kind: 'unknown' }],
    [
      record('Completed', '00', { isReversed: true }),
      { kind: 'reversed', reason: 'reversed_by_bank' },
    ],
    [record('Created', ''), accepted],
    [record('Pending', '09'), accepted],
    [record('Processing', '30'), accepted],
    [record('Processing', '57'), accepted],
    [record('Processing', '09', { sessionId: '' }), { kind: 'unknown' }],
    [record('Failed', '57'), { kind: 'failed', reason: 'not_permitted', said: '57' }],
    [record('Failed', ''), UNKNOWN],
    [record('Reversed'), { kind: 'reversed', reason: 'reversed_by_bank' }],
    // In capitals of any kind.
    [record('completed'), sent],
    [record('PROCESSING', '30'), accepted],
    [record('failed', '57'), { kind: 'failed', reason: 'not_permitted', said: '57' }],
    [record('REVERSED'), { kind: 'reversed', reason: 'reversed_by_bank' }],
    [record('Paid'), UNKNOWN],
    [record(''), UNKNOWN],
    [{}, { kind: 'unknown' }],
  ]
  for (const [said, expected] of rows) assert.deepEqual(transferSaid(said as never), expected)
})

test('each code that ends a transfer fails it, and no code that has been seen to be done does', () => {
  for (const [code, reason] of Object.entries(FAILED_CODES)) {
    assert.deepEqual(
      transferSaid(record('Failed', code)),
      { kind: 'failed', reason, said: code },
      code,
    )
  }
  for (const code of ['01', '09', '25', '26', '30', '68', '91', '94', '96', '97', '99', 'A1']) {
    assert.deepEqual(transferSaid(record('Failed', code)), UNKNOWN, code)
    assert.deepEqual(transferAnswered(refused(400, '', code)), { kind: 'unknown' }, code)
  }
})

test('what a new transfer is answered with is a failure only where nothing was begun', () => {
  const rows: [Answer, object][] = [
    [{ kind: 'unavailable' }, { kind: 'unavailable' }],
    [{ kind: 'unknown' }, { kind: 'unknown' }],
    [
      done(record('Completed'), 201),
      { kind: 'sent', sessionId: SESSION, fee: 1_075n, handle: SESSION },
    ],
    [done(record('Failed', '30'), 202), { kind: 'accepted', handle: SESSION }],
    [done(record('Failed', '57'), 202), { kind: 'accepted', handle: SESSION }],
    [done({ status: 'Failed', responseCode: '57' }, 202), { kind: 'unknown' }],
    [done(record('Failed', '57')), { kind: 'failed', reason: 'not_permitted', said: '57' }],
    [done(record('Reversed')), { kind: 'accepted', handle: SESSION }],
    [done(null), { kind: 'unknown' }],
    [
      refused(400, 'Insufficient funds', '51'),
      { kind: 'failed', reason: 'rail_balance_too_low', said: '51' },
    ],
    [refused(400, 'Insufficient balance'), { kind: 'failed', reason: 'rail_balance_too_low' }],
    [refused(402, 'Insufficient funds'), { kind: 'failed', reason: 'rail_balance_too_low' }],
    [
      refused(400, 'Invalid name enquiry reference'),
      { kind: 'failed', reason: 'request_rejected' },
    ],
    [refused(400, 'nameEnquiryReference is wrong'), { kind: 'failed', reason: 'request_rejected' }],
    [
      refused(400, 'amount must be a number', '', true),
      { kind: 'failed', reason: 'request_rejected' },
    ],
    [refused(400, 'Format error', '30'), { kind: 'unknown' }],
    [refused(400, 'Unable to locate record'), { kind: 'unknown' }],
    [refused(400, ''), { kind: 'unknown' }],
    [refused(401, ''), { kind: 'unavailable' }],
    [refused(403, ''), { kind: 'unavailable' }],
    [refused(404, ''), { kind: 'unavailable' }],
    [refused(409, 'Duplicate'), { kind: 'unknown' }],
    [refused(409, 'Insufficient funds'), { kind: 'unknown' }],
    [refused(422, ''), { kind: 'unknown' }],
  ]
  for (const [answer, expected] of rows) {
    assert.deepEqual(transferAnswered(answer), expected, JSON.stringify(answer))
  }
})

test('only their words for it mean that they do not know a record', () => {
  assert(isNotLocated(refused(400, 'Unable to locate record')))
  assert(isNotLocated(refused(404, 'Transfer not found')))
  assert(!isNotLocated(refused(400, 'Format error')))
  assert(!isNotLocated(refused(403, 'Unable to locate record')))
  assert(!isNotLocated({ kind: 'unknown' }))
  assert(!isNotLocated(done({})))
})

test('a fee is all that was taken, or not known', () => {
  assert.equal(feeOf({ fees: '10', vat: '0.75', stampDuty: '50' }), 6_075n)
  assert.equal(feeOf({}), 0n)
  assert.equal(feeOf({ fees: '10.001' }), null)
  assert.equal(feeOf({ fees: null }), null)
})

test('a name enquiry has found somebody, or nobody, or says nothing', () => {
  const found = { responseCode: '00', sessionId: SESSION, accountName: ' OBI ADA ', bvn: '1' }
  const rows: [Answer, object][] = [
    [done(found), { kind: 'found', accountName: 'OBI ADA', enquiry: SESSION }],
    [done({ ...found, responseCode: '07' }), { kind: 'not_found' }],
    [done({ ...found, responseCode: '16' }), { kind: 'not_found' }],
    [done({ ...found, responseCode: '91' }), { kind: 'unknown' }],
    [done({ ...found, responseCode: undefined }), { kind: 'unknown' }],
    [done({ ...found, accountName: '' }), { kind: 'unknown' }],
    [done({ ...found, sessionId: 'a b' }), { kind: 'unknown' }],
    [done(null), { kind: 'unknown' }],
    [refused(400, 'Account not found'), { kind: 'not_found' }],
    [refused(404, 'Account does not exist'), { kind: 'not_found' }],
    [refused(400, 'Invalid account'), { kind: 'not_found' }],
    [refused(400, 'Unknown bank code'), { kind: 'not_found' }],
    [refused(400, 'no', '07'), { kind: 'not_found' }],
    [refused(400, 'Bank not available', '91'), { kind: 'unknown' }],
    [refused(403, 'no'), { kind: 'unavailable' }],
    [{ kind: 'unavailable' }, { kind: 'unavailable' }],
    [{ kind: 'unknown' }, { kind: 'unknown' }],
  ]
  for (const [answer, expected] of rows) {
    assert.deepEqual(nameAnswered(answer), expected, JSON.stringify(answer))
  }
})

test('a code has left only where there is one: the message is the same when none has', () => {
  const begun = { _id: '65b7', status: 'PENDING', otpId: '65b8', debitResponsCode: '200' }
  const rows: [Answer, object][] = [
    [done(begun), { kind: 'sent', session: '65b7' }],
    [done({ ...begun, status: 'SUCCESS' }), { kind: 'sent', session: '65b7' }],
    [done({ ...begun, otpId: undefined, status: 'FAILED' }), { kind: 'not_sent' }],
    [done({ ...begun, otpId: undefined, debitResponsCode: '202' }), { kind: 'not_sent' }],
    [done({ ...begun, otpId: undefined }), { kind: 'not_sent' }],
    [done({ ...begun, status: 'FAILED' }), { kind: 'unknown' }],
    [done({ ...begun, _id: '' }), { kind: 'unknown' }],
    [done(null), { kind: 'unknown' }],
    [refused(400, 'Insufficient funds', '9'), { kind: 'unavailable' }],
    [refused(400, 'no', '51'), { kind: 'unavailable' }],
    [refused(403, 'no'), { kind: 'unavailable' }],
    [refused(404, 'BVN record not found'), { kind: 'unknown_number' }],
    [refused(400, 'NIN does not exist'), { kind: 'unknown_number' }],
    [refused(400, 'Cannot POST'), { kind: 'unknown' }],
    [refused(409, 'record not found'), { kind: 'unknown' }],
    [{ kind: 'unavailable' }, { kind: 'unavailable' }],
    [{ kind: 'unknown' }, { kind: 'unknown' }],
  ]
  for (const [answer, expected] of rows) {
    assert.deepEqual(codeAnswered(answer), expected, JSON.stringify(answer))
  }
})
