// Files of evidence in tests.

const HEAD = '%PDF-1.7\n'
const TAIL = '\nstartxref\n0\n%%EOF\n'

/** A PDF of exactly this many bytes. */
export function pdf(bytes = 200): Buffer {
  return Buffer.from(HEAD + 'x'.repeat(bytes - HEAD.length - TAIL.length) + TAIL, 'latin1')
}

export function inBase64(...files: Buffer[]): { content: string }[] {
  return files.map((one) => ({ content: one.toString('base64') }))
}
