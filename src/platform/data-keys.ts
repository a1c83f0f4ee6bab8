import assert from 'node:assert/strict'
import { createSecretKey, type KeyObject } from 'node:crypto'
import { MINUTE, SECOND } from './clock.ts'
import type { Sql } from './db.ts'
import { refuse } from './refusal.ts'
import {
  checkOf,
  firstKeys,
  type Keyring,
  keyringOf,
  newKey,
  type SealingKey,
  unwrap,
  wrap,
} from './secrets.ts'

// The keys of the installation: those that encrypt, one that hashes, one that makes codes. They are
// in the database, wrapped under the master key, which is not. So replacing the master key rewraps
// a few keys, and replacing an encryption key re-encrypts its data (src/start/reseal.ts).
//
//   encryption key:  (none) ──> opens      [begin: k1, active at once; addSealingKey]
//                    opens ──> seals       [`active_from` has passed, and it is the newest]
//                    opens ──> refused     [a running process has no master key for it]
//                    refused ──> opens     [offerAgain]
//                    seals ──> opens       [a newer one is active]
//                    opens ──> (none)      [removeSealingKey: no data under it is left]
//
// (1) Every process has a key in memory before it encrypts anything: each polls twice a second, and
//     a new key becomes active some seconds after it was written.
// (2) A process keeps each key that it has opened, so it can decrypt what it read before a change.
// (3) A process that has not read the keys for HEARD_MS does not encrypt. So RETIRED_MS after a
//     newer key became active, no data under an older one can arrive.
// (4) The database decides which keys are active. Clocks of processes matter for HEARD_MS only.

const POLL_MS = 500
const KEYS_MAX = 100
export const IN_USE_AFTER_MS = 5 * SECOND
const HEARD_MS = 30 * SECOND
/** HEARD_MS, plus more than any request, statement or transaction may take. */
export const RETIRED_MS = 2 * MINUTE

/** No configured master key opens the keys in the database. */
export class MasterKeyError extends Error {
  constructor() {
    super(
      'COWRIE_MASTER_KEY is not a key of this database, so its encrypted data cannot be ' +
        'read. Set the key that it was created with or rotated to.',
    )
  }
}

export type MasterKeys = {
  /** Newest first; the newest wraps. */
  masterKeys: Buffer[]
  /** The master key check of a database without keys of its own; null for a new database. */
  begunWith: string | null
}

type Purpose = 'seal' | 'fingerprint' | 'codes'
type DataKey = { purpose: Purpose; keyId: string; wrapped: string }
export type SealingState = {
  keyId: string
  wrapped: string
  isInUse: boolean
  isRefused: boolean
  /** Milliseconds until it is active; negative: since then. */
  inUseInMs: number
}

export type KeptKeys = { keys: Keyring; stop(): void }

type Keeping = { now: () => Date; tell: (message: string) => void; cell: string }

/** Reads new keys while the process runs. */
export async function keepKeys(
  sql: Sql,
  { now, tell, cell, ...ours }: MasterKeys & Keeping,
): Promise<KeptKeys> {
  const opened = await begin(sql, ours)
  const known = sealingKeysOf(opened)
  const missing = new Set<string>()
  let sealing: SealingKey | undefined
  let heardAt = now()
  let asked = 0
  let heard = 0

  async function hear(): Promise<void> {
    const [turn, at] = [++asked, now()]
    const states = await listSealingKeys(sql)
    for (const state of states) {
      if (known.has(state.keyId)) continue
      const key = unwrapWith(ours.masterKeys, { purpose: 'seal', ...state })
      if (key) known.set(state.keyId, createSecretKey(key))
      else if (!state.isRefused) {
        if (!missing.has(state.keyId)) tell(`no master key of this process decrypts ${state.keyId}`)
        missing.add(state.keyId)
        await refuseSealingKey(sql, state.keyId)
      }
    }
    // Answers may arrive out of order.
    if (turn < heard) return
    const inUse = states.find(({ keyId, isInUse }) => isInUse && known.has(keyId))
    sealing = inUse && { id: inUse.keyId, key: known.get(inUse.keyId)! }
    heard = turn
    heardAt = at
  }
  await hear()
  // Tried again at the next poll; until then the known keys are used.
  const timer = setInterval(() => void hear().catch(() => {}), POLL_MS).unref()

  const keys = keyringOf({
    sealing() {
      // In either direction, because the clock may have been set.
      if (Math.abs(now().getTime() - heardAt.getTime()) > HEARD_MS) refuse('overloaded')
      assert(sealing, 'a key is in use')
      return sealing
    },
    opening: (id) => known.get(id),
    cell,
    fingerprint: createSecretKey(keyOf(opened, 'fingerprint')),
    codes: createSecretKey(keyOf(opened, 'codes')),
  })
  return { keys, stop: () => clearInterval(timer) }
}

type OpenedKey = DataKey & { key: Buffer }

/** All keys, unwrapped. Creates the first ones in a new database. */
export async function begin(sql: Sql, ours: MasterKeys): Promise<OpenedKey[]> {
  const { masterKeys } = ours
  const [newest] = masterKeys
  assert(newest, 'there is a master key')
  let rows = await listDataKeys(sql)
  if (rows.length === 0) {
    const keys = Object.entries(keysToBeginWith(ours)) as [Purpose, Buffer][]
    // If another process inserts at the same time, all its keys are used or all of ours.
    await insertDataKeys(
      sql,
      keys.map(([purpose, key]) => wrapped(newest, { purpose, keyId: 'k1' }, key)),
    )
    rows = await listDataKeys(sql)
  }
  return rows.map((row) => {
    const key = unwrapWith(masterKeys, row)
    if (!key) throw new MasterKeyError()
    return { ...row, key }
  })
}

