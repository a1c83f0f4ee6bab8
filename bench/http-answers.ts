// Reads HTTP/1.1 answers as cheaply as is honest: the status and where the body ends. Answers may
// come in pieces or several in one piece. Those in chunks are read when they are whole.

const CONTENT_LENGTH = 'content-length'
const CHUNKED = /^transfer-encoding: *chunked\r$/im
const STATUS_AT = 'HTTP/1.1 '.length
const CR = 13
const LF = 10
const COLON = 58
const ZERO = 48
const LOWER_CASE = 0x20
const LETTER_C = 0x63

/** `body` is null where it came in several pieces: whoever looks at samples takes another. */
type Answered = (status: number, body: Buffer | null) => void

export function answerReader(answered: Answered): (chunk: Buffer) => void {
  let unread: Buffer | null = null
  let status = 0
  let bodyLeft = 0

  return (received) => {
    const chunk: Buffer = unread ? Buffer.concat([unread, received]) : received
    unread = null
    let at = 0
    while (at < chunk.length) {
      if (bodyLeft > 0) {
        const taken = Math.min(bodyLeft, chunk.length - at)
        at += taken
        bodyLeft -= taken
        if (bodyLeft === 0) answered(status, null)
        continue
      }
      const head = readHead(chunk, at)
      if (head === null) {
        // A copy: the chunk is overwritten by the next read.
        unread = Buffer.from(chunk.subarray(at))
        return
      }
      const end = head.length === null ? endOfChunks(chunk, head.bodyAt) : head.bodyAt
      if (end === null) {
        unread = Buffer.from(chunk.subarray(at))
        return
      }
      status = statusOf(chunk, at)
      at = head.bodyAt
      bodyLeft = head.length ?? end - at
      if (chunk.length - at < bodyLeft) continue
      const body = chunk.subarray(at, at + bodyLeft)
      at += bodyLeft
      bodyLeft = 0
      answered(status, body)
    }
  }
}

/** `length` is null where the body comes in chunks. */
function readHead(chunk: Buffer, from: number): { bodyAt: number; length: number | null } | null {
  let length = -1
  for (let i = from; i + 2 < chunk.length; i += 1) {
    if (chunk[i] !== LF) continue
    if (chunk[i + 1] === CR) {
      if (length < 0 && !isWithoutBody(statusOf(chunk, from))) {
        if (!CHUNKED.test(chunk.toString('latin1', from, i + 1))) {
          throw new Error('an answer without Content-Length and without chunks')
        }
        return { bodyAt: i + 3, length: null }
      }
      return { bodyAt: i + 3, length: Math.max(0, length) }
    }
    const colonAt = i + 1 + CONTENT_LENGTH.length
    if (chunk[colonAt] !== COLON || (chunk[i + 1]! | LOWER_CASE) !== LETTER_C) continue
    if (chunk.toString('latin1', i + 1, colonAt).toLowerCase() !== CONTENT_LENGTH) continue
    const lineEnd = chunk.indexOf(CR, colonAt)
    if (lineEnd < 0) return null
    length = Number(chunk.toString('latin1', colonAt + 1, lineEnd))
  }
  return null
}

/** Null where the last chunk has not come. */
function endOfChunks(bytes: Buffer, from: number): number | null {
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return null
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    at = lineEnd + 2 + size + 2
    if (at > bytes.length) return null
    if (size === 0) return at
  }
}

function statusOf(chunk: Buffer, from: number): number {
  const at = from + STATUS_AT
  return (chunk[at]! - ZERO) * 100 + (chunk[at + 1]! - ZERO) * 10 + chunk[at + 2]! - ZERO
}

function isWithoutBody(status: number): boolean {
  return status === 204 || status === 304
}
