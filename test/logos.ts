import { crc32, deflateSync } from 'node:zlib'

// Images for tests: valid and small, or of a given size.

const JPEG =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////' +
  '////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA//9k='
const LOSSY_WEBP = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'
const LOSSLESS_WEBP = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='

/** One pixel each, as real encoders wrote them. */
export const jpeg = () => Buffer.from(JPEG, 'base64')
export const lossyWebp = () => Buffer.from(LOSSY_WEBP, 'base64')
export const losslessWebp = () => Buffer.from(LOSSLESS_WEBP, 'base64')

/** An image of this size, half dark, half light. */
export function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.alloc(1), Buffer.alloc(width, y < height / 2 ? 0x50 : 0xa0)]),
  )
  const pixels = deflateSync(Buffer.concat(rows))
  const parts = [chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
