// A session id as NIP writes it: thirty digits.

const SERIAL_DIGITS = 12
/** NIBSS's virtual bank, not a real one. */
const INSTITUTION = '999999'

/** Institution, UTC to the second and serial, derived from the id (a UUIDv7). */
export function sessionIdFrom(id: string): string {
  const hex = id.replaceAll('-', '')
  const begun = new Date(Number.parseInt(hex.slice(0, 12), 16))
  const time = begun.toISOString().replace(/\D/g, '').slice(2, 14)
  const serial = BigInt(`0x${hex.slice(-16)}`) % 10n ** BigInt(SERIAL_DIGITS)
  return `${INSTITUTION}${time}${serial.toString().padStart(SERIAL_DIGITS, '0')}`
}