/** New keys; for a database from before, those that its master key was used as. */
function keysToBeginWith({ masterKeys, begunWith }: MasterKeys): Record<Purpose, Buffer> {
  if (begunWith === null) return { seal: newKey(), fingerprint: newKey(), codes: newKey() }
  const first = masterKeys.find((key) => checkOf(key) === begunWith)
  if (!first) throw new MasterKeyError()
  return firstKeys(first)
}

export function sealingKeysOf(opened: OpenedKey[]): Map<string, KeyObject> {
  return new Map(
    opened
      .filter(({ purpose }) => purpose === 'seal')
      .map(({ keyId, key }) => [keyId, createSecretKey(key)]),
  )
}

/** Wraps all keys with the newest master key. Returns how many changed. */
export async function rewrap(sql: Sql, ours: MasterKeys): Promise<number> {
  const newest = ours.masterKeys[0]!
  let count = 0
  for (const { key, ...row } of await begin(sql, ours)) {
    if (row.wrapped.startsWith(`${checkOf(newest)}.`)) continue
    const { wrapped: next } = wrapped(newest, row, key)
    count += await replaceWrapped(sql, row, next)
  }
  return count
}

/** Returns the id of the new key, or of one that was added at the same moment. */
export async function addSealingKey(
  sql: Sql,
  { masterKeys }: MasterKeys,
  inUseAfterMs: number,
): Promise<string> {
  const [newest] = await listSealingKeys(sql)
  assert(newest, 'a sealing key must exist')
  const keyId = `k${Number(newest.keyId.slice(1)) + 1}`
  const row = wrapped(masterKeys[0]!, { purpose: 'seal', keyId }, newKey())
  await insertDataKeys(sql, [row], inUseAfterMs)
  return keyId
}

function keyOf(opened: OpenedKey[], purpose: Purpose): Buffer {
  const found = opened.find((row) => row.purpose === purpose)
  assert(found, `there is a key for ${purpose}`)
  return found.key
}

function unwrapWith(masterKeys: Buffer[], row: DataKey): Buffer | null {
  for (const masterKey of masterKeys) {
    const key = unwrap(masterKey, row.wrapped, boundTo(row))
    if (key) return key
  }
  return null
}

function wrapped(masterKey: Buffer, row: Omit<DataKey, 'wrapped'>, key: Buffer): DataKey {
  const { purpose, keyId } = row
  return { purpose, keyId, wrapped: wrap(masterKey, key, boundTo(row)) }
}

function boundTo({ purpose, keyId }: Omit<DataKey, 'wrapped'>): string {
  return `data_key.wrapped ${purpose} ${keyId}`
}

async function listDataKeys(sql: Sql): Promise<DataKey[]> {
  return sql<DataKey[]>`
    select purpose, key_id, wrapped
    from data_key
    order by purpose, key_id
    limit ${KEYS_MAX}
  `
}

/** Newest first. */
export async function listSealingKeys(sql: Sql): Promise<SealingState[]> {
  return sql<SealingState[]>`
    select key_id, wrapped, refused_at is not null as is_refused,
      refused_at is null and active_from <= clock_timestamp() as is_in_use,
      (extract(epoch from active_from - clock_timestamp()) * 1000)::float8 as in_use_in_ms
    from data_key
    where purpose = 'seal'
    order by substr(key_id, 2)::integer desc
    limit ${KEYS_MAX}
  `
}

/** Existing rows are kept. */
async function insertDataKeys(sql: Sql, rows: DataKey[], inUseAfterMs = 0): Promise<void> {
  const purposes = rows.map(({ purpose }) => purpose)
  const keyIds = rows.map(({ keyId }) => keyId)
  const texts = rows.map(({ wrapped }) => wrapped)
  await sql`
    insert into data_key (purpose, key_id, wrapped, active_from)
    select n.purpose, n.key_id, n.wrapped,
      clock_timestamp() + ${inUseAfterMs}::integer * interval '1 millisecond'
    from unnest(${purposes}::text[], ${keyIds}::text[], ${texts}::text[])
      as n (purpose, key_id, wrapped)
    order by n.purpose, n.key_id
    on conflict do nothing
  `
}

async function replaceWrapped(sql: Sql, row: DataKey, next: string): Promise<number> {
  const { count } = await sql`
    update data_key set wrapped = ${next}
    where purpose = ${row.purpose} and key_id = ${row.keyId} and wrapped = ${row.wrapped}
  `
  return count
}

/** Unless it is the only one. */
async function refuseSealingKey(sql: Sql, keyId: string): Promise<void> {
  await sql`
    update data_key set refused_at = clock_timestamp()
    where purpose = 'seal' and key_id = ${keyId} and refused_at is null
      and exists (
        select 1 from data_key older
        where older.purpose = 'seal' and older.key_id <> ${keyId} and older.refused_at is null
      )
  `
}

/** A process that still cannot open it refuses it again. */
export async function offerAgain(sql: Sql, keyId: string, inUseAfterMs: number): Promise<void> {
  await sql`
    update data_key
    set refused_at = null,
      active_from = clock_timestamp() + ${inUseAfterMs}::integer * interval '1 millisecond'
    where purpose = 'seal' and key_id = ${keyId} and refused_at is not null
  `
}

/** Removes one that a newer one has replaced. */
export async function removeSealingKey(sql: Sql, keyId: string): Promise<void> {
  await sql`delete from data_key where purpose = 'seal' and key_id = ${keyId}`
}
