// The part of pdfkit that the receipt uses. `@types/pdfkit` lacks PDF/UA and the scope of a cell.

declare module 'pdfkit' {
  /** A part of the tree that screen readers read. */
  export type Structure = { add(child: Structure): Structure; end(): void }
  type Draw = () => void
  type Width = { width: number }

  export default class PdfDocument {
    constructor(options: {
      size: 'A4'
      margin: number
      pdfVersion: '1.7'
      subset: 'PDF/UA'
      tagged: true
      lang: string
      displayTitle: true
      font: string
      info: Record<'Title' | 'Author' | 'Creator' | 'Producer', string> & { CreationDate: Date }
    })
    x: number
    y: number
    page: { width: number; height: number }
    on(event: 'data', listener: (part: Buffer) => void): this
    on(event: 'end', listener: () => void): this
    font(path: string, size: number): this
    fillColor(color: string): this
    text(text: string): this
    text(text: string, x: number, y: number, options: Width): this
    heightOfString(text: string, options: Width): number
    struct(kind: 'Document' | 'Table'): Structure
    struct(kind: 'TR', children: Structure[]): Structure
    struct(kind: 'TH', options: { scope: 'Row' }, draw: Draw): Structure
    struct(kind: 'H1' | 'P' | 'TD', draw: Draw): Structure
    addStructure(root: Structure): this
    markContent(kind: 'Artifact'): this
    endMarkedContent(): this
    addPage(): this
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    lineWidth(points: number): this
    stroke(color: string): this
    end(): void
  }
}
