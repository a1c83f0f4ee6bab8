import assert from 'node:assert/strict'
import { crc32, inflateRawSync } from 'node:zlib'

// Reads a ZIP as a person's program does: by the directory at its end.

const END = 0x06054b50
const END_LENGTH = 22
const ENTRY = 0x02014b50
const ENTRY_LENGTH = 46
const LOCAL_LENGTH = 30

/** The texts by the names of their files, in the order of the directory. */
export function unzipped(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  assert.equal(zip.readUInt32LE(end), END)
  assert(end + END_LENGTH <= zip.length)
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    assert.equal(zip.readUInt32LE(at), ENTRY)
    const [sum, packed] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)]
    const [name, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place))
    const local = zip.readUInt32LE(at + 42)
    const start = local + LOCAL_LENGTH + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const content = inflateRawSync(zip.subarray(start, start + packed))
    assert.equal(crc32(content), sum)
    files.set(
      zip.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + name!),
      content.toString(),
    )
    at += ENTRY_LENGTH + name! + extra! + comment!
  }
  return files
}
