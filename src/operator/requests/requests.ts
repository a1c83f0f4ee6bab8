import type { Context, Scope } from '../../core/context.ts'
import { SECOND } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { type Line, packed, type Searched, statusClass, tokenOf } from './lines.ts'
import { insertBlocks, type NewBlock, turnPartitions } from './requests.sql.ts'

// The request log: the calls of a business's servers, for 30 days. A call's line is queued in
// memory when the call has been answered, and written with all others of that second in one
// statement.
//
// (1) No response waits for the log, and no call fails by it.
// (2) The queue has a limit. When it is full, or a write fails, lines are dropped and counted.
// (3) An orderly stop writes what is queued. A killed process loses the lines of its last second.

const FLUSH_EVERY_MS = 1 * SECOND
/** How long an orderly stop waits for its last write. */
const LAST_FLUSH_MS = 2 * SECOND
/** In characters, over all businesses: some seconds of the busiest process. */
const QUEUE_LENGTH_MAX = 16 * 1024 * 1024
/** In characters: small enough to search, large enough to compress well. */
const BLOCK_LENGTH_MAX = 256 * 1024
const BLOCKS_A_STATEMENT = 1_000
export const RECORDS_MAX = 8

/** A block that is filling. */
type Filling = { scope: Scope; text: string; calls: number; tokens: Set<number> }

export type RequestLog = {
  /** Queues a line. Never waits. */
  add(scope: Scope, line: Line): void
  /** Writes what is queued, unless a write is in flight. */
  flush(): Promise<void>
  /** Writes what is queued, for two seconds at most. */
  stop(): Promise<void>
}

const logs = new WeakMap<Context, RequestLog>()

/** One per context; null where the service keeps none. */
export function requestLogOf(context: Context): RequestLog | null {
  if (!context.config.requestLog) return null
  const log = logs.get(context) ?? openLog(context)
  logs.set(context, log)
  return log
}

function openLog(context: Context): RequestLog {
  let filling = new Map<string, Filling>()
  let full: Filling[] = []
  let queued = 0
  let writing: Promise<void> | null = null
  /** Partitions exist until then. */
  let openUntil = new Date(0)

  function add(scope: Scope, line: Line): void {
    const text = JSON.stringify(line)
    if (queued + text.length > QUEUE_LENGTH_MAX) {
      drop(1)
      return
    }
    queued += text.length
    const name = scope.mode + scope.businessId
    let block = filling.get(name)
    if (block === undefined) {
      block = { scope, text, calls: 1, tokens: new Set() }
      filling.set(name, block)
    } else {
      block.text += `\n${text}`
      block.calls += 1
    }
    noteTokens(block, line)
    if (block.text.length < BLOCK_LENGTH_MAX) return
    filling.delete(name)
    full.push(block)
  }

  function drop(calls: number): void {
    context.meter?.requestsUnlogged(calls)
  }

  async function flush(): Promise<void> {
    if (writing !== null || queued === 0) return
    const blocks = [...full, ...filling.values()]
    filling = new Map()
    full = []
    queued = 0
    writing = write(blocks).catch((error: unknown) => {
      context.log.warn({ err: error }, 'calls are missing in the request log')
      drop(blocks.reduce((sum, { calls }) => sum + calls, 0))
    })
    await writing
    writing = null
  }

  async function write(blocks: Filling[]): Promise<void> {
    const now = context.now()
    if (now >= openUntil) openUntil = await turnPartitions(context.sql, now)
    for (let i = 0; i < blocks.length; i += BLOCKS_A_STATEMENT) {
      const some = blocks.slice(i, i + BLOCKS_A_STATEMENT)
      await insertBlocks(context.sql, await Promise.all(some.map((one) => packedBlock(one, now))))
    }
  }

  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS)
  timer.unref()
  return {
    add,
    flush,
    async stop() {
      clearInterval(timer)
      const last = (async () => {
        await writing
        await flush()
      })()
      const late = Promise.withResolvers<void>()
      const giveUp = setTimeout(late.resolve, LAST_FLUSH_MS)
      await Promise.race([last, late.promise])
      clearTimeout(giveUp)
    },
  }
}

function noteTokens({ scope, tokens }: Filling, line: Line): void {
  const note = (what: Searched, value: string) => tokens.add(tokenOf(scope, what, value))
  note('request', line.requestId)
  note('status', statusClass(line.status))
  note('key', line.keyId)
  note('method', line.method)
  if (line.errorCode !== undefined) note('error', line.errorCode)
  for (const one of line.records) note('record', one)
}

async function packedBlock({ scope, text, calls, tokens }: Filling, now: Date): Promise<NewBlock> {
  const { businessId, mode } = scope
  return {
    businessId,
    mode,
    blockId: newId(now),
    calls,
    tokens: [...tokens],
    body: await packed(text),
  }
}

/** The job that makes partitions ahead and drops old ones. */
export async function turnRequestLog(context: Context): Promise<number> {
  if (context.config.requestLog) await turnPartitions(context.sql, context.now())
  return 0
}
