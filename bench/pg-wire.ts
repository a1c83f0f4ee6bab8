// As much of PostgreSQL's protocol 3.0 as one prepared statement needs.
// https://www.postgresql.org/docs/18/protocol-message-formats.html

const PROTOCOL = 196_608
const HEAD_BYTES = 5
const DATA_ROW = 'D'.charCodeAt(0)
const READY = 'Z'.charCodeAt(0)
const ERROR = 'E'.charCodeAt(0)
const AUTHENTICATION = 'R'.charCodeAt(0)

/** `settings` are those of the server, for this connection. */
export function startup(user: string, database: string, settings: Record<string, string>): Buffer {
  const named = { user, database, application_name: 'bench', ...settings }
  const pairs = [...Object.entries(named).flat(), '']
  const body = Buffer.concat([int32(PROTOCOL), ...pairs.map(text)])
  return Buffer.concat([int32(body.length + 4), body])
}

export function parse(name: string, statement: string): Buffer {
  return Buffer.concat([message('P', text(name), text(statement), int16(0)), message('S')])
}

/** Bind, Execute and Sync in one piece, with one parameter as text, or none; results as text. */
export function bindAndRun(name: string, parameter: string | null): Buffer {
  const value = Buffer.from(parameter ?? '')
  const parameters = parameter === null ? [int16(0)] : [int16(1), int32(value.length), value]
  return Buffer.concat([
    message('B', text(''), text(name), int16(0), ...parameters, int16(0)),
    message('E', text(''), int32(0)),
    message('S'),
  ])
}

/** Calls `ready` at each ReadyForQuery with the number of rows before it; throws on an error. */
export function answersReader(ready: (rows: number) => void): (chunk: Buffer) => void {
  let unread: Buffer | null = null
  let rows = 0

  return (received) => {
    const chunk: Buffer = unread ? Buffer.concat([unread, received]) : received
    unread = null
    let at = 0
    while (at + HEAD_BYTES <= chunk.length) {
      const end = at + 1 + lengthAt(chunk, at + 1)
      if (end > chunk.length) break
      const kind = chunk[at]
      if (kind === DATA_ROW) rows += 1
      else if (kind === ERROR) throw new Error(errorOf(chunk.subarray(at + HEAD_BYTES, end)))
      else if (kind === AUTHENTICATION && chunk.readInt32BE(at + HEAD_BYTES) !== 0) {
        throw new Error('the server asks for a password; only trust is spoken here')
      } else if (kind === READY) {
        const counted = rows
        rows = 0
        ready(counted)
      }
      at = end
    }
    // A copy: the chunk is overwritten by the next read.
    if (at < chunk.length) unread = Buffer.from(chunk.subarray(at))
  }
}

function lengthAt(chunk: Buffer, at: number): number {
  return (chunk[at]! << 24) | (chunk[at + 1]! << 16) | (chunk[at + 2]! << 8) | chunk[at + 3]!
}

/** Fields of one letter and a text each; M is the message. */
function errorOf(fields: Buffer): string {
  const field = fields
    .toString()
    .split('\0')
    .find((one) => one.startsWith('M'))
  return field?.slice(1) ?? 'an error without a message'
}

function message(kind: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body])
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`)
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
