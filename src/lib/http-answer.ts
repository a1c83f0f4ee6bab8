// Reads one answer in HTTP/1.1 (RFC 9112) from the bytes of a connection, in whatever pieces they
// come. Strict, because whoever reads a length in two ways can be made to take the end of one
// answer for the start of the next: nothing is mended, and where two lengths are said, that is no
// answer.
//
//   status -> headers -> (status, after 1xx) | body -> done
//   body: sized | until_close | chunk_size -> chunk -> chunk_end -> chunk_size … -> trailers
//
// From `done` on the connection may serve another request where `isReusable` says so; `enough` and
// `broken` end it. What breaks in the body changes nothing about a status that has come.

const HEADER_BYTES_MAX = 16_384 // Of the status and its headers together; of the trailers too.
const PREAMBLE_BYTES_MAX = 65_536
const CHUNK_LINE_BYTES_MAX = 1_024
const KEPT_BYTES_MAX = 2_048
const PIECE_BYTES_MIN = 64 // As which a smaller one counts: each takes time, and may be one byte.
const LENGTH_DIGITS_MAX = 15
const CHUNK_DIGITS_MAX = 12 // Hexadecimal.
const START = 'HTTP/1.'
const CR = 13
const LF = 10

type Step =
  | 'status'
  | 'headers'
  | 'sized'
  | 'until_close'
  | 'chunk_size'
  | 'chunk'
  | 'chunk_end'
  | 'trailers'
  | 'done'
  | 'enough'
  | 'broken'

export type Answer = {
  step: Step
  /** Any byte of it has come. */
  hasBegun: boolean
  /** The head has come whole, so that `status` and the headers are those of the answer. */
  hasHead: boolean
  status: number
  /** Of the headers that we have a use for. */
  retryAfter: string | undefined
  date: string | undefined
  /** Seconds for which the other side says that it keeps the connection. */
  keepAliveSeconds: number
  isReusable: boolean
  // Below: what only this file needs.
  isOld: boolean // HTTP/1.0.
  length: number
  codings: string
  connection: string
  /** The start of a line whose end has not come. */
  held: string
  /** Of the head, or of the trailers. */
  lineBytes: number
  /** Blank lines, and answers that only say that another will follow. */
  preambleBytes: number
  /** Of the body, or of its chunk. */
  left: number
  counted: number
  bytesMax: number
  kept: Buffer[]
  keptBytes: number
}

const UNSAID = -1

/** `bytesMax`: of the body; more is not read. */
export function newAnswer(bytesMax: number): Answer {
  return {
    step: 'status',
    hasBegun: false,
    hasHead: false,
    status: 0,
    retryAfter: undefined,
    date: undefined,
    keepAliveSeconds: Number.POSITIVE_INFINITY,
    isReusable: false,
    isOld: false,
    length: UNSAID,
    codings: '',
    connection: '',
    held: '',
    lineBytes: 0,
    preambleBytes: 0,
    left: 0,
    counted: 0,
    bytesMax,
    kept: [],
    keptBytes: 0,
  }
}

/** Nothing more is to be read of it. */
export function isOver({ step }: Answer): boolean {
  return step === 'done' || step === 'enough' || step === 'broken'
}

/** What is kept of `bytes` is copied: they may be written over afterwards. */
export function readAnswer(answer: Answer, bytes: Buffer): void {
  answer.hasBegun = true
  let at = 0
  if (answer.step === 'status' || answer.step === 'headers') at = readHead(answer, bytes)
  while (at < bytes.length && !isOver(answer)) at = readBody(answer, bytes, at)
  // Nobody asked for more than one answer.
  if (at < bytes.length) answer.isReusable = false
}

/** The other side has said that nothing follows. */
export function endAnswer(answer: Answer): void {
  if (answer.step === 'until_close') answer.step = 'done'
  else if (!isOver(answer)) answer.step = 'broken'
}

const decoder = new TextDecoder()

/** The first 2 KB of its body. PostgreSQL cannot hold U+0000 in a text. */
export function startOfBody({ kept }: Answer): string {
  if (kept.length === 0) return ''
  const bytes = kept.length === 1 ? kept[0]! : Buffer.concat(kept)
  return decoder.decode(bytes).replaceAll('\0', '\uFFFD')
}

