import { setTimeout as pause } from 'node:timers/promises'
import { sealedMessages } from '../../packages/devkit/sandbox/messages.ts'
import { sealedActivationNumbers } from '../accounts/activation/activation.ts'
import { sealedTestKeys } from '../accounts/businesses/keys.ts'
import { sealedSigningKeys } from '../accounts/businesses/signing.ts'
import { sealedTotpSecret } from '../accounts/logins/second-factor.ts'
import { sealedWebhookSecrets } from '../core/events/webhooks.ts'
import { sealedAnswers } from '../http/idempotency.ts'
import { sealedOfIdentity } from '../identity/identity.ts'
import { payoutHandle } from '../money-out/payouts/payouts.ts'
import { sealedNotifications } from '../operator/notifications/notifications.ts'
import { sealedToken } from '../payments/authorizations/authorizations.ts'
import { mandateHandle } from '../payments/authorizations/mandates.ts'
import { chargeHandle, reversalHandle } from '../payments/checkout/checkout.ts'
import { returnHandle } from '../payments/deposits/return.ts'
import { callHandle, sealedEvidence } from '../payments/disputes/disputes.ts'
import { sealedFiles } from '../payments/disputes/files.ts'
import { refundHandle } from '../payments/refunds/refunds.ts'
import { sealedAccountNumbers } from '../payments/virtual-accounts/dedicated.ts'
import { accountHandle } from '../payments/virtual-accounts/virtual-accounts.ts'
import { SECOND } from '../platform/clock.ts'
import {
  addSealingKey,
  begin,
  IN_USE_AFTER_MS,
  listSealingKeys,
  type MasterKeys,
  offerAgain,
  RETIRED_MS,
  removeSealingKey,
  rewrap,
  type SealingState,
  sealingKeysOf,
} from '../platform/data-keys.ts'
import type { Database, Sql } from '../platform/db.ts'
import type { SealedColumn } from '../platform/secrets.ts'
import { type Sealer, sealerOf } from '../platform/secrets.ts'

// Replaces the encryption key while services run: `npm run keys:rotate`. It wraps all keys under
// the newest master key and adds an encryption key. When every process has it, values under older
// keys are encrypted again, and those keys are removed.
//
// Invariants:
//
// (1) A value is replaced only if it is unchanged since it was read.
// (2) An older key is removed only when no value under it is left, or can still be written.
// (3) It can be stopped at any point. While an older key exists, the next run continues with the
//     newest one and adds none.

/** Every encrypted column. A test finds missing ones. */
export const sealedColumns: SealedColumn[] = [
  ...sealedWebhookSecrets,
  sealedSigningKeys,
  sealedTestKeys,
  ...sealedAccountNumbers,
  ...sealedActivationNumbers,
  ...sealedOfIdentity,
  sealedMessages,
  sealedNotifications,
  sealedAnswers,
  sealedTotpSecret,
  sealedToken,
  sealedEvidence,
  sealedFiles,
  ...[
    callHandle,
    payoutHandle,
    returnHandle,
    refundHandle,
    chargeHandle,
    reversalHandle,
    accountHandle,
    mandateHandle,
  ].map(({ sealed }): SealedColumn => sealed),
]

const BATCH_ROWS = 200
const PROGRESS_ROWS = 10_000
const POLL_MS = 200
const KEYS_MAX = 1_000
/** A statement that read a value before it was encrypted again may still write it elsewhere. */
const SETTLE_MS = 15 * SECOND

type Rotation = MasterKeys & {
  rewrapOnly: boolean
  say: (line: string) => void
  waits?: Waits
}
type Waits = { inUseAfterMs: number; retiredMs: number; settleMs: number }

const WAITS: Waits = {
  inUseAfterMs: IN_USE_AFTER_MS,
  retiredMs: RETIRED_MS,
  settleMs: SETTLE_MS,
}

