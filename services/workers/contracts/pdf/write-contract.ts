import { createHash } from 'node:crypto'
import { readableOn } from '@forecourt/kit/readable-on.ts'
import PDFDocument from 'pdfkit'
import type { ContractDocument, Labelled, Party } from '../document.ts'
import type { Signature } from '../signature.ts'
import { type Fonts, openFonts } from './fonts.ts'
import type { Style } from './lines.ts'
import { type Element, INK, openSheets, PAGE, QUIET, RULE, type Sheets, WIDTH } from './sheet.ts'
import { writeEvidence, writeSignature } from './write-signature.ts'

const BODY: Style = { face: 'regular', size: 9.5, colour: INK }
const STRONG: Style = { ...BODY, face: 'bold' }
const LABEL: Style = { face: 'regular', size: 8.5, colour: QUIET }
const SMALL: Style = { face: 'regular', size: 8, colour: QUIET }
const HEADING: Style = { face: 'bold', size: 12, colour: INK }
const TITLE: Style = { face: 'bold', size: 24, colour: INK }
const TERMS: Style = { face: 'regular', size: 9, colour: INK }

const GAP = 28
const COLUMN = (WIDTH - GAP) / 2
const LOGO_HEIGHT = 34

/** What belongs to the document beside its words. */
export interface Enclosures {
  /** The business's logo as a PNG or JPEG file. */
  readonly logo?: Buffer | undefined
  /** The signature that was given to this contract, with the contract as it was signed. */
  readonly signature?: Signature | undefined
}

/**
 * Writes a contract as a PDF: tagged, in British English, its text selectable, its fonts embedded. The same document and
 * enclosures give the same bytes: the day in the file's properties is the contract's, and its id follows from them.
 */
export async function writeContract(document: ContractDocument, { logo, signature }: Enclosures = {}): Promise<Buffer> {
  const at = new Date(signature?.receivedAt ?? document.at)
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    pdfVersion: '1.7',
    lang: 'en-GB',
    tagged: true,
    displayTitle: true,
    // Footers say how many pages there are.
    bufferPages: true,
    // None but those that are asked for: Helvetica, in which nothing is written, would be read for each document.
    font: '',
    info: {
      Title: `${document.title} ${document.reference}`,
      Author: document.business,
      CreationDate: at,
      ModDate: at,
      Producer: 'Forecourt',
      Creator: 'Forecourt',
    },
  })
  const pieces: Buffer[] = []
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (piece: Buffer) => void pieces.push(piece))
    doc.on('end', () => resolve(Buffer.concat(pieces)))
    doc.on('error', reject)
  })
  const fonts = openFonts()
  const sheets = openSheets(doc, fonts)
  const root = doc.struct('Document')
  doc.addStructure(root)
  writeHead(sheets, root, document, logo)
  writeParties(sheets, root, document.parties)
  writeFacts(sheets, root, document)
  writePrice(sheets, root, document)
  writeSignature(sheets, root, document, signature)
  writeTerms(sheets, root, document)
  if (signature !== undefined) writeEvidence(sheets, root, document, signature)
  root.end()
  writeFooters(doc, fonts, document)
  if (signature !== undefined) {
    doc.file(signature.signed, {
      name: 'contract-as-signed.pdf',
      type: 'application/pdf',
      description: 'The contract as it was signed',
      creationDate: new Date(document.at),
      modifiedDate: new Date(document.at),
    })
  }
  doc.end()
  return await ended
}

/** SHA-256 of a file's bytes, in hex. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The business, the title and the accent: the one colour of the document. */
function writeHead(sheets: Sheets, root: Element, document: ContractDocument, logo: Buffer | undefined): void {
  const { doc } = sheets
  sheets.decoration(() => doc.rect(0, 0, PAGE.width, 10).fill(document.colour))
  // A white bar is no bar: a line keeps it from being lost on the paper.
  if (readableOn(document.colour) === '#000000') {
    sheets.decoration(() => doc.moveTo(0, 10).lineTo(PAGE.width, 10).lineWidth(0.5).strokeColor(RULE).stroke())
  }
  sheets.y = 40
  if (logo !== undefined && isDrawn(sheets, logo)) sheets.y += LOGO_HEIGHT + 10
  root.add(sheets.text('P', document.business, { ...HEADING, size: 11 }))
  sheets.y += 10
  root.add(sheets.text('H1', document.title, TITLE))
  root.add(sheets.text('P', `Booking ${document.reference}, ${document.date}`, { ...BODY, colour: QUIET }))
  sheets.y += 14
}

/** A logo that cannot be drawn is left out: it is no part of what was agreed. */
function isDrawn(sheets: Sheets, logo: Buffer): boolean {
  try {
    sheets.decoration(() => sheets.doc.image(logo, PAGE.left, sheets.y, { fit: [160, LOGO_HEIGHT], valign: 'center' }))
    return true
  } catch {
    return false
  }
}

