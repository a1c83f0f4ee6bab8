import { createHash } from 'node:crypto'
import { isFaultOfOneItem } from '../../platform/batch.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { cutPage, type Listed, type Page } from '../../platform/paging.ts'
import type { BusinessId, Context } from '../context.ts'
import type { WrongRow } from '../ledger/verify.ts'
import {
  type AuditEntry,
  countEntries,
  type EntryRow,
  findAfter,
  findHead,
  insertEntries,
  listChains,
  listEntries,
  lockHeads,
  moveHeads,
} from './audit.sql.ts'

// The audit log: who did what, when and from where. A chain of entries for each business, and one
// for the house. Entries are kept forever.
//
// (1) An entry is never changed or deleted: revoked rights and a trigger.
// (2) The digest of an entry covers its fields and the previous digest, so a forged entry requires
//     forging all later ones [verifyAudit].
// (3) A request is recorded before it is carried out; its result is another entry with the same
//     request id. A process that dies in between leaves the first.
// (4) Concurrent entries, of any businesses, are added in one database transaction, so that
//     concurrent requests share a COMMIT.
//
// An entry contains a digest of the body, never the body: passwords and identity numbers pass
// through these requests.

/** How many entries `verifyAudit` reads at a time. */
const BATCH = 1_000
const START = Buffer.alloc(32)

type NewEntry = AuditEntry & { businessId: BusinessId; createdAt: Date }
type Waiting = { entry: NewEntry; resolve: () => void; reject: (error: unknown) => void }

/** Entries that wait for a database transaction, and whether one waits or runs. */
type Queue = { entries: Waiting[]; isAdding: boolean }
const queues = new WeakMap<Context, Queue>()

/**
 * Adds an entry to the chain of a business. Entries that arrive while a database transaction waits
 * for its connection join it. One transaction runs at a time, because it locks the chains.
 */
export function note(context: Context, businessId: BusinessId, entry: AuditEntry): Promise<void> {
  const queue = queues.get(context) ?? { entries: [], isAdding: false }
  queues.set(context, queue)
  const added = { ...entry, businessId, createdAt: context.now() }
  return new Promise((resolve, reject) => {
    queue.entries.push({ entry: added, resolve, reject })
    if (!queue.isAdding) void addWaiting(context, queue)
  })
}

async function addWaiting({ sql }: Context, queue: Queue): Promise<void> {
  queue.isAdding = true
  while (queue.entries.length > 0) {
    let taken: Waiting[] = []
    try {
      await sql.begin(async (begun) => {
        taken = queue.entries.splice(0)
        await append(
          begun,
          taken.map(({ entry }) => entry),
        )
      })
      for (const { resolve } of taken) resolve()
    } catch (error) {
      // If no transaction began, the failure is that of all waiting entries.
      if (taken.length === 0) taken = queue.entries.splice(0)
      if (taken.length > 1 && isFaultOfOneItem(error)) await addEach(sql, taken)
      else for (const { reject } of taken) reject(error)
    }
  }
  queue.isAdding = false
}

async function addEach(sql: Context['sql'], all: Waiting[]): Promise<void> {
  for (const one of all) {
    await sql.begin((begun) => append(begun, [one.entry])).then(one.resolve, one.reject)
  }
}

/** As `note`, in the caller's database transaction. */
export async function noteIn(
  sql: Sql,
  now: Date,
  businessId: BusinessId,
  entry: AuditEntry,
): Promise<void> {
  await append(sql, [{ ...entry, businessId, createdAt: now }])
}

/** Adds each to its chain, in order. Waits for concurrent writers of these chains. */
async function append(sql: Sql, entries: NewEntry[]): Promise<void> {
  const chains = [...new Set(entries.map(({ businessId }) => businessId))]
  const heads = new Map(
    (await lockHeads(sql, chains, START)).map((head) => [head.businessId, head] as const),
  )
  const rows = entries.map((entry) => {
    const { businessId, createdAt } = entry
    const { number: last, digest: previous } = heads.get(businessId)!
    const entryId = newId<'audit_entry'>(createdAt)
    const row = { ...entry, entryId, number: last + 1n, previous }
    const digest = digestOf(row)
    heads.set(businessId, { businessId, number: row.number, digest })
    return { ...row, digest }
  })
  await insertEntries(sql, rows)
  await moveHeads(sql, [...heads.values()])
}

/** Newest first. */
export async function listAudit(
  context: Context,
  businessId: BusinessId,
  page: Page,
): Promise<Listed<EntryRow>> {
  const [total, found] = await Promise.all([
    countEntries(context.sql, businessId),
    listEntries(context.sql, businessId, page),
  ])
  return cutPage(page, total, found, ({ entryId }) => entryId, { isExact: true })
}

/** Reads every chain from the start. Returns the first break of each. */
export async function verifyAudit(sql: Sql): Promise<WrongRow[]> {
  const findings: WrongRow[] = []
  for (const businessId of await listChains(sql)) {
    const broken = await verifyChain(sql, businessId)
    if (broken === null) continue
    const where = `audit log of ${businessId}, entry ${broken.number}`
    findings.push({
      what: 'audit chain',
      where,
      found: broken.wrong,
      expected: 'an unbroken chain',
    })
  }
  return findings
}

async function verifyChain(sql: Sql, businessId: BusinessId) {
  let [number, digest]: [bigint, Buffer] = [0n, START]
  // The next run checks what is added from now on.
  const head = await findHead(sql, businessId)
  if (!head) return { number, wrong: 'has no end' }
  while (number < head.number) {
    const rows = await findAfter(sql, businessId, number, head.number, BATCH)
    for (const row of rows) {
      number += 1n
      if (row.number !== number) return { number, wrong: 'is missing' }
      if (!row.previous.equals(digest)) return { number, wrong: 'does not follow the one before' }
      if (!digestOf(row).equals(row.digest)) return { number, wrong: 'was changed' }
      digest = row.digest
    }
    if (rows.length === 0) return { number: number + 1n, wrong: 'is missing' }
  }
  return digest.equals(head.digest) ? null : { number, wrong: 'is not the end of the chain' }
}

/** Every field with its name, so that different entries never give the same text. */
function digestOf(row: Omit<EntryRow, 'digest'>): Buffer {
  const { previous, businessId, number, entryId, createdAt, mode, loginId, email } = row
  const { address, requestId, action, subject, bodyDigest, outcome } = row
  const spelled = JSON.stringify({
    previous: previous.toString('hex'),
    businessId,
    number: String(number),
    entryId,
    createdAt: createdAt.toISOString(),
    mode,
    loginId,
    email,
    address,
    requestId,
    action,
    subject,
    bodyDigest: bodyDigest?.toString('hex') ?? null,
    outcome,
  })
  return createHash('sha256').update(spelled).digest()
}