/** Answers where in `bytes` the head ends, or their length. */
function readHead(answer: Answer, bytes: Buffer): number {
  // One byte is one character, so that places in the text are places in the bytes.
  const text = answer.held + bytes.toString('latin1')
  const before = answer.held.length
  let at = 0
  while (answer.step === 'status' || answer.step === 'headers') {
    // What was held had no end of a line.
    const end = text.indexOf('\n', Math.max(at, before))
    if (end < 0) {
      answer.held = text.slice(at)
      if (isHopeless(answer)) answer.step = 'broken'
      return bytes.length
    }
    readHeadLine(answer, text.slice(at, end))
    at = end + 1
  }
  answer.held = ''
  return at - before
}

/** Whatever follows what is held, it will be no head: nobody need wait for the rest of it. */
function isHopeless({ step, held, lineBytes }: Answer): boolean {
  if (held.length + lineBytes > HEADER_BYTES_MAX) return true
  if (step !== 'status' || held === '\r') return false
  return !held.startsWith(START.slice(0, held.length))
}

/** `line`: up to its LF, which must have been after a CR. */
function readHeadLine(answer: Answer, line: string): void {
  answer.lineBytes += line.length + 1
  if (line.charCodeAt(line.length - 1) !== CR || answer.lineBytes > HEADER_BYTES_MAX) {
    answer.step = 'broken'
  } else if (answer.step === 'status') readStatus(answer, line)
  else if (line.length === 1) endHead(answer)
  else readHeader(answer, line)
}

/** Blank lines before a status are passed over, as RFC 9112 asks. */
function readStatus(answer: Answer, line: string): void {
  if (line.length === 1) {
    passOver(answer)
    return
  }
  const found = /^HTTP\/1\.([01]) (\d{3})(?: [\t\x20-\x7e\x80-\xff]*)?\r$/.exec(line)
  if (found === null) {
    answer.step = 'broken'
    return
  }
  answer.isOld = found[1] === '0'
  answer.status = Number(found[2])
  answer.step = 'headers'
}

function passOver(answer: Answer): void {
  answer.preambleBytes += answer.lineBytes
  answer.lineBytes = 0
  answer.step = answer.preambleBytes > PREAMBLE_BYTES_MAX ? 'broken' : 'status'
}

function readHeader(answer: Answer, line: string): void {
  const found = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t\x20-\x7e\x80-\xff]*)\r$/.exec(line)
  if (found === null) answer.step = 'broken'
  else keepHeader(answer, found[1]!.toLowerCase(), found[2]!)
}

function keepHeader(answer: Answer, name: string, value: string): void {
  switch (name) {
    case 'content-length':
      readLength(answer, trimmed(value))
      break
    case 'transfer-encoding':
      answer.codings += `,${value.toLowerCase()}`
      break
    case 'connection':
      answer.connection += `,${value.toLowerCase()}`
      break
    case 'keep-alive': {
      const seconds = /\btimeout=(\d{1,9})\b/i.exec(value)?.[1]
      if (seconds !== undefined) answer.keepAliveSeconds = Number(seconds)
      break
    }
    case 'retry-after':
      answer.retryAfter ??= trimmed(value)
      break
    case 'date':
      // Two dates are none.
      answer.date = answer.date === undefined ? trimmed(value) : `${answer.date}, ${trimmed(value)}`
  }
}

/** Said twice it is refused, even where both are the same. */
function readLength(answer: Answer, value: string): void {
  const isNumber = /^\d+$/.test(value) && value.length <= LENGTH_DIGITS_MAX
  if (!isNumber || answer.length !== UNSAID) answer.step = 'broken'
  else answer.length = Number(value)
}

/** Without spaces and tabs; `trim` would take more. */
function trimmed(value: string): string {
  let start = 0
  let end = value.length
  while (start < end && isBlank(value.charCodeAt(start))) start += 1
  while (end > start && isBlank(value.charCodeAt(end - 1))) end -= 1
  return value.slice(start, end)
}

function isBlank(character: number): boolean {
  return character === 32 || character === 9
}

function endHead(answer: Answer): void {
  const { status } = answer
  // To leave HTTP was not offered. Else another answer follows, and this says nothing about it.
  if (status === 101) answer.step = 'broken'
  else if (status >= 100 && status < 200) forgetHead(answer)
  else beginBody(answer)
}

function forgetHead(answer: Answer): void {
  passOver(answer)
  answer.retryAfter = undefined
  answer.date = undefined
  answer.keepAliveSeconds = Number.POSITIVE_INFINITY
  answer.length = UNSAID
  answer.codings = ''
  answer.connection = ''
}

