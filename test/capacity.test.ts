import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { capacityOf, coresOf } from '../scripts/capacity-figures.ts'

const PAGE = join(import.meta.dirname, '../docs/operating/capacity.md')
const alone = { peak: 10, months: null, copies: 1 }

test('the table of the page is what the calculator says', async () => {
  const rows = [...(await readFile(PAGE, 'utf8')).matchAll(/^\| ([\d,]+) \| (.+) \|$/gm)]
  assert.equal(rows.length, 3)
  for (const [, day, rest] of rows) {
    const needs = capacityOf({ perSecond: Number(day!.replaceAll(',', '')) / 86_400, ...alone })
    const busiest = Math.round(needs.busiest).toLocaleString('en')
    const tb = needs.diskBytes / 1e12
    const disk =
      tb < 1 ? `${Number((tb * 1000).toPrecision(3))} GB` : `${Number(tb.toPrecision(3))} TB`
    assert.equal(rest, [busiest, coresOf(needs), needs.connections, disk].join(' | '))
  }
})

test('the sums of a large load are those of the page', async () => {
  const page = (await readFile(PAGE, 'utf8')).replaceAll(/\s+/g, ' ')
  const ten = capacityOf({ perSecond: 3_808, peak: 4, months: 3, copies: 3 })
  const leaves = Math.round(ten.leavesBytes / 1e12)
  const disk = Math.round(ten.diskBytes / 1e12)
  assert(
    page.includes(
      `${coresOf(ten)} cores, ${disk} TB of disk, ${Math.round(ten.walBytes / 1e6)} MB`,
    ),
  )
  assert(page.includes(`${leaves} TB that leave each year`))
  assert.equal(ten.cells, 5)
  const today = capacityOf({ perSecond: 381, peak: 4, months: null, copies: 1 })
  assert(page.includes(`${Math.round(today.diskBytes / 1e12)} TB a year`))
  assert.equal(today.cells, 1)
})

test('disk grows with copies, and what leaves is what does not stay', () => {
  const load = { perSecond: 350, peak: 10 }
  const one = capacityOf({ ...load, months: 3, copies: 1 })
  assert.equal(capacityOf({ ...load, months: 3, copies: 3 }).diskBytes, one.diskBytes * 3)
  assert(capacityOf({ ...load, months: null, copies: 1 }).diskBytes > one.diskBytes)
  assert.equal(capacityOf({ ...load, months: null, copies: 1 }).leavesBytes, 0)
  // A month is a twelfth of a year.
  const beyond = capacityOf({ ...load, months: 4, copies: 1 }).diskBytes - one.diskBytes
  assert(Math.abs(beyond * 12 - one.leavesBytes) < one.leavesBytes / 1e6)
})