/** As the owner of the database. Returns whether everything was done. */
export async function rotateKeys(sql: Database, rotation: Rotation): Promise<boolean> {
  const { say, rewrapOnly, waits = WAITS } = rotation
  say(`Data keys rewrapped with the newest master key: ${await rewrap(sql, rotation)}.`)
  if (rewrapOnly) {
    say('Restart every process with the newest master key before you remove an older one.')
    return true
  }

  const keyId = await offerKey(sql, rotation, waits)
  const refused =
    `A running process has no master key for ${keyId} and rejected it, so it is not used. ` +
    'Restart every process with both master keys, then run this again.'
  if (!(await waitUntilInUse(sql, keyId))) {
    say(refused)
    return false
  }
  const keys = await keysOf(sql, rotation, keyId)
  const unreadable = await resealUntilNothingIsLeft(sql, keys, keyId, waits, say)
  if (unreadable === 'refused') {
    say(refused)
    return false
  }
  const removed = await removeUnused(sql, keyId, say)
  return removed && unreadable === 0
}

/** Returns the key to encrypt with from now on. */
async function offerKey(sql: Sql, rotation: Rotation, waits: Waits): Promise<string> {
  const [newest, ...older] = await listSealingKeys(sql)
  if (newest && older.length > 0) {
    await offerAgain(sql, newest.keyId, waits.inUseAfterMs)
    rotation.say(`The last run did not finish: continuing with ${newest.keyId}.`)
    return newest.keyId
  }
  const keyId = await addSealingKey(sql, rotation, waits.inUseAfterMs)
  rotation.say(`Created key ${keyId}. Waiting until every process has it …`)
  return keyId
}

/** False if a process rejected it. */
async function waitUntilInUse(sql: Sql, keyId: string): Promise<boolean> {
  for (;;) {
    const { isRefused, isInUse } = await findKey(sql, keyId)
    if (isRefused || isInUse) return !isRefused
    await pause(POLL_MS)
  }
}

/** Returns how many values cannot be decrypted. */
async function resealUntilNothingIsLeft(
  sql: Database,
  keys: Sealer,
  keyId: string,
  { retiredMs, settleMs }: Waits,
  say: (line: string) => void,
): Promise<number | 'refused'> {
  let hasSaid = false
  for (;;) {
    const { isRefused, inUseInMs } = await findKey(sql, keyId)
    if (isRefused) return 'refused'
    const { changed, unreadable } = await resealAll(sql, keys, keyId, say)
    const untilRetiredMs = retiredMs + inUseInMs
    if (changed === 0 && untilRetiredMs <= 0) {
      return (await findKey(sql, keyId)).isRefused ? 'refused' : unreadable
    }
    if (!hasSaid) say('Waiting until nothing more can be encrypted with an older key …')
    hasSaid = true
    await pause(changed > 0 ? settleMs : untilRetiredMs)
  }
}

type Pass = { changed: number; unreadable: number }

async function resealAll(
  sql: Database,
  keys: Sealer,
  keyId: string,
  say: (line: string) => void,
): Promise<Pass> {
  // The next run repeats what a crash has lost. The removal of a key is committed durably.
  return sql.reserve(async (own) => {
    const all: Pass = { changed: 0, unreadable: 0 }
    await own`set synchronous_commit = off`
    for (const column of sealedColumns) {
      const { changed, unreadable } = await resealColumn(own, keys, keyId, column, say)
      all.changed += changed
      all.unreadable += unreadable
    }
    return all
  })
}

type Row = Record<string, string> & { sealed: string }

async function resealColumn(
  sql: Sql,
  keys: Sealer,
  keyId: string,
  column: SealedColumn,
  say: (line: string) => void,
): Promise<Pass> {
  const name = `${column.table}.${column.column}`
  const pass: Pass = { changed: 0, unreadable: 0 }
  let saidAt = 0
  let last: Row | undefined
  for (;;) {
    const rows = await listUnder(sql, column, keyId, last)
    // One statement each: a statement over many rows could deadlock with the service.
    const done = await Promise.all(rows.map((row) => resealRow(sql, keys, column, row)))
    pass.unreadable += done.filter((outcome) => outcome === 'unreadable').length
    pass.changed += done.filter((outcome) => outcome === 'changed').length
    if (pass.changed - saidAt >= PROGRESS_ROWS) {
      say(`${name}: ${pass.changed} re-encrypted so far.`)
      saidAt = pass.changed
    }
    last = rows.at(-1)
    if (rows.length < (column.rowsMax ?? BATCH_ROWS)) break
  }
  if (pass.changed > 0) say(`${name}: ${pass.changed} re-encrypted with ${keyId}.`)
  if (pass.unreadable > 0)
    say(`${name}: ${pass.unreadable} cannot be decrypted and were left unchanged.`)
  return pass
}

