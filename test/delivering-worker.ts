import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { startDeliverer } from '../src/core/events/webhooks.ts'
import { contextOn } from './support.ts'

// A process that only delivers webhooks, for tests that kill it. Arguments: `database clockFile`.
// Its clocks are the machine's plus the milliseconds in the file, so that a test can move all
// workers past a lease together. The monotonic one moves too: by it, a worker that was frozen
// during a claim knows that its leases have expired.

const [database, clockFile] = process.argv.slice(2)
assert(database && clockFile, 'a database and a file with the clock')

const movedMs = () => Number(readFileSync(clockFile, 'utf8'))
const now = () => new Date(Date.now() + movedMs())
const monotonicMs = () => performance.now() + movedMs()
startDeliverer({ ...contextOn(database), now, monotonicMs })
process.on('disconnect', () => process.exit())
process.send?.('ready')
