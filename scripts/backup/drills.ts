import { createPublicKey, generateKeyPairSync, type KeyObject, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { HOUR } from '../../src/platform/clock.ts'
import { connectAsOwner, type Database, type DatabaseAddress } from '../../src/platform/db.ts'
import { type Acknowledged, nothingYet, payUntil } from '../../test/paying.ts'
import { type Started, startService, stopService } from '../../test/process.ts'
import { Archive } from './archive.ts'
import { restore } from './drill.ts'
import { type BackupOptions, follow } from './follow.ts'
import type { Trust } from './signed.ts'

// Restores a database at random moments while its service is paid and archived: whether all that
// was acknowledged before is there, and nothing later.

export type Rehearsal = {
  archive: string
  identity: string
  recipient: string
  signingKey: KeyObject
  trust: Trust
  address: DatabaseAddress
  acknowledged: Acknowledged
  /** Payments initialized and paid by then; a restore must have those. */
  marks: { at: number; initialized: number; paid: number }[]
  stop(): Promise<void>
}

export type Drill = {
  kind: 'the end of the archive' | 'an earlier moment'
  restoredTo: Date
  acknowledged: number
  found: number
  wrong: number
  /** Payments after the moment; there must be none. */
  tooMany: number
  timeline: number
  rpoSeconds: number
  rtoSeconds: number
}

const PAYERS = 3
const DEADLINE_MS = 1 * HOUR
const BREATH_MS = 80
const MARK_MS = 50
const now = () => new Date()

export async function startRehearsal(
  folder: string,
  options: Pick<BackupOptions, 'everyMs' | 'baseEveryMs' | 'say'>,
): Promise<Rehearsal> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const data = join(folder, 'data')
  const service = await startService(data)
  const { address, sql } = connectTo(data)
  const stopping = new AbortController()
  const archive = join(folder, 'backup')
  const signingKey = generateKeyPairSync('ed25519').privateKey
  const trust = { signers: [createPublicKey(signingKey)], acceptUnsigned: false }
  const keys = { recipients: [recipient], signingKey }
  const kept = { keepMs: null, keepBases: 3, folder: archive, ...keys }
  const following = follow(sql, { ...options, ...kept }, stopping.signal)
  const acknowledged = nothingYet()
  const marks: Rehearsal['marks'] = []
  let isClosing = false
  const paying = Array.from({ length: PAYERS }, (_, payer) =>
    payUntil(() => isClosing, slow(service), `payer-${payer}`, acknowledged),
  )
  const mark = () => {
    const { initialized, paid } = acknowledged
    marks.push({ at: now().getTime(), initialized: initialized.size, paid: paid.size })
  }
  const marking = setInterval(mark, MARK_MS)
  const close = async () => {
    isClosing = true
    await Promise.all(paying)
    clearInterval(marking)
    mark()
    stopping.abort()
    await following
    await sql.end()
    await stopService(service)
  }
  let closed: Promise<void> | null = null
  const stop = () => {
    closed ??= close()
    return closed
  }
  await Promise.race([following, hasBase(archive, trust)])
  return { archive, identity, ...keys, recipient, trust, address, acknowledged, marks, stop }
}

function connectTo(data: string): { address: DatabaseAddress; sql: Database } {
  const address = JSON.parse(readFileSync(join(data, 'postgres.json'), 'utf8')) as DatabaseAddress
  return { address, sql: connectAsOwner(address) }
}

/** Limits the load: this tests backups, not speed. */
function slow(service: Started): Started {
  return {
    ...service,
    async call(...request) {
      await pause(BREATH_MS)
      return service.call(...request)
    },
  }
}

async function hasBase(archive: string, trust: Trust): Promise<void> {
  for (;;) {
    await pause(MARK_MS)
    const found = await Archive.open(archive, trust).catch(() => null)
    if (found && (await found.bases(() => {})).length > 0) return
  }
}

/** `data`: a folder to restore into, which does not exist yet. */
export async function drillOnce(
  { archive, identity, trust, acknowledged, marks }: Rehearsal,
  kind: Drill['kind'],
  data: string,
): Promise<Drill> {
  const moment = now().getTime()
  const at = kind === 'an earlier moment' ? await someMoment(archive, trust) : null
  const found = { from: archive, identities: [identity], trust, deadlineMs: DEADLINE_MS }
  const options = { ...found, data, at, timeline: null, bin: null }
  const counted = { acknowledged: 0, found: 0, tooMany: 0 }
  const restored = await restore({ ...options, say: () => {} }, async (sql, { restoredTo }) => {
    const rows = await sql<{ reference: string; status: string; createdAt: Date }[]>`
      select reference, status, created_at from transaction
    `
    const statusOf = new Map(rows.map(({ reference, status }) => [reference, status]))
    const before = marks.findLast((mark) => mark.at <= restoredTo.getTime())
    const initialized = [...acknowledged.initialized].slice(0, before?.initialized ?? 0)
    const paid = [...acknowledged.paid.keys()].slice(0, before?.paid ?? 0)
    counted.acknowledged = initialized.length + paid.length
    counted.found =
      initialized.filter((reference) => statusOf.has(reference)).length +
      paid.filter((reference) => statusOf.get(reference) === 'success').length
    if (at) counted.tooMany = rows.filter(({ createdAt }) => createdAt > at).length
  })
  const { read, recover, verify } = restored.seconds
  const { restoredTo } = restored.plan
  return {
    kind,
    restoredTo,
    ...counted,
    wrong: restored.wrong?.length ?? -1,
    timeline: restored.timeline,
    rpoSeconds: at ? 0 : Math.max(0, moment - restoredTo.getTime()) / 1_000,
    rtoSeconds: read + recover + verify,
  }
}

export function isRight({ acknowledged, found, wrong, tooMany, timeline }: Drill): boolean {
  return acknowledged > 0 && found === acknowledged && wrong === 0 && tooMany === 0 && timeline > 1
}

/** A random moment in the last two bases, which are not removed meanwhile. */
async function someMoment(folder: string, trust: Trust): Promise<Date> {
  const archive = await Archive.open(folder, trust)
  const bases = await archive.bases(() => {})
  const first = bases.at(-2) ?? bases.at(-1)
  const ends = [...archive.wal.values()].map(({ until }) => Date.parse(until))
  const from = Date.parse(first!.finishedAt)
  return new Date(randomInt(from, Math.max(from + 1, ...ends)))
}
