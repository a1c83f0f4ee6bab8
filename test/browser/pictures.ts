import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { SCHEMES, SIZES } from './visit.ts'

// Pictures of every checkout state and of the documentation, four each, small enough to commit.
// Chromium writes full-colour PNGs, but a page has few colours: reduced to its 64 most frequent
// ones, a picture looks the same at a third of the size.

const PICTURES = join(import.meta.dirname, '../../docs/pictures')
const COLOURS = 64

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const HEAD_BYTES = 8

/** Pictures are written only on request, so that a test run does not change the repository. */
export const TAKES_PICTURES = process.env['COWRIE_PICTURES'] === '1'

export async function takePictures(
  page: Page,
  of: 'checkout' | 'docs',
  state: string,
): Promise<void> {
  const before = page.viewportSize()!
  const folder = join(PICTURES, of)
  mkdirSync(folder, { recursive: true })
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const picture = smaller(await page.screenshot({ fullPage: true, caret: 'hide' }))
      writeFileSync(join(folder, `${state}-${size.width}-${colorScheme}.png`), picture)
    }
  }
  await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

/** Converts the picture to a PNG with a palette. */
export function smaller(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png)
  const counts = new Map<number, number>()
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
  const palette = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, COLOURS)
    .map(([colour]) => colour)
  const places = new Map(palette.map((colour, place) => [colour, place]))
  const placeOf = (colour: number) => {
    const place = places.get(colour) ?? nearest(palette, colour)
    places.set(colour, place)
    return place
  }
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      rows[y * (width + 1) + 1 + x] = placeOf(pixels[y * width + x]!)
    }
  }
  const colours = Buffer.from(palette.flatMap((colour) => channels(colour)))
  return written(width, height, PALETTE, [chunk('PLTE', colours)], rows)
}

/** Incompressible grey noise of about `side` × `side` bytes. */
export function noise(side: number): Buffer {
  const rows = Array.from({ length: side }, () => [Buffer.alloc(1), randomBytes(side)]).flat()
  return written(side, side, GREY, [], Buffer.concat(rows))
}

const GREY = 0
const PALETTE = 3

function written(
  width: number,
  height: number,
  kind: number,
  more: Buffer[],
  rows: Buffer,
): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, kind, 0, 0, 0], 8)
  const pixels = chunk('IDAT', deflateSync(rows, { level: 9 }))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    ...more,
    pixels,
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const channels = (colour: number) => [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255]

function nearest(palette: number[], colour: number): number {
  const wanted = channels(colour)
  const distances = palette.map((one) =>
    channels(one).reduce((sum, value, i) => sum + (value - wanted[i]!) ** 2, 0),
  )
  return distances.indexOf(Math.min(...distances))
}

/** Decodes the format Chromium writes: eight bits, three or four channels, not interlaced. */
function decode(png: Buffer): { width: number; height: number; pixels: Uint32Array } {
  const parts: Buffer[] = []
  for (let at = HEAD_BYTES; at < png.length; at += png.readUInt32BE(at) + 12) {
    const from = at + HEAD_BYTES
    if (png.toString('latin1', at + 4, from) !== 'IDAT') continue
    parts.push(png.subarray(from, from + png.readUInt32BE(at)))
  }
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const size = png[25] === 6 ? 4 : 3
  const bytes = unfiltered(inflateSync(Buffer.concat(parts)), width * size, size)
  const pixels = Uint32Array.from({ length: width * height }, (_, i) => {
    const [red, green, blue] = bytes.subarray(i * size, i * size + 3)
    return (red! << 16) | (green! << 8) | blue!
  })
  return { width, height, pixels }
}

function unfiltered(rows: Buffer, length: number, size: number): Buffer {
  const height = rows.length / (length + 1)
  const bytes = Buffer.alloc(length * height)
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (length + 1)]
    for (let x = 0; x < length; x++) {
      const at = y * length + x
      const left = x < size ? 0 : bytes[at - size]!
      const above = y === 0 ? 0 : bytes[at - length]!
      const corner = x < size || y === 0 ? 0 : bytes[at - length - size]!
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter!]!
      bytes[at] = rows[y * (length + 1) + 1 + x]! + guess
    }
  }
  return bytes
}

function paeth(left: number, above: number, corner: number): number {
  const [toLeft, toAbove] = [Math.abs(above - corner), Math.abs(left - corner)]
  const toCorner = Math.abs(left + above - 2 * corner)
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
