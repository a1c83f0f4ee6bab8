import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import { HOUR } from '../src/platform/clock.ts'
import { SERVER } from './support.ts'

// A line to the tests' database that can be cut: what stands between them in the field, or a
// database that is killed, as its clients see it.

export type Line = {
  host: string
  port: number
  user: string
  /**
   * How whoever calls finds the line. `hangs up`: it is answered, and closed without a word.
   * `says nothing`: it is answered, and stays silent.
   */
  state: 'open' | 'hangs up' | 'says nothing'
  /** It is cut when these bytes come from the client, so many times. */
  cutAt: { bytes: string; times: number }
  /** One connection is cut when so many more bytes have gone that way, over all of them. */
  cutAfter: { from: 'client' | 'database'; bytes: number; how: 'reset' | 'end' } | null
  /** All that are open, at once: by a reset, or as if the other side had ended. */
  cut(how: 'reset' | 'end'): void
  /** Whoever is connected hears nothing more, and is heard no more. */
  silence(): void
  close(): void
}

/** Of a pool that waits as long as it takes: time limits would hide a query that never settles. */
export const PATIENT = {
  beginWaitMs: null,
  silentMs: null,
  answerMs: null,
  connectMs: HOUR,
}

export async function openLine(): Promise<Line> {
  const pairs = new Map<Socket, Socket>()
  const silent = new WeakSet<Socket>()
  const mute = new Set<Socket>()
  const server = createServer({ noDelay: true }, (client) => {
    client.on('error', () => {})
    if (line.state === 'hangs up') {
      client.end()
      return
    }
    if (line.state === 'says nothing') {
      mute.add(client)
      client.on('close', () => mute.delete(client))
      return
    }
    const database = createConnection(`${SERVER.host}/.s.PGSQL.${SERVER.port}`)
    database.on('error', () => {})
    pairs.set(client, database)
    const drop = () => {
      pairs.delete(client)
      client.destroy()
      database.destroy()
    }
    client.on('close', drop)
    database.on('close', drop)
    client.on('data', (chunk: Buffer) => {
      if (silent.has(client)) return
      if (line.cutAt.times > 0 && chunk.includes(line.cutAt.bytes)) {
        line.cutAt.times -= 1
        client.resetAndDestroy()
        return
      }
      pass(chunk, 'client', client, database)
    })
    database.on('data', (chunk: Buffer) => {
      if (!silent.has(client)) pass(chunk, 'database', client, client)
    })
  })

  function pass(chunk: Buffer, from: 'client' | 'database', client: Socket, to: Socket): void {
    const cut = line.cutAfter?.from === from ? line.cutAfter : null
    if (cut) cut.bytes -= chunk.length
    if (!cut || cut.bytes > 0) {
      to.write(chunk)
      return
    }
    line.cutAfter = null
    silent.add(client)
    to.write(chunk.subarray(0, chunk.length + cut.bytes), () => cutOne(client, cut.how))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const line: Line = {
    host: '127.0.0.1',
    port: (server.address() as { port: number }).port,
    user: SERVER.user,
    state: 'open',
    cutAt: { bytes: '', times: 0 },
    cutAfter: null,
    cut(how) {
      for (const client of pairs.keys()) cutOne(client, how)
    },
    silence() {
      for (const client of pairs.keys()) silent.add(client)
    },
    close() {
      // No resets: one that meets the end of its client is a handle that Node waits for in vain.
      for (const client of [...pairs.keys(), ...mute]) client.destroy()
      server.close()
    },
  }
  return line
}

function cutOne(client: Socket, how: 'reset' | 'end'): void {
  if (how === 'reset') client.resetAndDestroy()
  else client.end()
}
