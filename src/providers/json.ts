import { readJson } from '../platform/json.ts'

/** A pair of halves, one half or any other letter by its code, any other escape. */
const ESCAPES =
  /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u([0-9a-fA-F]{4})|[\s\S])/g

/**
 * The JSON that a provider sent. Its numbers are their own text, so that no digit is lost. Letters
 * that PostgreSQL cannot hold are replaced: no money is lost to somebody's odd name. Undefined for
 * what two readers could understand differently (lib/json.ts), and for what is no JSON.
 */
export function readAnswer(text: string): unknown {
  try {
    return readJson(Buffer.from(text.replace(ESCAPES, cleanEscape)), 'as text').value
  } catch {
    return undefined
  }
}

function cleanEscape(whole: string, code: string | undefined): string {
  const isOdd = code !== undefined && /^(0000|d[89a-f]..)$/i.test(code)
  return isOdd ? '\\ufffd' : whole
}
