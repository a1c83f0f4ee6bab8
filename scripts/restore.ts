import { chmodSync, mkdtempSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Decrypter } from 'age-encryption'
import { DAY, MINUTE, SECOND } from '../src/platform/clock.ts'
import { EmbeddedPostgresError } from '../src/platform/embedded-postgres.ts'
import { type Restored, restore } from './backup/drill.ts'
import { durationOf } from './backup/durations.ts'
import { removeWithUs } from './backup/leftover.ts'
import { BackupError } from './backup/sealed.ts'
import { readSigner } from './backup/signed.ts'

// `npm run restore`: docs/operating/back-up.md. Exits with 1 and one sentence if it fails or the
// restored books are wrong.

const USAGE = `Usage:
  npm run restore -- --from FOLDER --identity FILE --signer ed25519:… --to FOLDER
  npm run restore -- --from FOLDER --identity FILE --signer ed25519:… --drill
Options: [--signer ed25519:…]… [--at TIME] [--timeline 1] [--bin FOLDER] [--deadline 4h]
TIME: such as 2026-11-24T14:05:00Z. With --bin, PostgreSQL's programs, --to is its data directory.
--accept-unsigned restores a backup that nobody signed. It can run any command: only if you know who
had access to its folder.
`

/** The longest delay of a timer. */
const DEADLINE_MS_MAX = 24 * DAY
const say = (line: string) => process.stdout.write(`${line}\n`)
const now = () => new Date()

try {
  process.exit(await run())
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  const isOurs = error instanceof BackupError || error instanceof EmbeddedPostgresError
  if (!isOurs && code === undefined) throw error
  const full = code === 'ENOSPC' ? 'The disk is full: nothing was restored.' : null
  process.stderr.write(`${full ?? (isOurs ? message : `Nothing was restored: ${message}.`)}\n`)
  process.exit(1)
}

async function run(): Promise<number> {
  const words = readArguments()
  const { from, identity, to, at, timeline, bin, drill } = words
  if (from === undefined) throw new BackupError('Pass the folder of the backup: --from.')
  if (identity === undefined) throw new BackupError('Pass the key to decrypt it: --identity FILE.')
  const signers = (words.signer ?? []).map(readSigner)
  const acceptUnsigned = words['accept-unsigned']
  if (signers.length === 0 && !acceptUnsigned) {
    throw new BackupError(
      'Pass who signed the backup: --signer ed25519:…, or --accept-unsigned for a backup from ' +
        'before backups were signed.',
    )
  }
  if ((to === undefined) !== drill) throw new BackupError('Pass either --to FOLDER or --drill.')
  const identities = await readIdentities(identity)
  const wanted = {
    from,
    identities,
    at: at === undefined ? null : momentOf(at),
    timeline: timeline === undefined ? null : numberOf(timeline),
    bin: bin === undefined ? null : resolve(bin),
    trust: { signers, acceptUnsigned },
    deadlineMs: deadlineOf(words.deadline),
    say,
  }
  const began = now()
  if (to !== undefined) {
    const data = wanted.bin ? resolve(to) : join(resolve(to), 'postgres')
    const restored = await restore({ ...wanted, data })
    tell(restored, began)
    say(
      wanted.bin
        ? `${data} is a PostgreSQL data directory. Configure it, then start it.`
        : `Set its original master key, then run: COWRIE_DATA=${resolve(to)} npm start`,
    )
    return verdict(restored)
  }
  const folder = mkdtempSync(join(tmpdir(), 'cowrie-drill-'))
  // The server may run as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755)
  const removeLeftovers = removeWithUs(folder)
  try {
    const restored = await restore({ ...wanted, data: join(folder, 'postgres') })
    tell(restored, began)
    const { read, recover, verify } = restored.seconds
    const rpo = wanted.at ? 0 : Math.max(0, began.getTime() - restored.plan.restoredTo.getTime())
    say(
      `RPO ${inWords(rpo)}. RTO ${(read + recover + verify).toFixed(1)} s: ${read} s to read, ` +
        `${recover} s to recover, ${verify} s to verify. Nothing was changed.`,
    )
    return verdict(restored)
  } finally {
    await removeLeftovers()
  }
}

function tell({ plan, timeline }: Restored, began: Date): void {
  const { restoredTo } = plan
  say(`Restored to ${restoredTo.toISOString()}, on timeline ${timeline}.`)
  const missing = inWords(Math.max(0, began.getTime() - restoredTo.getTime()))
  say(
    `Up to ${missing} of acknowledged payments may be missing: from ${restoredTo.toISOString()} ` +
      `until the service stopped, ${began.toISOString()} at the latest. Import the statements ` +
      `of each bank for that time before you release payouts.`,
  )
}

function verdict({ wrong }: Restored): number {
  if (wrong === null) return 0
  for (const { what, where, found, expected } of wrong) {
    process.stderr.write(`${what}: ${where}: found ${found}, expected ${expected}\n`)
  }
  say(wrong.length === 0 ? 'The books are right.' : `${wrong.length} rows are wrong.`)
  return wrong.length === 0 ? 0 : 1
}

async function readIdentities(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new BackupError(`--identity ${file} cannot be read (${error.message}).`)
  })
  const lines = text.split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (identities.length > 0 && identities.every(isIdentity)) return identities
  throw new BackupError(`--identity ${file} is not a file of age identities (AGE-SECRET-KEY-1…).`)
}

function isIdentity(line: string): boolean {
  try {
    new Decrypter().addIdentity(line)
    return true
  } catch {
    return false
  }
}

function readArguments() {
  try {
    const text = { type: 'string' } as const
    const { values } = parseArgs({
      options: {
        from: text,
        identity: text,
        to: text,
        at: text,
        timeline: text,
        bin: text,
        signer: { type: 'string', multiple: true },
        'accept-unsigned': { type: 'boolean', default: false },
        deadline: { type: 'string', default: '4h' },
        drill: { type: 'boolean', default: false },
      },
    })
    return values
  } catch (error) {
    throw new BackupError(`${(error as Error).message}\n${USAGE}`.trimEnd())
  }
}

function momentOf(text: string): Date {
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const moment = new Date(text)
  if (isWhole && !Number.isNaN(moment.getTime())) return moment
  throw new BackupError(`--at ${text} is not a time such as 2026-11-24T14:05:00Z.`)
}

function deadlineOf(text: string): number {
  const ms = durationOf('--deadline', text)
  if (ms > DEADLINE_MS_MAX) throw new BackupError('--deadline must be at most 24d.')
  return ms
}

function numberOf(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new BackupError(`--timeline ${text} is not a timeline: pass its number, such as 1.`)
}

function inWords(ms: number): string {
  if (ms < 2 * MINUTE) return `${Math.ceil(ms / SECOND)} s`
  return `${Math.ceil(ms / MINUTE)} minutes`
}
