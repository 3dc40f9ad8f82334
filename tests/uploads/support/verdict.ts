import sharp from 'sharp'
import type { Served } from '../../system/support/client.ts'
import { type Corner, type CorpusFile, PAYLOADS } from './corpus.ts'
import type { Fate } from './sending.ts'

const REFUSALS: Readonly<Record<string, readonly number[]>> = {
  'upload target': [413, 415, 422],
  storage: [403],
  check: [413, 415, 422],
}

/** What is wrong with a file's fate, one sentence each; none for what should be. */
export async function faultsOf(file: CorpusFile, fate: Fate): Promise<string[]> {
  const faults = await described(file, fate)
  return faults.map((fault) => `${file.name}: ${fault}`)
}

async function described(file: CorpusFile, fate: Fate): Promise<string[]> {
  if ('refusedBy' in fate) {
    if (file.becomes === 'served') return [`${fate.refusedBy} says ${fate.status} ${fate.code}`]
    return REFUSALS[fate.refusedBy]?.includes(fate.status) === true ? [] : [`${fate.refusedBy} says ${fate.status}`]
  }
  const { served, small } = fate
  if (served.status !== 200 || small.status !== 200) return [`it is served with ${served.status}, ${small.status}`]
  return [
    ...(file.becomes === 'refused' ? ['it is served'] : []),
    ...harmOf(served),
    ...harmOf(small),
    ...(isDocument(served) ? documentFaults(file, served, small) : await pictureFaults(file, served)),
  ]
}

const isDocument = ({ headers }: Served) => headers.get('content-type') === 'application/pdf'

/** The first bytes of what a picture of a type is. */
const BEGINS: Readonly<Record<string, string>> = {
  'image/jpeg': 'ffd8ff',
  'image/webp': '52494646',
  'image/png': '89504e47',
  'application/pdf': '25504446',
}

/** Whatever it is, a browser must not run it. */
function harmOf({ headers, bytes }: Served): string[] {
  const type = headers.get('content-type') ?? ''
  const begins = BEGINS[type]
  return [
    ...(begins === undefined ? [`its type is ${type}`] : []),
    ...(begins !== undefined && !bytes.toString('hex', 0, 8).startsWith(begins) ? [`it is no ${type}`] : []),
    ...(headers.get('x-content-type-options') === 'nosniff' ? [] : ['its type may be guessed']),
    ...(/\bsandbox\b/.test(headers.get('content-security-policy') ?? '') ? [] : ['it is in no sandbox']),
    ...(type !== 'application/pdf' || /^attachment\b/.test(headers.get('content-disposition') ?? '')
      ? []
      : ['a document is opened in place']),
  ]
}

function documentFaults(file: CorpusFile, served: Served, small: Served): string[] {
  return [
    ...(served.bytes.equals(file.bytes) ? [] : ['the document was changed']),
    ...(small.headers.get('content-type') === 'image/png' ? [] : ['its small picture is no drawn page']),
  ]
}

async function pictureFaults(file: CorpusFile, { bytes }: Served): Promise<string[]> {
  const picture = await sharp(bytes).metadata()
  const { stands, redCorner } = file
  return [
    ...PAYLOADS.filter((payload) => bytes.includes(Buffer.from(payload, 'latin1'))).map(
      (payload) => `it has ${payload} in it`,
    ),
    ...(['exif', 'xmp', 'icc', 'iptc', 'orientation'] as const).flatMap((part) =>
      picture[part] === undefined ? [] : [`it has its ${part}`],
    ),
    ...((picture.pages ?? 1) === 1 ? [] : ['it moves']),
    ...(stands !== undefined && (picture.width !== stands[0] || picture.height !== stands[1])
      ? [`it is ${picture.width} × ${picture.height}`]
      : []),
    ...(redCorner !== undefined && !(await isRed(bytes, redCorner)) ? ['it does not stand upright'] : []),
  ]
}

async function isRed(bytes: Buffer, corner: Corner): Promise<boolean> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const left = corner.endsWith('left') ? 5 : info.width - 6
  const top = corner.startsWith('top') ? 5 : info.height - 6
  const place = (top * info.width + left) * info.channels
  const [red = 0, green = 255, blue = 255] = data.subarray(place, place + 3)
  return red > 200 && green < 60 && blue < 60
}
