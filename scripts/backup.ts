import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DAY, SECOND } from '../src/platform/clock.ts'
import { connectAsOwner, type DatabaseAddress, sqlState } from '../src/platform/db.ts'
import { EmbeddedPostgresError } from '../src/platform/embedded-postgres.ts'
import { isWithin } from './backup/archive.ts'
import { durationOf } from './backup/durations.ts'
import { escrow, makeIdentity } from './backup/escrow.ts'
import { type BackupOptions, backUpOnce, follow } from './backup/follow.ts'
import { BackupError, encrypterFor } from './backup/sealed.ts'
import { makeSigningKey, readSigningKey, signerOf } from './backup/signed.ts'
import { dropSlot, explain } from './backup/source.ts'
import { configOrEnd, openDatabase, runningAddress } from './open-database.ts'

// `npm run backup`: docs/operating/back-up.md. If it fails, exits with 1 and one sentence.

const USAGE = `Usage:
  npm run backup -- --to FOLDER --recipient age1… [--recipient age1…] --sign FILE
  npm run backup -- … [--keep 14d] [--keep-bases 2] [--follow [--every 20s] [--base-every 1d]]
  npm run backup -- unfollow
  npm run backup -- keygen --to FILE
  npm run backup -- signkey --to FILE
  npm run backup -- escrow --to FILE --recipient age1…
`
const EVERY_MS = 20 * SECOND
const EVERY_MS_MAX = 30 * SECOND
const RETRY_MS = 2 * SECOND
const LOST = /^(08...|57P0.|CONNECTION_CLOSED)$/

const say = (line: string) => process.stdout.write(`${line}\n`)
const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stopping.abort())

try {
  await run()
  process.exit(0)
} catch (error) {
  const told = explain(error)
  const { code, message } = told as NodeJS.ErrnoException
  const isOurs = told instanceof BackupError || told instanceof EmbeddedPostgresError
  if (isOurs) process.stderr.write(`${message}\n`)
  else if (code === 'ENOSPC') {
    process.stderr.write('The backup disk is full: the file being written is not valid.\n')
  } else if (code !== undefined) process.stderr.write(`The backup stopped: ${message}.\n`)
  else throw error
  process.exit(1)
}

async function run(): Promise<void> {
  const { values, verb } = readArguments()
  if (verb === 'keygen' && values.to !== undefined) {
    return void say(`Recipient: ${await makeIdentity(values.to)}`)
  }
  if (verb === 'signkey' && values.to !== undefined) {
    return void say(`Signer: ${makeSigningKey(values.to)}`)
  }
  const config = configOrEnd()
  const recipients = values.recipient ?? []
  if (verb === 'unfollow') return unfollow()
  if (values.to === undefined) throw new BackupError('Pass the folder or file to write to: --to.')
  if (recipients.length === 0) {
    throw new BackupError('Pass who can decrypt it: --recipient age1…, once for each recipient.')
  }
  encrypterFor(recipients)
  if (verb === 'escrow') {
    await escrow(config, { file: values.to, recipients })
    return void say(`The master key is in ${values.to}. Keep it apart from data and backups.`)
  }
  if (values.sign === undefined) {
    throw new BackupError('Pass the key that signs the backup: --sign FILE, made with signkey.')
  }
  const folder = resolve(values.to)
  const data = existsSync(config.dataDirectory) ? realpathSync(config.dataDirectory) : null
  const place = existsSync(folder) ? realpathSync(folder) : folder
  if (data && (isWithin(place, data) || isWithin(data, place))) {
    throw new BackupError(`${folder} and the data folder ${data} must not contain each other.`)
  }
  if (isWithin(values.sign, folder)) {
    throw new BackupError(`--sign ${values.sign} is in the backup: keep it apart.`)
  }
  const everyMs = values.every ? durationOf('--every', values.every) : EVERY_MS
  if (everyMs > EVERY_MS_MAX) throw new BackupError('--every must be at most 30s.')
  const signingKey = readSigningKey(values.sign)
  say(`Signer: ${signerOf(signingKey)}`)
  const options: BackupOptions = {
    folder,
    recipients,
    signingKey,
    keepMs: values.keep ? durationOf('--keep', values.keep) : null,
    keepBases: values['keep-bases'] ? countOf('--keep-bases', values['keep-bases']) : null,
    everyMs,
    baseEveryMs: values['base-every'] ? durationOf('--base-every', values['base-every']) : DAY,
    say,
  }
  if (values.follow) return followOn(options)
  const { address, close } = await openDatabase(config)
  await withDatabase(address, (sql) => backUpOnce(sql, options)).finally(close)

  async function unfollow(): Promise<void> {
    const { address, close } = await openDatabase(config)
    const wasThere = await withDatabase(address, dropSlot)
    await close()
    say(wasThere ? 'The server no longer keeps WAL for the backup.' : 'There was no slot.')
  }

  /** Waits for an unavailable database: the slot keeps its WAL. */
  async function followOn(options: BackupOptions): Promise<void> {
    let told = ''
    while (!stopping.signal.aborted) {
      const address: DatabaseAddress | null =
        config.databaseUrl === null
          ? await runningAddress(join(config.dataDirectory, 'postgres.json'))
          : { url: config.databaseUrl }
      try {
        if (address === null) throw Object.assign(new Error('no service runs'), { code: '57P03' })
        told = ''
        await withDatabase(address, (sql) => follow(sql, options, stopping.signal))
      } catch (error) {
        const code = sqlState(error) ?? (error as NodeJS.ErrnoException).code ?? ''
        if (!LOST.test(code)) throw error
        const { message } = error as Error
        if (message !== told) say(`Waiting for the database (${message}).`)
        told = message
        await pause(RETRY_MS, null, { signal: stopping.signal }).catch(() => {})
      }
    }
    say(
      'Stopped. The server keeps its WAL until --follow runs again, or npm run backup -- unfollow.',
    )
  }
}

async function withDatabase<Result>(
  address: DatabaseAddress,
  work: (sql: ReturnType<typeof connectAsOwner>) => Promise<Result>,
): Promise<Result> {
  const sql = connectAsOwner(address)
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        recipient: { type: 'string', multiple: true },
        sign: { type: 'string' },
        follow: { type: 'boolean', default: false },
        every: { type: 'string' },
        'base-every': { type: 'string' },
        keep: { type: 'string' },
        'keep-bases': { type: 'string' },
      },
    })
    const [verb, ...rest] = positionals
    const isKnown = verb === undefined || ['escrow', 'keygen', 'signkey', 'unfollow'].includes(verb)
    if (!isKnown || rest.length > 0) throw new Error(`Unknown command: ${positionals.join(' ')}`)
    return { values, verb }
  } catch (error) {
    throw new BackupError(`${(error as Error).message}\n${USAGE}`.trimEnd())
  }
}

function countOf(name: string, text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new BackupError(`${name} must be a number of base backups, 1 or more, not ${text}.`)
}