function beginBody(answer: Answer): void {
  const { status, isOld, length, connection } = answer
  const codings = answer.codings === '' ? [] : tokensOf(answer.codings)
  const isCoded = answer.codings !== ''
  const isChunked = codings.at(-1) === 'chunked'
  // Both lengths, or chunks that are coded again.
  if ((isCoded && length !== UNSAID) || codings.slice(0, -1).includes('chunked')) {
    answer.step = 'broken'
    return
  }
  answer.hasHead = true
  const asked = connection === '' ? [] : tokensOf(connection)
  // HTTP/1.0 knows no chunks: whoever says so may be one who does not understand what it passes on.
  const isKept = isOld ? asked.includes('keep-alive') && !isCoded : true
  answer.isReusable = isKept && !asked.includes('close')
  if (status === 204 || status === 304) {
    if (isCoded || length > 0) answer.isReusable = false
    answer.step = 'done'
  } else if (isChunked) answer.step = 'chunk_size'
  else if (isCoded || length === UNSAID) {
    answer.isReusable = false
    answer.step = 'until_close'
  } else {
    answer.left = length
    answer.step = length === 0 ? 'done' : 'sized'
  }
}

function tokensOf(list: string): string[] {
  return list
    .split(',')
    .map(trimmed)
    .filter((token) => token !== '')
}

/** Answers how far it read. */
function readBody(answer: Answer, bytes: Buffer, at: number): number {
  switch (answer.step) {
    case 'until_close':
      return keep(answer, bytes, at, bytes.length)
    case 'sized':
    case 'chunk': {
      const end = Math.min(bytes.length, at + answer.left)
      answer.left -= end - at
      const read = keep(answer, bytes, at, end)
      if (answer.left === 0 && !isOver(answer)) {
        answer.step = answer.step === 'sized' ? 'done' : 'chunk_end'
      }
      return read
    }
    default:
      return readBodyLine(answer, bytes, at)
  }
}

function keep(answer: Answer, bytes: Buffer, from: number, to: number): number {
  const room = KEPT_BYTES_MAX - answer.keptBytes
  if (room > 0) {
    const part = Buffer.from(bytes.subarray(from, Math.min(to, from + room)))
    answer.kept.push(part)
    answer.keptBytes += part.length
  }
  answer.counted += Math.max(to - from, PIECE_BYTES_MIN)
  if (answer.counted > answer.bytesMax) end(answer, 'enough')
  return to
}

/** Ends what cannot be read to its end, so that the connection ends with it. */
function end(answer: Answer, step: 'enough' | 'broken'): void {
  answer.step = step
  answer.isReusable = false
}

function readBodyLine(answer: Answer, bytes: Buffer, at: number): number {
  const found = bytes.indexOf(LF, at)
  const to = found < 0 ? bytes.length : found
  const max = answer.step === 'trailers' ? HEADER_BYTES_MAX : CHUNK_LINE_BYTES_MAX
  if (answer.held.length + answer.lineBytes + (to - at) > max) {
    end(answer, 'broken')
    return to
  }
  const line = answer.held + bytes.toString('latin1', at, to)
  answer.held = found < 0 ? line : ''
  if (found < 0) return to
  if (line.charCodeAt(line.length - 1) !== CR) end(answer, 'broken')
  else if (answer.step === 'chunk_size') readChunkSize(answer, line)
  else if (answer.step === 'chunk_end') {
    if (line.length === 1) answer.step = 'chunk_size'
    else end(answer, 'broken')
  } else readTrailer(answer, line)
  return to + 1
}

/** What a chunk says of itself after its size is passed over. */
function readChunkSize(answer: Answer, line: string): void {
  const digits = /^([0-9A-Fa-f]+)(?:;[\t\x20-\x7e\x80-\xff]*)?\r$/.exec(line)?.[1]
  if (digits === undefined || digits.length > CHUNK_DIGITS_MAX) {
    end(answer, 'broken')
    return
  }
  answer.left = Number.parseInt(digits, 16)
  answer.lineBytes = 0
  answer.step = answer.left === 0 ? 'trailers' : 'chunk'
}

/** None of them counts: a trailer is no header. */
function readTrailer(answer: Answer, line: string): void {
  answer.lineBytes += line.length + 1
  if (line.length === 1) answer.step = 'done'
  else if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*\r$/.test(line)) {
    end(answer, 'broken')
  }
}
