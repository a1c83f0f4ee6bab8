import type { RailRequest } from '../outcomes.ts'

// Reads a captured notification from a file: the HTTP request as received. The request line may be
// missing, unless a token in it authenticates the notification.
//
//     POST /api/v1/rails/monnify/notifications HTTP/1.1
//     Monnify-Signature: 0a1b2c…
//     Content-Length: 512
//
//     {"eventType":…                                        byte for byte

const HEADER = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/
const ADDRESS = /^POST (\S+) HTTP\/[\d.]+$/

/** A sentence with the error, if the file has another form. */
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
  // An editor may have added a line break.
  const body = Buffer.from(rest.subarray(0, length))
  const token = /\/notifications\/([^/?]+)$/.exec(path ?? '')?.[1]
  return { headers, body, ...(token !== undefined && { token }) }
}