function writeParties(sheets: Sheets, root: Element, parties: readonly Party[]): void {
  const top = sheets.y
  let lowest = top
  for (const [index, party] of parties.entries()) {
    sheets.y = top
    const x = PAGE.left + index * (COLUMN + GAP)
    const section = part(sheets, root)
    section.add(sheets.text('H2', party.role, HEADING, { x, width: COLUMN }))
    sheets.y += 4
    section.add(sheets.text('P', party.name, { ...STRONG, size: 11 }, { x, width: COLUMN }))
    sheets.y += 2
    for (const [label, value] of party.lines) writeLabelled(sheets, section, [label, value], x, COLUMN, 62)
    section.end()
    lowest = Math.max(lowest, sheets.y)
  }
  sheets.y = lowest + 16
}

function writeFacts(sheets: Sheets, root: Element, { vehicle, hire }: ContractDocument): void {
  const top = sheets.y
  let lowest = top
  const groups: readonly (readonly [string, readonly Labelled[]])[] = [
    ['The vehicle', vehicle],
    ['The hire', hire],
  ]
  for (const [index, [heading, facts]] of groups.entries()) {
    sheets.y = top
    const x = PAGE.left + index * (COLUMN + GAP)
    const section = part(sheets, root)
    section.add(sheets.text('H2', heading, HEADING, { x, width: COLUMN }))
    sheets.y += 4
    for (const fact of facts) writeLabelled(sheets, section, fact, x, COLUMN, index === 0 ? 84 : 62)
    section.end()
    lowest = Math.max(lowest, sheets.y)
  }
  sheets.y = lowest + 16
}

function writeLabelled(
  sheets: Sheets,
  section: Element,
  [label, value]: Labelled,
  x: number,
  width: number,
  indent: number,
): void {
  // The label's smaller letters stand on the line of the value's.
  const cells = sheets.row([
    { tag: 'P', text: label, style: { ...LABEL, size: BODY.size }, x, width: indent },
    { tag: 'P', text: value, style: BODY, x: x + indent, width: width - indent },
  ])
  for (const cell of cells) section.add(cell)
  sheets.y += 2
}

const COLUMNS = [
  { x: PAGE.left, width: WIDTH * 0.46 },
  { x: PAGE.left + WIDTH * 0.46, width: WIDTH * 0.14 },
  { x: PAGE.left + WIDTH * 0.6, width: WIDTH * 0.2, align: 'right' },
  { x: PAGE.left + WIDTH * 0.8, width: WIDTH * 0.2, align: 'right' },
] as const

function writePrice(sheets: Sheets, root: Element, { price, colour }: ContractDocument): void {
  sheets.room(110)
  const section = part(sheets, root)
  section.add(sheets.text('H2', 'The price', HEADING))
  sheets.y += 6
  const { doc } = sheets
  const table = doc.struct('Table')
  section.add(table)
  const row = (tag: 'TH' | 'TD', texts: readonly string[], style: Style) => {
    const element = doc.struct('TR')
    table.add(element)
    const cells = COLUMNS.map((place, index) => ({ tag, text: texts[index] ?? '', style, ...place }))
    for (const cell of sheets.row(cells)) element.add(cell)
    element.end()
  }
  row('TH', ['What', 'How long', 'Each', 'Amount'], LABEL)
  sheets.y += 4
  sheets.rule()
  sheets.y += 6
  for (const { what, quantity, each, amount } of price.lines) {
    row('TD', [what, quantity, each, amount], BODY)
    sheets.y += 6
  }
  sheets.decoration(() => doc.rect(PAGE.left, sheets.y, WIDTH, 1.5).fill(colour))
  sheets.y += 8
  row('TD', ['Total to pay', '', '', price.total], { ...STRONG, size: 12 })
  table.end()
  section.end()
  sheets.y += 20
}

function writeTerms(sheets: Sheets, root: Element, { terms }: ContractDocument): void {
  // A heading is not left alone at the foot of a page.
  sheets.room(80)
  const section = part(sheets, root)
  section.add(sheets.text('H2', 'The terms', HEADING))
  section.add(sheets.text('P', terms.version, SMALL))
  sheets.y += 8
  for (const paragraph of terms.paragraphs) {
    section.add(sheets.text('P', paragraph, TERMS))
    sheets.y += 5
  }
  section.end()
}

function part({ doc }: Sheets, root: Element): Element {
  const section = doc.struct('Sect')
  root.add(section)
  return section
}

/** Below each page, and not read aloud: what it belongs to and which it is. */
function writeFooters(
  doc: InstanceType<typeof PDFDocument>,
  fonts: Fonts,
  { business, title, reference }: ContractDocument,
): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    const sheets = openSheets(doc, fonts)
    sheets.footer(`${title} ${reference} · ${business}`, `Page ${page - start + 1} of ${count}`, SMALL)
  }
}
