import { crc32, deflateSync } from 'node:zlib'
import { encodeQR } from 'qr'

// QR codes of addresses, as SVG and PNG. A library computes the squares; both formats take a few
// lines, so no drawing library is needed. Dark on white in both, because half of all readers need
// it.

/** White squares on each side, as the standard requires. */
const BORDER = 4
/** Of the PNG: large enough to be read from a poster across a table. */
const SIDE_PIXELS_MIN = 800
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Rows of squares with the border; true: dark. Readable with 15 % of it damaged. */
function squaresOf(address: string): boolean[][] {
  return encodeQR(address, 'raw', { ecc: 'medium', border: BORDER })
}

export function qrSvg(address: string): string {
  const rows = squaresOf(address)
  const runs = rows.flatMap((row, y) =>
    runsOf(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`),
  )
  const side = rows.length
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side * 8}" ` +
    `height="${side * 8}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}` +
    `H0z"/><path d="${runs.join('')}"/></svg>`
  )
}

/** One bit per pixel. */
export function qrPng(address: string): Buffer {
  const rows = squaresOf(address)
  const scale = Math.ceil(SIDE_PIXELS_MIN / rows.length)
  const side = rows.length * scale
  const lines = rows.flatMap((row) => {
    const line = Buffer.alloc(1 + Math.ceil(side / 8))
    for (let x = 0; x < side; x++) {
      if (!row[Math.floor(x / scale)]) line[1 + (x >> 3)]! |= 0x80 >> (x & 7)
    }
    return Array.from({ length: scale }, () => line)
  })
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 1
  const pixels = deflateSync(Buffer.concat(lines), { level: 9 })
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Where each run of dark squares begins, and its length. */
function runsOf(row: boolean[]): [x: number, width: number][] {
  const runs: [number, number][] = []
  for (const [x, dark] of row.entries()) {
    const last = runs.at(-1)
    if (dark && last && last[0] + last[1] === x) last[1] += 1
    else if (dark) runs.push([x, 1])
  }
  return runs
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
