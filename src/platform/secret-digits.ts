// Digits that must not outlive a call, such as those of a card. A string cannot be overwritten and
// stays in memory until its place is reused; a buffer can be overwritten at once. So digits are
// removed from the bytes of a request before these become text.

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const ONE = 0x31
const BLANKS = [0x20, 0x09, 0x0a, 0x0d]
const ENDS = [...BLANKS, 0x2c, 0x5d, 0x7d]

/**
 * Removes the digits of these members from a JSON text, and returns them by name. In the text, each
 * becomes a 1, so that errors about its form are still found.
 */
export function takeDigits(json: Buffer, names: readonly string[]): Map<string, Buffer> {
  const taken = new Map<string, Buffer>()
  for (const name of names) {
    const key = Buffer.from(`"${name}"`)
    let end = 0
    for (let at = json.indexOf(key); at >= 0; at = json.indexOf(key, end)) {
      end = afterBlanks(json, at + key.length)
      if (json[end] !== COLON) continue
      const start = afterBlanks(json, end + 1)
      // Continue after it, so that a long text takes linear time.
      end = endOfValue(json, start)
      overwrite(taken.get(name))
      taken.set(name, takeAll(json.subarray(start, end)))
    }
  }
  return taken
}

export function copyOf(digits: Buffer): Buffer {
  const copy = outsideTheHeap(digits.length)
  digits.copy(copy)
  return copy
}

export function overwrite(...buffers: (Buffer | undefined)[]): void {
  for (const buffer of buffers) buffer?.fill(0)
}

/** Small buffers are on the JavaScript heap, which moves bytes and leaves copies behind. */
function outsideTheHeap(length: number): Buffer {
  return Buffer.from(new ArrayBuffer(length))
}

function afterBlanks(json: Buffer, start: number): number {
  let at = start
  while (BLANKS.includes(json[at]!)) at += 1
  return at
}

function endOfValue(json: Buffer, start: number): number {
  const isString = json[start] === QUOTE
  for (let at = start + 1; at < json.length; at++) {
    if (isString && json[at] === BACKSLASH) at += 1
    else if (isString ? json[at] === QUOTE : ENDS.includes(json[at]!)) return at
  }
  return json.length
}

function takeAll(value: Buffer): Buffer {
  const digits = outsideTheHeap(value.length)
  let count = 0
  for (const [at, byte] of value.entries()) {
    if (byte < 0x30 || byte > 0x39) continue
    digits[count++] = byte
    value[at] = ONE
  }
  return digits.subarray(0, count)
}
