import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { getDocumentProxy } from 'unpdf'
import { givenPayment, useApi } from '../../../test/api.ts'
import { pay } from '../../../test/payments.ts'
import { HOSTILE_TEXTS } from '../../../test/receipts.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { kobo } from '../../platform/money.ts'
import { type CheckoutView, findCheckout, viewOf } from './checkout.ts'
import { LANGUAGES, localeOf } from './languages.ts'
import { receiptRows } from './page-parts.ts'
import { receiptPdf } from './receipt-pdf.ts'

// Reads the receipts back with PDF.js, which is in Firefox.

const BYTES_MAX = 250_000
const PAGES_MAX = 30
/** Letters that a business can send with a payment. */
const METADATA_MAX = 8_000
const A4_WIDTH = 595.28
const MARGIN = 56
const UNKNOWN_SIGN = '\uFFFD'

const context = useContext()
const api = useApi(context)
let business: GivenBusiness
before(async () => {
  await context.opened
  business = await givenBusiness(context)
})

/** What the page of a paid checkout shows. */
async function givenPaid(over: Partial<CheckoutView> = {}): Promise<CheckoutView> {
  const metadata = { custom_fields: [{ display_name: 'Order', value: 'Adire wrap, indigo' }] }
  const { access_code } = await givenPayment(api, business, { metadata })
  assert.equal((await pay(api, access_code, 'success')).status, 200)
  return { ...(await viewOf(context, await findCheckout(context, access_code))), ...over }
}

type Node = { role?: string; children?: Node[] }

async function read(bytes: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, (_, i) => pdf.getPage(i + 1)),
  )
  const contents = await Promise.all(pages.map((page) => page.getTextContent()))
  const trees = await Promise.all(pages.map((page) => page.getStructTree()))
  const { info } = await pdf.getMetadata()
  const items = contents.flatMap(({ items }) => items as { str: string; width: number }[])
  return {
    pages: pages.length,
    info: info as Record<string, unknown>,
    isTagged: (await pdf.getMarkInfo())?.Marked,
    roles: trees.flatMap((tree) => rolesIn(tree as Node)),
    /** Without blanks, because a line may break anywhere. */
    text: items.map(({ str }) => str.replace(/\s/g, '')).join(''),
    right: Math.max(...items.map((item) => itemLeft(item) + item.width)),
  }
}

const itemLeft = (item: object) => (item as { transform: number[] }).transform[4]!
const rolesIn = ({ role, children = [] }: Node): string[] => [
  ...(role === undefined ? [] : [role]),
  ...children.flatMap(rolesIn),
]
const withoutBlanks = (text: string) => text.normalize('NFC').replace(/\s/g, '')

test('a receipt as PDF says what the page says, in each language', async () => {
  const view = await givenPaid({
    businessName: 'Ọjà Ẹlẹ́wà, Ɓauɗa Ƙofa & Ụlọ Ịchafụ Ṅ',
    amount: kobo(9_999_999_999n),
  })
  for (const language of Object.keys(LANGUAGES)) {
    const locale = localeOf({ asked: language })
    const pdf = await read(await receiptPdf(view, locale))

    assert.equal(pdf.pages, 1)
    assert.deepEqual([pdf.info['Language'], pdf.isTagged], [locale.tag, true])
    assert.match(String(pdf.info['Title']), /₦99,999,999\.99/)
    const rows = receiptRows(view, locale).flatMap(({ label, value }) => [label, value || ''])
    assert.equal(rows.length, 10)
    const { receipt, powered } = locale.words
    const facts = [view.businessName, receipt, '₦99,999,999.99', ...rows, powered]
    for (const fact of facts) assert(pdf.text.includes(withoutBlanks(fact)), `${language}: ${fact}`)
    assert(!pdf.text.includes(UNKNOWN_SIGN), language)
    assert.deepEqual(pdf.roles.slice(1, 8), ['Document', 'P', 'H1', 'P', 'P', 'Table', 'TR'])
    assert.equal(pdf.roles.filter((role) => role === 'TH').length, 5)
  }
})

test('the font has every letter of every text that a receipt may have', async () => {
  const letters = [...new Set(Object.values(LANGUAGES).flatMap((words) => Object.values(words)))]
  const all = [...new Set(letters.join(''))].filter((letter) => letter !== ' ').join('')
  const value = `${all} ɓƁɗƊƙƘ ẹẸọỌṣṢ ịỊụỤṅṄ ₦ éèêñçüß Ωλ Жя — ’ “ ” … •`

  const view = await givenPaid({ description: [{ label: 'All', value }] })
  const { text } = await read(await receiptPdf(view, localeOf({})))

  assert(text.includes(withoutBlanks(value)), text)
})

test('the same payment makes the same bytes', async () => {
  const view = await givenPaid()
  const locale = localeOf({})

  const one = await receiptPdf(view, locale)
  const other = await receiptPdf({ ...view }, locale)

  assert(one.equals(other))
  assert(one.length < BYTES_MAX)
})

test('whatever strangers wrote, a receipt stays in its margins and small', async () => {
  const paid = await givenPaid()
  for (const text of HOSTILE_TEXTS) {
    const field = { label: text.slice(0, METADATA_MAX / 2), value: text.slice(0, METADATA_MAX / 2) }
    const count = Math.floor(METADATA_MAX / (2 * field.value.length))
    const description = Array.from({ length: count }, () => field)
    const view = { ...paid, businessName: text, reference: 'r'.repeat(100), description }
    const bytes = await receiptPdf(view, localeOf({}))
    const { pages, right } = await read(bytes)

    assert(pages <= PAGES_MAX, `${pages} pages`)
    assert(bytes.length < BYTES_MAX, `${bytes.length} bytes`)
    assert(right <= A4_WIDTH - MARGIN + 1, `${right} points: ${text.slice(0, 40)}`)
  }
})

test('whoever has the link of a paid checkout downloads its receipt, and no cache keeps it', async () => {
  const { access_code, reference } = await givenPayment(api, business)
  const path = `/checkout/${access_code}/receipt.pdf`

  const early = await api.get(path)
  await pay(api, access_code, 'success')
  const answer = await api.get(`${path}?lang=yo`)
  const strange = await api.get('/checkout/nobody/receipt.pdf')

  assert.deepEqual([early.status, early.headers['location']], [303, `/checkout/${access_code}`])
  assert.deepEqual([answer.status, strange.status], [200, 404])
  assert.equal(answer.headers['content-type'], 'application/pdf')
  assert.equal(answer.headers['cache-control'], 'no-store')
  assert.equal(
    answer.headers['content-disposition'],
    `attachment; filename="receipt-${reference}.pdf"`,
  )
  assert(answer.text.startsWith('%PDF-1.7'))
  const page = await api.get(`/checkout/${access_code}?lang=yo`)
  assert(page.text.includes(`href="${path}?lang=yo"`))
})
