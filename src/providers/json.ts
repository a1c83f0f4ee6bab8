import { readJson } from '../platform/json.ts'

/** A surrogate pair, a single code unit, or any other escape. */
const ESCAPES =
  /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u([0-9a-fA-F]{4})|[\s\S])/g

/**
 * Parses a provider's JSON. Numbers become their own text, so that no digit is lost. Characters
 * that PostgreSQL cannot store are replaced, so that an unusual name does not lose a credit.
 * Undefined if it is not JSON, or if two parsers could read it differently (platform/json.ts).
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
