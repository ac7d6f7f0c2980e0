import { readFile, writeFile } from 'node:fs/promises'
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib'
import { jpegWithoutMetadata } from './jpeg.ts'

/** What tells who made it, where, when and with what; what runs or travels along; and the history of earlier versions. */
const KEYS = [
  ...[
    'Metadata',
    'PieceInfo',
    'LastModified',
    'Info',
    'AF',
    'EmbeddedFiles',
    'JavaScript',
    'AA',
    'OpenAction',
  ],
  ...[
    'Perms',
    'Collection',
    'SpiderInfo',
    'CreationDate',
    'ModDate',
    'M',
    'NM',
    'Measure',
    'GPTS',
    'VP',
    'Thumb',
  ],
]
/** Remarks in the margin carry the name of their writer; a form field is called `T` too, and keeps it. */
const REMARKS = new Set([
  ...[
    'Text',
    'FreeText',
    'Line',
    'Square',
    'Circle',
    'Polygon',
    'PolyLine',
    'Highlight',
    'Underline',
    'Squiggly',
  ],
  ...['StrikeOut', 'Stamp', 'Caret', 'Ink', 'Popup', 'FileAttachment', 'Sound', 'Movie', 'Redact'],
])

/**
 * Writes a document anew from what its pages show: without author, program, dates, place, remarks, attachments and scripts, and without
 * whatever earlier versions of it left in the file. Photographs in it lose what their camera noted.
 * @throws Error where it is broken or locked with a password
 */
export async function cleanPdf(source: string, target: string): Promise<void> {
  const document = await PDFDocument.load(await readFile(source), {
    updateMetadata: false,
    throwOnInvalidObject: true,
  }).catch((error: Error) => {
    throw new Error(error.message)
  })
  const { context } = document
  context.trailerInfo.Info = undefined
  context.trailerInfo.ID = undefined
  if (document.getPageCount() === 0) throw new Error('no page in it')
  for (const [, object] of context.enumerateIndirectObjects()) strip(object)
  for (const page of document.getPages()) removeRemarks(page.node)
  const reached = reachable(document)
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!reached.has(ref)) context.delete(ref)
    else if (object instanceof PDFRawStream) stripPhotograph(object, (clean) => context.assign(ref, clean))
  }
  await writeFile(target, await document.save({ updateFieldAppearances: false, useObjectStreams: true }))
}

/** Takes the keys out of a dictionary and of everything written inside of it. */
function strip(object: PDFObject): void {
  const waiting: PDFObject[] = [object]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const dict = next instanceof PDFRawStream ? next.dict : next
    if (dict instanceof PDFArray) waiting.push(...dict.asArray())
    if (!(dict instanceof PDFDict)) continue
    for (const key of KEYS) dict.delete(PDFName.of(key))
    waiting.push(...dict.values())
  }
}

function removeRemarks(page: PDFDict): void {
  const annots = page.lookup(PDFName.of('Annots'))
  if (!(annots instanceof PDFArray)) return
  for (let index = annots.size() - 1; index >= 0; index -= 1) {
    const annot = annots.lookup(index)
    const kind = annot instanceof PDFDict ? annot.lookup(PDFName.of('Subtype')) : undefined
    if (kind instanceof PDFName && REMARKS.has(kind.decodeText())) annots.remove(index)
  }
}

/** Every object that the document leads to; what earlier versions left is none of them. */
function reachable({ catalog, context }: PDFDocument): Set<PDFRef> {
  const reached = new Set<PDFRef>()
  const waiting: (PDFObject | undefined)[] = [catalog, context.trailerInfo.Root]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (next instanceof PDFRef) {
      if (reached.has(next)) continue
      reached.add(next)
      waiting.push(context.lookup(next))
    } else if (next instanceof PDFArray) waiting.push(...next.asArray())
    else if (next instanceof PDFDict) waiting.push(...next.values())
    else if (next instanceof PDFRawStream) waiting.push(...next.dict.values())
  }
  return reached
}

/** JPEGs are embedded in a PDF as complete files, metadata included. */
function stripPhotograph(stream: PDFRawStream, assign: (clean: PDFRawStream) => void): void {
  const filter = stream.dict.lookup(PDFName.of('Filter'))
  const names = filter instanceof PDFArray ? filter.asArray() : [filter]
  if (names.length !== 1 || !(names[0] instanceof PDFName) || names[0].decodeText() !== 'DCTDecode') return
  assign(PDFRawStream.of(stream.dict, jpegWithoutMetadata(stream.contents)))
}
