import { parseArgs } from 'node:util'
import {
  deleteAnnounced,
  listAnnounced,
  upsertAnnounced,
} from '../src/money-out/settlements/settlements.ts'
import { connectAsOwner } from '../src/platform/db.ts'
import { dayOf, isDay } from '../src/platform/lagos.ts'
import { holidaysOf } from '../src/platform/working-days.ts'
import { configOrEnd, openDatabase } from './open-database.ts'

// `npm run holidays`: for operators. Lists the public holidays of this year and the next, and
// stores announced ones. Applies to everything not settled yet.

const USAGE =
  'Usage:\n  npm run holidays\n  npm run holidays -- add 2026-03-19 "Id-el-Fitr" --by "YOUR ' +
  'NAME"       add an announced holiday\n  npm run holidays -- working 2026-12-28 "not given" ' +
  '--by "YOUR NAME"    make a holiday a working day\n  npm run holidays -- remove ' +
  '2026-03-19                                  undo either\n'

const say = (line: string) => process.stdout.write(`${line}\n`)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { by: { type: 'string' } },
})
const [verb, day = '', name = '', ...more] = positionals
const by = values.by?.trim() ?? ''
const isList = verb === undefined
const isSaid =
  (verb === 'add' || verb === 'working') && isDay(day) && name.trim() !== '' && by !== ''
const isRemove = verb === 'remove' && isDay(day) && name === ''
if (!(isList || isSaid || isRemove) || more.length > 0) {
  process.stderr.write(USAGE)
  process.exit(2)
}

const { address, close } = await openDatabase(configOrEnd())
const sql = connectAsOwner(address)
const now = new Date()
process.exitCode = await run()
await sql.end()
await close()

async function run(): Promise<number> {
  if (isSaid) {
    const isHoliday = verb === 'add'
    await upsertAnnounced(sql, { day, isHoliday, name: name.trim(), announcedBy: by }, now)
    say(`${day} is now ${isHoliday ? 'a public holiday' : 'a working day'}.`)
    return 0
  }
  if (isRemove) {
    const isGone = await deleteAnnounced(sql, day)
    say(isGone ? `${day} follows the calendar again.` : `There was no change for ${day}.`)
    return isGone ? 0 : 1
  }
  await list()
  return 0
}

async function list(): Promise<void> {
  const year = Number(dayOf(now).slice(0, 4))
  const said = await listAnnounced(sql)
  const lines = new Map<string, string>()
  for (const each of [year, year + 1]) {
    for (const computed of holidaysOf(each)) lines.set(computed, 'by the calendar')
  }
  for (const { day: named, isHoliday, name: its, announcedBy } of said) {
    const what = isHoliday ? 'announced' : 'a working day'
    lines.set(named, `${what}: ${JSON.stringify(its)}, by ${JSON.stringify(announcedBy)}`)
  }
  for (const [named, line] of [...lines].sort()) say(`${named}  ${line}`)
}
