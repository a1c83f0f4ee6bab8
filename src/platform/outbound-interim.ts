import type { Socket } from 'node:net'

// Removes interim responses, such as an unrequested `100 Continue`, from what undici reads, because
// undici treats 100 as an error. `outbound-wire.ts` limits how much is read. 101 is rejected.

const INTERIM = /HTTP\/1\.1 1(?!01)\d\d(?: [^\r\n]*)?\r\n(?:[^\r\n]+\r\n)*\r\n/y
const PART = /^HTTP\/1\.1 1(?!01)\d\d(?: [^\r\n]*)?(?:\r\n[^\r\n]+)*(?:\r(?:\n\r?)?)?$/
const START = 'HTTP/1.1 1'
const STATUS_LENGTH = 'HTTP/1.1 100'.length
/** Per response; longer ones are left to undici. */
const BYTES_MAX = 1_024
const NOTHING: Buffer = Buffer.alloc(0)

/** Call it when a request starts: its response may begin from then on. */
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
