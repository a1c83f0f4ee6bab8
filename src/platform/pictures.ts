// The types of pictures, read from their bytes. What they contain is not decoded.

type Picture = { type: 'png' | 'jpeg' | 'webp'; width: number; height: number }

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PNG_HEAD_BYTES = 33
const WEBP_HEAD_BYTES = 30

/** Null if it is no complete PNG, JPEG or WebP. */
export function readPicture(bytes: Buffer): Picture | null {
  return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
}

/** The first chunk is the header; the last is IEND. */
function readPng(bytes: Buffer): Picture | null {
  const isPng =
    bytes.length > PNG_HEAD_BYTES &&
    bytes.subarray(0, PNG.length).equals(PNG) &&
    bytes.toString('latin1', 12, 16) === 'IHDR' &&
    bytes.toString('latin1', bytes.length - 8, bytes.length - 4) === 'IEND'
  return isPng
    ? { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : null
}

/** Skips segments until the start of a frame, which has the size. */
function readJpeg(bytes: Buffer): Picture | null {
  const isJpeg =
    bytes.length > 4 &&
    bytes.readUInt16BE(0) === 0xffd8 &&
    bytes.readUInt16BE(bytes.length - 2) === 0xffd9
  if (!isJpeg) return null
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    // C4, C8 and CC are other markers.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      return { type: 'jpeg', width, height }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/** Three kinds, each with its size in another place. */
function readWebp(bytes: Buffer): Picture | null {
  const isWebp =
    bytes.length >= WEBP_HEAD_BYTES &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 12) === 'WEBP' &&
    bytes.readUInt32LE(4) + 8 === bytes.length
  if (!isWebp) return null
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ': {
      const [width, height] = [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
      const isKeyFrame = bytes.readUIntBE(23, 3) === 0x9d012a
      return isKeyFrame ? { type: 'webp', width, height } : null
    }
    case 'VP8L': {
      const size = bytes.readUInt32LE(21)
      const [width, height] = [(size & 0x3fff) + 1, ((size >>> 14) & 0x3fff) + 1]
      return bytes[20] === 0x2f ? { type: 'webp', width, height } : null
    }
    case 'VP8X':
      return {
        type: 'webp',
        width: bytes.readUIntLE(24, 3) + 1,
        height: bytes.readUIntLE(27, 3) + 1,
      }
    default:
      return null
  }
}
