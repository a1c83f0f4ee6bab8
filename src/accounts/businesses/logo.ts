import { createHash } from 'node:crypto'
import type { Context, Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import { readPicture } from '../../platform/pictures.ts'
import { deleteLogo, findLogo, type Logo, type LogoType, upsertLogo } from './businesses.sql.ts'

// The logo of a business: one for each mode, stored in the database and served by its digest, so
// that browsers can cache it forever.
//
// This serves a stranger's file from our own origin. So its type is read from its bytes and is the
// only type it is sent with, and formats that can contain scripts (SVG) are refused.

export const LOGO_BYTES_MAX = 64 * 1024
export const LOGO_SIDE_MAX = 1_024

const TYPES: Record<LogoType, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
}

/** Returns the logo, or a message that says what is wrong. */
export function readLogo(bytes: Buffer): Logo | string {
  if (bytes.length > LOGO_BYTES_MAX) return 'must be at most 64 KB'
  const picture = readPicture(bytes)
  if (picture === null) return 'must be a complete PNG, JPEG or WebP'
  const { width, height } = picture
  if (width < 1 || height < 1) return 'must have a width and a height'
  if (width > LOGO_SIDE_MAX || height > LOGO_SIDE_MAX) {
    return `must be at most ${LOGO_SIDE_MAX} pixels wide and high; this one is ${width} × ${height}`
  }
  return { ...picture, digest: createHash('sha256').update(bytes).digest(), bytes }
}

export async function keepLogo(
  sql: Sql,
  now: Date,
  { businessId, mode }: Scope,
  logo: Logo | null,
): Promise<void> {
  if (logo === null) await deleteLogo(sql, { businessId, mode })
  else await upsertLogo(sql, { businessId, mode, ...logo, createdAt: now })
}

/** By the last part of its path: `<sha256>.<type>`. Null if no business uses it. */
export async function logoNamed(
  context: Context,
  name: string,
): Promise<{ type: string; bytes: Buffer } | null> {
  const [, digest, type] = /^([0-9a-f]{64})\.(png|jpeg|webp)$/.exec(name) ?? []
  if (digest === undefined) return null
  const logo = await findLogo(context.sql, Buffer.from(digest, 'hex'))
  return logo?.type === type ? { type: TYPES[logo!.type], bytes: logo!.bytes } : null
}
