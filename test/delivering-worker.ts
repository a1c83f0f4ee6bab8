import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { startDeliverer } from '../src/core/events/webhooks.ts'
import { contextOn } from './support.ts'

// A process that delivers and does nothing else, for those who kill it: `database clockFile`. Its
// clock is the machine's and as many milliseconds more as the file says, so that all workers can be
// brought past a lease together.

const [database, clockFile] = process.argv.slice(2)
assert(database && clockFile, 'a database and a file with the clock')

const now = () => new Date(Date.now() + Number(readFileSync(clockFile, 'utf8')))
startDeliverer({ ...contextOn(database), now })
process.on('disconnect', () => process.exit())
process.send?.('ready')