async function resealRow(
  sql: Sql,
  keys: Sealer,
  column: SealedColumn,
  row: Row,
): Promise<'changed' | 'unreadable'> {
  const bound = column.boundTo(row)
  let plain: string
  try {
    plain = keys.open(row.sealed, bound)
  } catch {
    // Damaged, or moved from its row by hand. It is counted, and its key is kept.
    return 'unreadable'
  }
  // If the row has changed meanwhile, the next pass reads it again.
  await replaceSealed(sql, column, row, keys.seal(plain, bound))
  return 'changed'
}

/** True if no older key is left. */
async function removeUnused(
  sql: Sql,
  newest: string,
  say: (line: string) => void,
): Promise<boolean> {
  const left = new Map<string, number>()
  for (const column of sealedColumns) {
    for (const { keyId, count } of await countByKey(sql, column)) {
      left.set(keyId, (left.get(keyId) ?? 0) + count)
    }
  }
  const older = (await listSealingKeys(sql)).filter(({ keyId }) => keyId !== newest)
  for (const { keyId } of older) {
    const count = left.get(keyId) ?? 0
    if (count > 0) say(`${keyId} is kept: ${count} values still use it.`)
    else {
      await removeSealingKey(sql, keyId)
      say(`${keyId} was removed: no value uses it.`)
    }
  }
  say(`Encrypted with ${newest}: ${left.get(newest) ?? 0} values.`)
  return older.every(({ keyId }) => !left.has(keyId))
}

/** Decrypts with every key, and encrypts with the newest. */
async function keysOf(sql: Sql, ours: MasterKeys, keyId: string): Promise<Sealer> {
  const known = sealingKeysOf(await begin(sql, ours))
  const sealing = { id: keyId, key: known.get(keyId)! }
  return sealerOf({ sealing: () => sealing, opening: (id) => known.get(id) })
}

async function findKey(sql: Sql, keyId: string): Promise<SealingState> {
  const state = (await listSealingKeys(sql)).find((key) => key.keyId === keyId)
  if (!state) throw new Error(`${keyId} was removed by another process`)
  return state
}

/** In the order of the primary key, after `last`. */
async function listUnder(
  sql: Sql,
  { table, column, key, rowsMax = BATCH_ROWS }: SealedColumn,
  keyId: string,
  last: Row | undefined,
): Promise<Row[]> {
  const names = namesOf(sql, key)
  return sql<Row[]>`
    select ${names}, ${sql(column)} as sealed
    from ${sql(table)}
    where ${sql(column)} not like ${`${keyId}.%`}
      ${last ? sql`and (${names}) > (${valuesOf(sql, key, last)})` : sql``}
    order by ${names}
    limit ${rowsMax}
  `
}

async function replaceSealed(
  sql: Sql,
  { table, column, key }: SealedColumn,
  row: Row,
  sealed: string,
): Promise<void> {
  await sql`
    update ${sql(table)} set ${sql(column)} = ${sealed}
    where (${namesOf(sql, key)}) = (${valuesOf(sql, key, row)}) and ${sql(column)} = ${row.sealed}
  `
}

async function countByKey(sql: Sql, { table, column }: SealedColumn) {
  return sql<{ keyId: string; count: number }[]>`
    select split_part(${sql(column)}, '.', 1) as key_id, count(*)::integer as count
    from ${sql(table)}
    where ${sql(column)} like 'k%'
    group by 1
    order by 1
    limit ${KEYS_MAX}
  `
}

function namesOf(sql: Sql, key: readonly string[]) {
  return key.map((name) => sql`${sql(name)}`).reduce((all, name) => sql`${all}, ${name}`)
}

function valuesOf(sql: Sql, key: readonly string[], row: Row) {
  return key.map((name) => sql`${row[name]!}`).reduce((all, value) => sql`${all}, ${value}`)
}
