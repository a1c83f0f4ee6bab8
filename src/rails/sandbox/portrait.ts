import { crc32, deflateSync } from 'node:zlib'
import type { IdentityType } from '../rails.ts'
import { type Draw, drawsOf } from './people-draws.ts'

// The picture of a person who does not exist: head and shoulders, of ellipses, one painted over
// the other. Colours and shapes follow from the number. The edges are softened with colours in
// between, which join the palette when they are first needed.

const WIDTH = 64
const HEIGHT = 80
/** How many shares of a colour an edge knows. More of them look no better and weigh more. */
const SHARES = 4
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

type Ellipse = { x: number; y: number; rx: number; ry: number; colour: number }

// biome-ignore format: a table reads in columns
const GROUNDS = [0xbcd4de, 0xe9d8a6, 0xd6e2c4, 0xf2cfc2, 0xcfc9e3, 0xbfdcd0, 0xe3cbb5, 0xc9d3db]
const SKINS = [0x57361f, 0x663f2a, 0x754a31, 0x85563b, 0x966646, 0xa87654]
const HAIRS = [0x17120f, 0x221a16, 0x2e211b, 0x3a3836]
// biome-ignore format: a table reads in columns
const CLOTHES = [0x1f6f5c, 0x27496d, 0x8c2f39, 0xb5651d, 0x5b3a78, 0x33523c, 0xc08a2b, 0x3d4550]

/** Base64 of a PNG. */
export function portraitOf(type: IdentityType, number: string): string {
  const draw = drawsOf(`portrait/${type}/${number}`)
  const canvas = canvasOf(pick(GROUNDS, draw))
  for (const ellipse of drawing(draw)) paint(canvas, ellipse)
  return png(canvas).toString('base64')
}

/** From the back to the front. */
function drawing(draw: Draw): Ellipse[] {
  const skin = pick(SKINS, draw)
  const hair = pick(HAIRS, draw)
  const cloth = pick(CLOTHES, draw)
  const x = WIDTH / 2
  const y = 34 + draw(3)
  const rx = 12.5 + draw(4) / 2
  const ry = 15.5 + draw(4) / 2
  const breadth = 25 + draw(6)
  const shade = mixed(skin, 0x000000, 0.22)
  const eye = 5 + draw(3) / 2
  const [above, width, height] = hairstyle(draw, rx, ry)
  // Its place is told from the middle of the face.
  const round = (dx: number, dy: number, rx: number, ry: number, colour: number): Ellipse => ({
    x: x + dx,
    y: y + dy,
    rx,
    ry,
    colour,
  })
  return [
    round(0, -above, width, height, hair),
    { x, y: HEIGHT + 4, rx: breadth, ry: 24, colour: cloth },
    { x, y: HEIGHT - 19, rx: 9, ry: 6 + draw(4), colour: mixed(cloth, 0xffffff, 0.3) },
    round(0, ry + 2, 6.5, 10, shade),
    round(-rx, 2, 2.5, 4, shade),
    round(rx, 2, 2.5, 4, shade),
    round(0, 0, rx, ry, skin),
    // Over the brow, and no wider there than the head.
    round(0, -ry + 1, rx - 2, 4 + draw(3) / 2, hair),
    round(-eye, -1, 1.6, 1.9, 0x1a1412),
    round(eye, -1, 1.6, 1.9, 0x1a1412),
    round(0, 4, 1.8, 1.4, shade),
    round(0, 8.6, 4, 2.2, mixed(skin, 0x5a1a1a, 0.55)),
    round(0, 7.4, 4.6, 2.1, skin),
  ]
}

/** Cropped, round, high or full; as [how far above the middle of the head, width, height]. */
function hairstyle(draw: Draw, rx: number, ry: number): [number, number, number] {
  const styles: [number, number, number][] = [
    [4, rx + 1.2, ry + 0.5],
    [5, rx + 6, ry + 3],
    [7, rx + 2, ry + 1],
    [4, rx + 3.5, ry + 1.5],
  ]
  return pick(styles, draw)
}

function pick<Item>(items: readonly Item[], draw: Draw): Item {
  return items[draw(items.length)]!
}

type Canvas = {
  /** For each pixel, which colour of the palette. */
  pixels: Uint8Array
  palette: number[]
  /** Where in the palette a colour stands. */
  places: Map<number, number>
}

function canvasOf(ground: number): Canvas {
  return {
    pixels: new Uint8Array(WIDTH * HEIGHT),
    palette: [ground],
    places: new Map([[ground, 0]]),
  }
}

function paint(canvas: Canvas, ellipse: Ellipse): void {
  const { x, y, rx, ry, colour } = ellipse
  const right = Math.min(WIDTH, Math.ceil(x + rx + 1))
  const bottom = Math.min(HEIGHT, Math.ceil(y + ry + 1))
  for (let row = Math.max(0, Math.floor(y - ry - 1)); row < bottom; row += 1) {
    for (let column = Math.max(0, Math.floor(x - rx - 1)); column < right; column += 1) {
      const share = Math.round(coverage(ellipse, column + 0.5, row + 0.5) * SHARES)
      if (share === 0) continue
      const at = row * WIDTH + column
      const under = canvas.palette[canvas.pixels[at]!]!
      canvas.pixels[at] = placeOf(canvas, mixed(under, colour, share / SHARES))
    }
  }
}

/** How much of the pixel around a point lies within, from 0 to 1. */
function coverage({ x, y, rx, ry }: Ellipse, column: number, row: number): number {
  const across = (column - x) / rx
  const down = (row - y) / ry
  const reach = across * across + down * down
  // About the distance to the edge: by how much it is off, over how fast that changes here.
  const slope = 2 * Math.sqrt((across / rx) ** 2 + (down / ry) ** 2) + Number.EPSILON
  return Math.min(1, Math.max(0, 0.5 - (reach - 1) / slope))
}

function placeOf({ palette, places }: Canvas, colour: number): number {
  const place = places.get(colour)
  if (place !== undefined) return place
  places.set(colour, palette.length)
  return palette.push(colour) - 1
}

/** `share` of the second colour, the rest of the first. */
function mixed(first: number, second: number, share: number): number {
  const channel = (shift: number) => {
    const from = (first >> shift) & 0xff
    const to = (second >> shift) & 0xff
    return Math.round(from + (to - from) * share) << shift
  }
  return channel(16) | channel(8) | channel(0)
}

/** RFC 2083: one byte a pixel, each row led by a byte that says how it is filtered: not at all. */
function png({ pixels, palette }: Canvas): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  // Eight bits, by palette; then the only compression and filters there are, and no interlacing.
  header.set([8, 3, 0, 0, 0], 8)
  const colours = Buffer.alloc(palette.length * 3)
  palette.forEach((colour, place) => {
    colours.writeUIntBE(colour, place * 3, 3)
  })
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT)
  for (let row = 0; row < HEIGHT; row += 1) {
    rows.set(pixels.subarray(row * WIDTH, (row + 1) * WIDTH), row * (WIDTH + 1) + 1)
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Length, name, content, and a checksum of the last two. */
function chunk(name: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(content.length + 12)
  bytes.writeUInt32BE(content.length, 0)
  bytes.write(name, 4, 'latin1')
  bytes.set(content, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4)
  return bytes
}
