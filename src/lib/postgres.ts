import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import type Postgres from 'postgres'

// Postgres.js as published, less what makes it lose queries when a connection is lost, and less
// what batches pay too much for. Each mend is a few lines of one of its files, changed while that
// is read. Those of the first kind name the report at porsager/postgres; none is answered there in
// 3.4.9. Where a later version has mended one itself, the text is not found, nothing starts, and
// the mend is to go.
//
// (1) Every query settles: with its own rows, or with the error of its own connection.
// (2) A connection that is opened again remembers nothing of the one before it.
// (3) What belongs to a database transaction is never written anywhere else.

type Mend = { file: string; is: string; shall: string }

const MARK = '?mended'

const MENDS: Mend[] = [
  // What waited to be written when the connection was lost was kept, and nothing after it was ever
  // sent: not even who we are, so that each connection waited for its time limit, several times
  // (LanternOps/breeze#3225).
  {
    file: 'connection.js',
    is: `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)`,
    shall: `    clearImmediate(nextWriteTimer)
    nextWriteTimer = chunk = null
    socket.removeListener('data', data)`,
  },
  {
    file: 'connection.js',
    is: `    clearImmediate(nextWriteTimer)
    if (socket) {`,
    shall: `    clearImmediate(nextWriteTimer)
    nextWriteTimer = chunk = null
    if (socket) {`,
  },
  // After a reset, what had been sent stayed: the next query but one waited for it for ever, `end`
  // too (#1142, #1097); the next was told the error of the former connection (#1223). A server that
  // hangs up without a word was called again at once, and for ever (#1193): only where there is
  // another host, that one is tried now.
  {
    file: 'connection.js',
    is: `    if (initial)
      return reconnect()

    !hadError && (query || sent.length) && error(`,
    shall: `    if (initial && options.host[retries + 1])
      return (retries += 1, reconnect())

    if (query || initial || sent.length)
      error(Errors.connection('CONNECTION_CLOSED', options))
    query = results = errorResponse = final = null
    result = new Result()
    rows = retries = 0
    ended && (ended(), ending = ended = null)
    void (`,
  },
  // A query that cannot be built was left among those that were sent, and the one before it was
  // told of its error: from then on each got the rows of the next, and the last none (#1082).
  {
    file: 'connection.js',
    is: `      sent.length === 0 && write(Sync)
      errored(error)
      return true`,
    shall: `      sent.remove(q)
        ? queryError(q, error)
        : (write(Sync), errored(error))
      return true`,
  },
  // Written where there is no connection any more, it ended the process (#1066, #1208).
  {
    file: 'connection.js',
    is: `    if (terminated)
      return queryError(`,
    shall: `    if (!terminated && !socket)
      return (queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true)

    if (terminated)
      return queryError(`,
  },
  // Rows that came before an error left a gap of their number in the next answer (#1181).
  {
    file: 'connection.js',
    is: `    query = results = errorResponse = null
    result = new Result()
    connectTimer.cancel()`,
    shall: `    query = results = errorResponse = null
    result = new Result()
    rows = 0
    connectTimer.cancel()`,
  },
  // Lost or refused while it asked for the types of arrays, it ended the process (#1192, #1205). A
  // connection that does not know them is no good: the next one asks again.
  {
    file: 'connection.js',
    is: '        return fetchArrayTypes()',
    shall: '        return fetchArrayTypes().catch(() => socket && socket.destroy())',
  },
  // The work of a transaction whose connection was lost went on upon the connection that came after
  // it, within whatever was done there (#1216); or what it had queued waited for ever (#1186).
  {
    file: 'index.js',
    is: `    let savepoints = 0
      , connection`,
    shall: `    let savepoints = 0
      , lost = null
      , connection`,
  },
  {
    file: 'index.js',
    is: 'new Promise((_, reject) => connection.onclose = reject)',
    shall: `new Promise((_, reject) => connection.onclose = error => {
          lost = error
          while (queries.length)
            queries.shift().reject(error)
          reject(error)
        })`,
  },
  {
    file: 'index.js',
    is: `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue === full`,
    shall: `        q.catch(e => uncaughtError || (uncaughtError = e))
        lost ? q.reject(lost) : c.queue === full`,
  },
  // Nearly no value of an array holds what must be escaped, and each was searched and copied twice.
  // JSON escapes the same two characters, and no others but those that are looked for here.
  {
    file: 'types.js',
    is: `  return x
    .replace(escapeBackslash, '\\\\\\\\')
    .replace(escapeQuote, '\\\\"')`,
    shall: `  if (!x.includes('"') && !x.includes('\\\\'))
    return x

  return /[\\0-\\x1f\\ud800-\\udfff]/.test(x)
    ? x.replace(escapeBackslash, '\\\\\\\\').replace(escapeQuote, '\\\\"')
    : JSON.stringify(x).slice(1, -1)`,
  },
  // A moment that is written as a text already was read and written once more.
  {
    file: 'types.js',
    is: 'serialize: x => (x instanceof Date ? x : new Date(x)).toISOString(),',
    shall: `serialize: x => typeof x === 'string'
      ? x
      : (x instanceof Date ? x : new Date(x)).toISOString(),`,
  },
  // A row was put together member by member, and where these are more than seventeen or so V8 keeps
  // it as a hash table, which takes several times as long to copy. Now each row begins as a copy of
  // one that has all of its members.
  {
    file: 'connection.js',
    is: `    result.statement = query.statement
    if (query.onlyDescribe)`,
    shall: `    query.statement.empty = JSON.parse(
      '{' + query.statement.columns.map(x => JSON.stringify(x.name) + ':null').join() + '}'
    )
    result.statement = query.statement
    if (query.onlyDescribe)`,
  },
  {
    file: 'connection.js',
    is: 'const row = query.isRaw ? new Array(query.statement.columns.length) : {}',
    shall: `const row = query.isRaw
      ? new Array(query.statement.columns.length)
      : { ...query.statement.empty }`,
  },
  // Each message began in a small buffer and was copied each time it grew: a batch, a dozen times.
  // What had to be large for once is let go.
  {
    file: 'bytes.js',
    is: `    const out = buffer.subarray(0, b.i)
    b.i = 0
    buffer = Buffer.allocUnsafe(size)`,
    shall: `    const out = Buffer.from(buffer.subarray(0, b.i))
    b.i = 0
    if (buffer.length > 1_000_000)
      buffer = Buffer.allocUnsafe(size)`,
  },
  // A query had functions of its own that know the query. V8 then keeps each one that follows a
  // query which has grown old, until it looks through all memory: nearly everything that was asked
  // and answered grew old, and each collection of the young copied it, twice.
  {
    file: 'query.js',
    is: `    this.resolve = x => (this.active = false, resolve(x))
    this.reject = x => (this.active = false, reject(x))
`,
    shall: `    this.settle = [resolve, reject]
`,
  },
  {
    file: 'query.js',
    is: '  static get [Symbol.species]() {',
    shall: `  resolve(x) {
    this.active = false
    this.settle[0](x)
  }

  reject(x) {
    this.active = false
    this.settle[1](x)
  }

  static get [Symbol.species]() {`,
  },
]

/** A copy of its own, whoever else has read the published one already. */
async function readMended(): Promise<typeof Postgres> {
  const unused = new Set(MENDS)
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      const isPart = context.parentURL?.endsWith(MARK) && resolved.url.startsWith('file:')
      return isPart ? { ...resolved, url: `${resolved.url}${MARK}` } : resolved
    },
    load(url, context, next) {
      const loaded = next(url, context)
      if (!url.endsWith(MARK)) return loaded
      const file = url.slice(url.lastIndexOf('/') + 1, -MARK.length)
      let source = String(loaded.source)
      for (const mend of MENDS.filter((one) => one.file === file)) {
        const parts = source.split(mend.is)
        assert(
          parts.length === 2,
          `Postgres.js: ${file} has changed where it is mended: ${mend.is}`,
        )
        source = parts.join(mend.shall)
        unused.delete(mend)
      }
      return { ...loaded, source }
    },
  })
  try {
    const { default: mended } = await import(`${import.meta.resolve('postgres')}${MARK}`)
    assert(unused.size === 0, 'Postgres.js: not all of it is mended')
    return mended
  } finally {
    hooks.deregister()
  }
}

export const postgres = await readMended()
