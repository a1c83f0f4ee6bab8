import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { MINUTE, SECOND } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import type { Context } from '../context.ts'
import {
  lockServed,
  type RecoveryReason,
  readServer,
  type Served,
  type Server,
  setServed,
} from './recovery.sql.ts'
import { enter } from './recovery.ts'

// Detects a restored database. Each second a process commits a beat: a number that only grows. The
// row has the server and timeline of the last beat; the process remembers the number, and a file
// beside the data does too.
//
//   same server and timeline  continue, unless the process or the file has a later beat than the
//                             row: an older copy, or missing commits
//   another server            pg_dump and pg_restore, or a new cluster: recovery mode
//   another timeline          a point-in-time restore, or a promoted standby. If a process
//                             remembers a beat of the last minutes, committed to a synchronous
//                             standby, and finds it in the row, no acknowledged commit is missing:
//                             a failover, continue. Otherwise: recovery mode
//
// The judgement of one process is in the row, under its lock. A process that has just started
// remembers nothing, so it gives the others some seconds to judge.

const BEAT_MS = SECOND
/** An older beat proves nothing: others may have committed since. */
const PROOF_MS = 5 * MINUTE
const VOUCH_MS = 10 * SECOND
const VOUCH_POLL_MS = SECOND / 2
/** Added after a restore, so that later beats exceed every beat from before it. */
const BEATS_AHEAD = 1_000_000_000n
const FILE = 'served.json'

/** The last beat whose COMMIT this process saw acknowledged. */
export type Memory = Served & { isSynchronous: boolean; atMs: number }

type Seen = {
  server: Server
  row: Served | null
  memory: Memory | null
  /** Written by the last process that served from this folder. */
  file: Pick<Served, 'systemIdentifier' | 'beats'> | null
  nowMs: number
}
type Judgement = 'served' | 'failover' | 'nobody_knows' | RecoveryReason

export function judge({ server, row, memory, file, nowMs }: Seen): Judgement {
  if (row === null) return 'served'
  if (memory !== null && memory.beats > row.beats) return 'commits_missing'
  const isOfFile = file?.systemIdentifier === server.systemIdentifier
  if (isOfFile && file.beats > row.beats) return 'older_copy'
  if (row.systemIdentifier !== server.systemIdentifier) return 'other_server'
  if (row.timeline === server.timeline) return 'served'
  if (memory === null) return 'nobody_knows'
  const isProof = memory.isSynchronous && nowMs - memory.atMs < PROOF_MS
  return isProof ? 'failover' : 'other_timeline'
}

type Options = {
  /** COWRIE_MODE=recovery. */
  isAsked?: boolean
  /** The folder of the file; null: no file. */
  folder: string | null
  vouchMs?: number
}

/** Judges before anything is served, then every second. */
export async function startServing(
  context: Pick<Context, 'sql' | 'now' | 'log'>,
  { isAsked = false, folder, vouchMs = VOUCH_MS }: Options,
): Promise<{ beat(): Promise<void>; stop(): Promise<void> }> {
  let memory: Memory | null = null
  let file = folder === null ? null : await readMemory(folder)
  let isWriting = folder !== null
  const until = performance.now() + vouchMs

  async function beat(isFirst = false): Promise<void> {
    const beaten = await context.sql.begin((sql) =>
      judged(sql, context, { memory, file, isAsked: isFirst && isAsked, isLate: isOver() }),
    )
    if (beaten === null) return
    const { isNew, ...remembered } = beaten
    memory = remembered
    file = null
    if (isNew !== null) context.log.error({ reason: isNew }, 'recovery mode: nothing is sent')
    if (folder === null || !isWriting) return
    await writeMemory(folder, memory).catch((error: unknown) => {
      isWriting = false
      context.log.warn({ err: error }, 'served.json could not be written')
    })
  }
  const isOver = () => performance.now() >= until

  while (memory === null) {
    await beat(true)
    if (memory === null) await new Promise((resolve) => setTimeout(resolve, VOUCH_POLL_MS))
  }
  let beating: Promise<void> | null = null
  const timer = setInterval(() => {
    // If the database is down, db-watch.ts reports it.
    beating ??= beat()
      .catch(() => {})
      .finally(() => {
        beating = null
      })
  }, BEAT_MS)
  return {
    beat: () => beat(),
    async stop() {
      clearInterval(timer)
      await beating
    },
  }
}

type Given = Pick<Seen, 'memory' | 'file'> & { isAsked: boolean; isLate: boolean }

/** Null: another process may know. `isNew`: why this beat starts recovery mode. */
async function judged(
  sql: Sql,
  { now }: Pick<Context, 'now'>,
  { memory, file, isAsked, isLate }: Given,
): Promise<(Memory & { isNew: RecoveryReason | null }) | null> {
  const row = await lockServed(sql)
  const { isSynchronous, ...server } = await readServer(sql)
  const said = judge({ server, row, memory, file, nowMs: performance.now() })
  if (said === 'nobody_knows' && !isLate) return null
  const reason = isAsked && !isRecovery(said) ? 'asked_for' : reasonOf(said)
  const beatAt = now()
  const isNew =
    reason !== null && (await enter(sql, beatAt, { reason, restoredTo: row?.beatAt ?? beatAt }))
  const step = reason === null ? 1n : BEATS_AHEAD
  const known = [row?.beats ?? 0n, memory?.beats ?? 0n, file?.beats ?? 0n]
  const beats = known.reduce((most, one) => (one > most ? one : most)) + step
  await setServed(sql, { ...server, beats, beatAt })
  const remembered = { ...server, beats, beatAt, isSynchronous, atMs: performance.now() }
  return { ...remembered, isNew: isNew ? reason : null }
}

function isRecovery(said: Judgement): boolean {
  return reasonOf(said) !== null
}

function reasonOf(said: Judgement): RecoveryReason | null {
  switch (said) {
    case 'served':
    case 'failover':
      return null
    case 'nobody_knows':
      return 'other_timeline'
    default:
      return said
  }
}

/** Null if there is no readable file. */
async function readMemory(folder: string): Promise<Seen['file']> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => '')
  const found = /^\{"systemIdentifier":"(\d{1,20})","beats":"(\d{1,18})"\}$/.exec(text)
  return found && { systemIdentifier: found[1]!, beats: BigInt(found[2]!) }
}

async function writeMemory(folder: string, { systemIdentifier, beats }: Served): Promise<void> {
  const path = join(folder, FILE)
  const text = JSON.stringify({ systemIdentifier, beats: String(beats) })
  await writeFile(`${path}.${process.pid}`, text, { mode: 0o600 })
  await rename(`${path}.${process.pid}`, path)
}
