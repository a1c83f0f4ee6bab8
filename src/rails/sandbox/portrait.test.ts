import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { portraitOf } from './portrait.ts'

const WIDTH = 64
const HEIGHT = 80
const BYTES_MAX = 1_536

const types = fc.constantFrom('BVN' as const, 'NIN' as const)
const numbers = fc.stringMatching(/^\d{11}$/)

test('everybody has a portrait: a small PNG in which every pixel has a colour', () => {
  fc.assert(
    fc.property(types, numbers, (type, number) => {
      const text = portraitOf(type, number)
      const { header, palette, rows } = read(text)

      assert(text.length <= BYTES_MAX, `${text.length} bytes`)
      assert.deepEqual([header.readUInt32BE(0), header.readUInt32BE(4)], [WIDTH, HEIGHT])
      // Eight bits a pixel, by palette; no other compression, filter or interlacing.
      assert.deepEqual([...header.subarray(8)], [8, 3, 0, 0, 0])
      assert.equal(palette.length % 3, 0)
      assert.equal(rows.length, (WIDTH + 1) * HEIGHT)
      for (const [at, byte] of rows.entries()) {
        if (at % (WIDTH + 1) === 0) assert.equal(byte, 0, 'a row without a filter')
        else assert(byte < palette.length / 3, 'a colour of the palette')
      }
    }),
  )
})

test('a portrait is the same each time, and of a BVN another than of the same NIN', () => {
  const numbers = Array.from({ length: 200 }, (_, i) => String(i * 7_919).padStart(11, '0'))

  const portraits = numbers.map((number) => portraitOf('BVN', number))

  assert.deepEqual(
    numbers.map((number) => portraitOf('BVN', number)),
    portraits,
  )
  assert(new Set(portraits).size > 195, 'hardly two are alike')
  const alike = numbers.filter((number, i) => portraitOf('NIN', number) === portraits[i])
  assert(alike.length < 5, `${alike.length} of 200`)
})

test('there is somebody to be seen: hair, a face and clothes, in the middle of the ground', () => {
  fc.assert(
    fc.property(types, numbers, (type, number) => {
      const colourAt = colours(read(portraitOf(type, number)))

      const ground = colourAt(0, 0)
      const [hair, forehead, clothes] = [20, 27, HEIGHT - 1].map((y) => colourAt(WIDTH / 2, y))

      assert.equal(new Set([ground, hair, forehead, clothes]).size, 4)
      assert.equal(colourAt(WIDTH / 4, HEIGHT - 1), clothes)
      for (let y = 0; y < HEIGHT; y += 1) {
        for (let x = 0; x < WIDTH / 2; x += 1) {
          assert.equal(colourAt(x, y), colourAt(WIDTH - 1 - x, y), `at ${x}, ${y}`)
        }
      }
    }),
  )
})

type Picture = { header: Buffer; palette: Buffer; rows: Buffer }

function colours({ palette, rows }: Picture) {
  return (x: number, y: number): number => palette.readUIntBE(rows[y * (WIDTH + 1) + 1 + x]! * 3, 3)
}

/** The parts of a PNG, when it is one: what a reader of images would not forgive fails here. */
function read(text: string): Picture {
  const bytes = Buffer.from(text, 'base64')
  assert.equal(bytes.toString('base64'), text)
  assert.equal(bytes.subarray(0, 8).toString('hex'), '89504e470d0a1a0a')
  const chunks: [name: string, content: Buffer][] = []
  for (let at = 8; at < bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at)
    assert.equal(bytes.readUInt32BE(end), crc32(bytes.subarray(at + 4, end)))
    chunks.push([bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, end)])
    at = end + 4
  }
  assert.deepEqual(
    chunks.map(([name]) => name),
    ['IHDR', 'PLTE', 'IDAT', 'IEND'],
  )
  // The last one is the same twelve bytes in every PNG.
  assert.equal(bytes.subarray(-12).toString('hex'), '0000000049454e44ae426082')
  const [header, palette, pixels] = chunks.map(([, content]) => content)
  assert.equal(header!.length, 13)
  return { header: header!, palette: palette!, rows: inflateSync(pixels!) }
}
