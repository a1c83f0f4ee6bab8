import type { Context, Scope } from '../../core/context.ts'
import { SECOND } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { type Line, packed, statusClass, tokensFor } from './lines.ts'
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
/** In bytes: small enough to search, large enough to compress well. */
const BLOCK_LENGTH_MAX = 256 * 1024
const BLOCK_LENGTH_MIN = 4 * 1024
const BYTES_A_CHARACTER_MAX = 3
const BLOCKS_A_STATEMENT = 1_000
export const RECORDS_MAX = 8

/**
 * A block that is filling. Its lines are bytes outside the heap: as strings that live for a second,
 * they cost as much garbage collection as all the rest of the log costs.
 */
type Filling = {
  scope: Scope
  bytes: Buffer
  length: number
  calls: number
  tokens: number[]
  tokenOf: ReturnType<typeof tokensFor>
  /** The call before: most calls have its key, method and status. */
  last: Line | null
}

export type RequestLog = {
  /** Queues a line. Never waits. */
  add(scope: Scope, line: Line): void
  /** Writes what is queued, after the write that is in flight. */
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
    const block = filling.get(name) ?? begun(scope)
    if (block.calls === 0) filling.set(name, block)
    append(block, text)
    noteTokens(block, line)
    if (block.length < BLOCK_LENGTH_MAX) return
    filling.delete(name)
    full.push(block)
  }

  function drop(calls: number): void {
    context.meter?.requestsUnlogged(calls)
  }

  async function flush(): Promise<void> {
    while (writing !== null) await writing
    if (queued === 0) return
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

  const timer = setInterval(() => {
    if (writing === null) void flush()
  }, FLUSH_EVERY_MS)
  timer.unref()
  return {
    add,
    flush,
    async stop() {
      clearInterval(timer)
      const last = flush()
      const late = Promise.withResolvers<void>()
      const giveUp = setTimeout(late.resolve, LAST_FLUSH_MS)
      await Promise.race([last, late.promise])
      clearTimeout(giveUp)
    },
  }
}

function begun(scope: Scope): Filling {
  const bytes = Buffer.allocUnsafeSlow(BLOCK_LENGTH_MIN)
  const tokenOf = tokensFor(scope)
  return { scope, bytes, length: 0, calls: 0, tokens: [], tokenOf, last: null }
}

function append(block: Filling, text: string): void {
  const most = block.length + 1 + text.length * BYTES_A_CHARACTER_MAX
  if (most > block.bytes.length) {
    const larger = Buffer.allocUnsafeSlow(Math.max(most, 2 * block.bytes.length))
    block.bytes.copy(larger, 0, 0, block.length)
    block.bytes = larger
  }
  if (block.calls > 0) block.length += block.bytes.write('\n', block.length)
  block.length += block.bytes.write(text, block.length)
  block.calls += 1
}

function noteTokens(block: Filling, line: Line): void {
  const { tokens, tokenOf, last } = block
  tokens.push(tokenOf('request', line.requestId))
  for (const one of line.records) tokens.push(tokenOf('record', one))
  if (last?.status !== line.status) tokens.push(tokenOf('status', statusClass(line.status)))
  if (last?.keyId !== line.keyId) tokens.push(tokenOf('key', line.keyId))
  if (last?.method !== line.method) tokens.push(tokenOf('method', line.method))
  if (line.errorCode !== undefined) tokens.push(tokenOf('error', line.errorCode))
  block.last = line
}

async function packedBlock(block: Filling, now: Date): Promise<NewBlock> {
  const { scope, bytes, length, calls, tokens } = block
  const { businessId, mode } = scope
  return {
    businessId,
    mode,
    blockId: newId(now),
    calls,
    tokens: [...new Set(tokens)],
    body: await packed(bytes.subarray(0, length)),
  }
}

/** The job that makes partitions ahead and drops old ones. */
export async function turnRequestLog(context: Context): Promise<number> {
  if (context.config.requestLog) await turnPartitions(context.sql, context.now())
  return 0
}
