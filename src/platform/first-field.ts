/** Every code of a wrong field. docs/api/refusals.md shows them. */
export const fieldCodes = {
  required: 'It is missing.',
  unknown_parameter: 'No such field or parameter. The message names the nearest known one.',
  repeated: 'It stands there twice, or a list has the same entry twice.',
  invalid_type: 'Not of this JSON type: a number was sent as text, for example.',
  invalid_format: 'Not of this form: an email address, a day, a number of eleven digits.',
  invalid_url: 'Not a URL that may be used here.',
  invalid: 'Not usable here for a reason that the message gives.',
  not_allowed: 'Not one of the values that are allowed here, or not together with another field.',
  too_small: 'Less than the smallest value.',
  too_large: 'More than the largest value.',
  too_short: 'Empty, or with fewer characters or entries than allowed.',
  too_long: 'With more characters or entries than allowed.',
  too_many: 'More of them than allowed.',
  too_deep: 'Nested deeper than allowed.',
  out_of_range: 'Outside of the range, or a range that ends before it begins.',
  unknown: 'No such record.',
  unknown_event: 'No event type has this name.',
  too_common: 'A password that is easily guessed.',
  expired: 'A card whose month is over.',
  origin_not_registered: 'This origin or app is not registered in the settings.',
} as const

export type FieldCode = keyof typeof fieldCodes
export type FieldError = { field: string; code: FieldCode; message: string }

export function withOthers({ field, message }: FieldError, others: number): string {
  const quoted = message.startsWith(`${field} `)
    ? `\`${field}\`${message.slice(field.length)}`
    : message
  if (others <= 0) return quoted
  const more = others === 1 ? '1 more field is wrong' : `${others} more fields are wrong`
  return quoted.endsWith('.') ? `${quoted.slice(0, -1)} (and ${more}).` : `${quoted} ${more}.`
}
