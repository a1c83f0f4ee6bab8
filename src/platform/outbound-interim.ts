import type { Socket } from 'node:net'

// Interim answers, such as `100 Continue`, which a receiver may send before its answer, though
// nobody asked. undici takes 100 for an error, so this takes them out of what undici reads. How
// much may come is bounded in `outbound-wire.ts`, like all that is read. 101 is rejected.

const INTERIM = /HTTP\/1\.1 1(?!01)\d\d(?: [^\r\n]*)?\r\n(?:[^\r\n]+\r\n)*\r\n/y
const PART = /^HTTP\/1\.1 1(?!01)\d\d(?: [^\r\n]*)?(?:\r\n[^\r\n]+)*(?:\r(?:\n\r?)?)?$/
const START = 'HTTP/1.1 1'
const STATUS_LENGTH = 'HTTP/1.1 100'.length
/** Of a part; what is longer is left to undici. */
const BYTES_MAX = 1_024
const NOTHING: Buffer = Buffer.alloc(0)

/** To call as each request starts: an answer to it may then begin. */
export function skipInterim(socket: Socket): () => void {
  const read = socket.read.bind(socket)
  let isBeginning = false
  let held = NOTHING
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size)
    if (chunk === null || !isBeginning) return chunk
    const text = Buffer.concat([held, chunk])
    held = afterInterim(text)
    if (isPart(held)) return null
    isBeginning = false
    return held
  }
  return () => {
    isBeginning = true
    held = NOTHING
  }
}

function afterInterim(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1')
  let end = 0
  do {
    INTERIM.lastIndex = end
    end = INTERIM.test(text) ? INTERIM.lastIndex : end
  } while (INTERIM.lastIndex > 0)
  return bytes.subarray(end)
}

function isPart(bytes: Buffer): boolean {
  if (bytes.length > BYTES_MAX) return false
  const text = bytes.toString('latin1')
  return text.length < STATUS_LENGTH
    ? START.startsWith(text.slice(0, START.length))
    : PART.test(text)
}
