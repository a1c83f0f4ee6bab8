import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { startDeliverer } from '../src/core/events/webhooks.ts'
import { contextOn } from './support.ts'

// A process that only delivers webhooks, for tests that kill it. Arguments: `database clockFile`.
// Its clock is the machine's plus the milliseconds in the file, so that a test can move all workers
// past a lease together.

const [database, clockFile] = process.argv.slice(2)
assert(database && clockFile, 'a database and a file with the clock')

const now = () => new Date(Date.now() + Number(readFileSync(clockFile, 'utf8')))
startDeliverer({ ...contextOn(database), now })
process.on('disconnect', () => process.exit())
process.send?.('ready')
