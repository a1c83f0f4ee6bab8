import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

// Writes a ZIP while it is read. A file is begun when the one before it has been sent, so the last
// one may say what the others contained.

export type ZippedFile = { name: string; lines: () => AsyncIterable<string> }

/** Breaks if a file cannot be read: no ZIP looks complete that is not. */
export function zipOf(files: readonly ZippedFile[], at: Date): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const breakOff = (error: Error) => output.destroy(error)
  zip.on('error', breakOff)
  for (const { name, lines } of files) {
    zip.addReadStreamLazy(name, { mtime: at }, (begin) => {
      const stream = Readable.from(lines())
      stream.on('error', breakOff)
      // Whoever has left reads no more.
      output.on('close', () => stream.destroy())
      begin(null, stream)
    })
  }
  zip.end()
  return output
}
