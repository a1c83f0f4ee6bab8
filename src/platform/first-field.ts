export type FieldError = { field: string; code: string; message: string }

export function withOthers({ field, message }: FieldError, others: number): string {
  const quoted = message.startsWith(`${field} `)
    ? `\`${field}\`${message.slice(field.length)}`
    : message
  if (others <= 0) return quoted
  const more = others === 1 ? '1 more field is wrong' : `${others} more fields are wrong`
  return quoted.endsWith('.') ? `${quoted.slice(0, -1)} (and ${more}).` : `${quoted} ${more}.`
}
