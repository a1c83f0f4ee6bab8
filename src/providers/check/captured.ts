import type { RailRequest } from '../outcomes.ts'

// A notification that was captured on its way, in a file: an HTTP request as it came. The line with
// the address may be missing, save where a token at its end is all that says who sent it.
//
//     POST /api/v1/rails/monnify/notifications HTTP/1.1
//     Monnify-Signature: 0a1b2c…
//     Content-Length: 512
//
//     {"eventType":…                                        byte for byte

const HEADER = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/
const ADDRESS = /^POST (\S+) HTTP\/[\d.]+$/

/** A sentence where it is in another form. */
export function readCaptured(file: Buffer): RailRequest | string {
  const end = [...file.toString('latin1').matchAll(/\r?\n\r?\n/g)][0]
  if (end === undefined) return 'There is no empty line between headers and body.'
  const lines = file.subarray(0, end.index).toString('latin1').split(/\r?\n/)
  const path = ADDRESS.exec(lines[0] ?? '')?.[1]
  const headers: Record<string, string> = {}
  for (const line of path === undefined ? lines : lines.slice(1)) {
    const [, name, value] = HEADER.exec(line) ?? []
    if (name === undefined) return 'The lines before the empty line are not headers.'
    headers[name.toLowerCase()] = value ?? ''
  }
  if (headers['transfer-encoding'] !== undefined) {
    return 'The body is chunked. Save it decoded, and remove Transfer-Encoding.'
  }
  const rest = file.subarray(end.index + end[0].length)
  const length = Number(headers['content-length'] ?? rest.length)
  if (!(length <= rest.length)) return 'The body is shorter than Content-Length says.'
  // Behind it may be the line break of an editor.
  const body = Buffer.from(rest.subarray(0, length))
  const token = /\/notifications\/([^/?]+)$/.exec(path ?? '')?.[1]
  return { headers, body, ...(token !== undefined && { token }) }
}
