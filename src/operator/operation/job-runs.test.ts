import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AWAY, useContext } from '../../../test/support.ts'
import { DAY, SECOND } from '../../platform/clock.ts'
import { sqlState } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { jobNotes, jobRuns } from './job-runs.ts'
import { sentenceOf } from './operation.ts'

const context = useContext()
let names = 0

/** A job of its own per test, and the notes of processes that run it. */
function givenJob() {
  names += 1
  const job = { name: `job ${names}`, everyMs: SECOND }
  const notesOf = (process: string) => jobNotes([job], process, context.now)
  const seen = async () => (await jobRuns(context)).find(({ name }) => name === job.name)!
  return { name: job.name, notesOf, seen }
}

test('a job that has never run is listed with nothing but its name', async () => {
  const { notesOf, seen } = givenJob()
  await notesOf('one').report(context)
  const { everyMs, startedAt, finishedAt, failures, lastError } = await seen()
  assert.deepEqual(
    [everyMs, startedAt, finishedAt, failures, lastError],
    [1000, null, null, 0, null],
  )
})

test('the last run is remembered, and of a run that found nothing what was found before', async () => {
  const { name, notesOf, seen } = givenJob()
  const notes = notesOf('one')
  notes.started(name)
  context.advance(250)
  notes.finished(name, 7)
  await notes.report(context)
  const first = await seen()
  assert(first.durationMs! >= 250 && first.durationMs! < 60_000)
  assert.equal(first.handled, 7)

  context.advance(SECOND)
  notes.started(name)
  notes.finished(name, 0)
  await notes.report(context)
  const { startedAt, handled, handledAt } = await seen()
  assert(startedAt! > first.startedAt!)
  assert.deepEqual([handled, handledAt], [7, first.handledAt])
})

test('a job that runs is seen to', async () => {
  const { name, notesOf, seen } = givenJob()
  const notes = notesOf('one')
  notes.started(name)
  notes.finished(name, 0)
  context.advance(SECOND)
  notes.started(name)
  await notes.report(context)
  const { startedAt, finishedAt } = await seen()
  assert(finishedAt! < startedAt!)
})

test('failures are counted in a row, and the last is remembered when it works again', async () => {
  const { name, notesOf, seen } = givenJob()
  const notes = notesOf('one')
  for (let time = 0; time < 3; time++) {
    notes.started(name)
    notes.failed(name, new TypeError('Ada Example is not a function'))
  }
  await notes.report(context)
  const failing = await seen()
  assert.equal(failing.failures, 3)
  assert.equal(failing.lastError, 'It failed with TypeError: see the log.')
  context.advance(SECOND)
  notes.started(name)
  notes.finished(name, 1)
  await notes.report(context)
  const { failures, lastError, lastFailedAt } = await seen()
  assert.deepEqual([failures, lastError], [0, failing.lastError])
  assert.deepEqual(lastFailedAt, failing.lastFailedAt)
})

test('of two processes the run that began last stays, and a failure of either is seen', async () => {
  const { name, notesOf, seen } = givenJob()
  const [one, two] = [notesOf('one'), notesOf('two')]
  one.started(name)
  one.failed(name, new RangeError())
  context.advance(SECOND)
  two.started(name)
  two.finished(name, 4)
  await two.report(context)
  await one.report(context)
  const { process, failures, handled, lastError } = await seen()
  assert.deepEqual([process, failures, handled], ['two', 0, 4])
  assert.equal(lastError, 'It failed with RangeError: see the log.')

  // A process that has just started knows no run, and overwrites nothing.
  await notesOf('three').report(context)
  assert.equal((await seen()).process, 'two')
})

test('a run is not a row written: nothing changed, nothing is written', async () => {
  const { name, notesOf } = givenJob()
  const notes = notesOf('one')
  await notes.report(context)
  const broken = { sql: AWAY, now: context.now }
  await notes.report(broken)
  notes.started(name)
  await assert.rejects(notes.report(broken), /away/)
  await assert.rejects(notes.report(broken), /away/, 'what failed is written the next time')
})

test('a job of another version is listed while that reports it, and a minute longer', async () => {
  const { notesOf, seen } = givenJob()
  const other = givenJob()
  await notesOf('of another version').report(context)
  context.advance(59 * SECOND)
  await other.notesOf('of this version').report(context)
  assert(await seen())
  context.advance(2 * SECOND)
  await other.notesOf('of this version').report(context)
  assert.equal(await seen(), undefined)
  assert(await other.seen())
})

test('a job of this version stays listed however long it hangs', async () => {
  const { name, notesOf, seen } = givenJob()
  const notes = notesOf('one')
  notes.started(name)
  await notes.report(context)
  context.advance(2 * DAY)
  await notesOf('two').report(context)
  assert.equal((await seen()).process, 'one')
})

test('what went wrong is said in one sentence of ours, and never in the words of the error', async () => {
  const secret = 'ada@example.com 22222222222'
  const failed = async (run: Promise<unknown>) =>
    run.then(
      () => assert.fail('it did not fail'),
      (error: unknown) => error,
    )
  const { sql } = context
  const errors: [error: unknown, says: RegExp][] = [
    [await failed(sql`select ${secret}::uuid`), /^The database returned an error: 22P02\.$/],
    [
      await failed(sql`insert into chore_run ${sql({ name: secret, everyMs: 0, process: '' })}`),
      /returned an error|database constraint/,
    ],
    [
      await failed(
        sql.begin(async (begun) => {
          await begun`set local statement_timeout = 1`
          await begun`select pg_sleep(1)`
        }),
      ),
      /^A statement timed out\.$/,
    ],
    [
      Object.assign(new Error(secret), { code: 'CONNECTION_CLOSED' }),
      /^The database is not available\.$/,
    ],
    [
      Object.assign(new Error(secret), { code: 'CONNECTION_ENDED' }),
      /^The database is not available\.$/,
    ],
    [new Refusal('overloaded', { message: secret }), /^Too many queries were waiting/],
    [new Refusal('not_found', { message: secret }), /^It failed with Error: see the log\.$/],
    [new Error(secret), /^It failed with Error: see the log\.$/],
    [Object.assign(new Error('x'), { name: secret }), /^It failed with Error: see the log\.$/],
    [await failed(Promise.try(() => assert.equal(secret, ''))), /^An internal check failed/],
    [secret, /^It failed with Error/],
    [null, /^It failed with Error/],
    [undefined, /^It failed with Error/],
  ]
  assert(sqlState(errors[0]![0]))
  for (const [error, says] of errors) {
    const sentence = sentenceOf(error)
    assert.match(sentence, says)
    assert(!sentence.includes('ada') && !sentence.includes('2222') && sentence.length <= 300)
    assert(!sentence.includes('\n'))
  }
})
