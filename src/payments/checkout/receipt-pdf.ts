import { join } from 'node:path'
import type PdfDocument from 'pdfkit'
import type { Structure } from 'pdfkit'
import { formatNaira } from '../../platform/money.ts'
import { token } from '../../platform/tokens.ts'
import { plain } from '../receipts/words.ts'
import type { CheckoutView } from './checkout.ts'
import type { Locale } from './languages.ts'
import { paidTitle, receiptRows } from './page-parts.ts'

// The receipt of a paid checkout as a PDF: the facts of the page, in its language. The document is
// tagged for screen readers (PDF/UA). The same payment always makes the same bytes.
//
// Names and values are cut, and metadata has at most 8 kB, so size and time are bounded. The font
// has Latin, Greek and Cyrillic letters: fonts/README.md.

const FONTS = join(import.meta.dirname, 'fonts')
const REGULAR = join(FONTS, 'NotoSans-Regular.ttf')
const BOLD = join(FONTS, 'NotoSans-Bold.ttf')
/** What the font lacks. A run of it becomes one sign. */
const UNKNOWN = /[^ -~\u00A0-\u0377\u0386-\u03E1\u0400-\u04FF\u1E00-\u1EFF\u2010-\u2027\u20A6]+/gu
const UNKNOWN_SIGN = '\uFFFD'

const NAME_LENGTH_MAX = 120
const LABEL_LENGTH_MAX = 80
/** Any value then fits on one page. */
const VALUE_LENGTH_MAX = 500

const MARGIN = 56
const LABEL_WIDTH = 140
const GAP = 16
const ROW_GAP = 10
const LINE_WIDTH = 0.75
const NOTE = { size: 10, ink: token('ink-soft') }
const LABEL = { size: 12, ink: token('ink-soft') }
const VALUE = { size: 12, ink: token('ink') }
const NAME = { size: 16, ink: token('ink'), font: BOLD }
const AMOUNT = { size: 28, ink: token('ink'), font: BOLD }
const LINE = token('line')
/** As on the page, always in English. */
const TEST = 'Test mode: no real money was moved.'

type Style = { size: number; ink: string; font?: string }

/** Only of a successful payment. */
export async function receiptPdf(view: CheckoutView, locale: Locale): Promise<Buffer> {
  // Loaded with the first receipt, because of its memory.
  const { default: Pdf } = await import('pdfkit')
  const business = readable(view.businessName, NAME_LENGTH_MAX)
  const pdf = new Pdf({
    size: 'A4',
    margin: MARGIN,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    lang: locale.tag,
    displayTitle: true,
    font: REGULAR,
    info: {
      Title: readable(paidTitle(view, locale), NAME_LENGTH_MAX),
      Author: business,
      Creator: 'Cowrie',
      Producer: 'Cowrie',
      // The bytes, and the id that is made of these, follow from the payment.
      CreationDate: view.paidAt!,
    },
  })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((resolve) => pdf.on('end', resolve))
  draw(pdf, view, business, locale)
  pdf.end()
  await ended
  return Buffer.concat(parts)
}

function draw(pdf: PdfDocument, view: CheckoutView, business: string, locale: Locale): void {
  const { words } = locale
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const write = (kind: 'H1' | 'P', text: string, style: Style) =>
    root.add(pdf.struct(kind, () => styled(pdf, style).text(text)))
  if (view.domain === 'test') write('P', TEST, NOTE)
  write('H1', business, NAME)
  write('P', readable(words.receipt), LABEL)
  write('P', formatNaira(view.amount), AMOUNT)
  pdf.y += GAP
  const table = pdf.struct('Table')
  root.add(table)
  for (const { label, value } of receiptRows(view, locale)) {
    if (!value) continue
    addRow(pdf, table, readable(label, LABEL_LENGTH_MAX), readable(value, VALUE_LENGTH_MAX))
  }
  pdf.x = MARGIN
  pdf.y += GAP
  write('P', readable(words.powered), NOTE)
  root.end()
}

function addRow(pdf: PdfDocument, table: Structure, label: string, value: string): void {
  const x = MARGIN + LABEL_WIDTH + GAP
  const labelled = { width: LABEL_WIDTH }
  const valued = { width: pdf.page.width - MARGIN - x }
  const height = Math.max(
    styled(pdf, LABEL).heightOfString(label, labelled),
    styled(pdf, VALUE).heightOfString(value, valued),
  )
  if (pdf.y + 2 * ROW_GAP + height > pdf.page.height - MARGIN) pdf.addPage()
  const y = pdf.y + ROW_GAP
  pdf.markContent('Artifact')
  pdf.moveTo(MARGIN, pdf.y).lineTo(pdf.page.width - MARGIN, pdf.y)
  pdf.lineWidth(LINE_WIDTH).stroke(LINE)
  pdf.endMarkedContent()
  table.add(
    pdf.struct('TR', [
      pdf.struct('TH', { scope: 'Row' }, () => styled(pdf, LABEL).text(label, MARGIN, y, labelled)),
      pdf.struct('TD', () => styled(pdf, VALUE).text(value, x, y, valued)),
    ]),
  )
  pdf.y = y + height + ROW_GAP
}

function styled(pdf: PdfDocument, { size, ink, font = REGULAR }: Style) {
  return pdf.font(font, size).fillColor(ink)
}

/** One line in letters that the font has. */
function readable(text: string, lengthMax = VALUE_LENGTH_MAX): string {
  return plain(text.normalize('NFC').replace(UNKNOWN, UNKNOWN_SIGN), lengthMax)
}
