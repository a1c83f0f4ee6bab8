import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import { HOUR } from '../src/platform/clock.ts'
import { SERVER } from './support.ts'

// A connection to the tests' database that can be cut, to act as a network failure or a killed
// database.

export type Line = {
  host: string
  port: number
  user: string
  /**
   * What happens to new connections. `hangs up`: accepted, then closed at once. `says nothing`:
   * accepted, never answered.
   */
  state: 'open' | 'hangs up' | 'says nothing'
  /** Cuts the connection when the client sends these bytes, `times` times. */
  cutAt: { bytes: string; times: number }
  /** Cuts one connection after this many more bytes in that direction, over all connections. */
  cutAfter: { from: 'client' | 'database'; bytes: number; how: 'reset' | 'end' } | null
  /** Cuts all open connections at once, by a reset or a normal close. */
  cut(how: 'reset' | 'end'): void
  /** Open connections stay open, but pass no more bytes either way. */
  silence(): void
  close(): void
}

/** Options of a pool without time limits, which could hide a query that never settles. */
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
      // Avoids resets: if one meets the client's own close, Node waits forever for the handle.
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
