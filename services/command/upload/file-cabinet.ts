import {
  CONTRACT_WIDTHS,
  LICENCE_WIDTHS,
  LOGO_WIDTHS,
  UPLOAD_TYPES,
  type UploadPurpose,
  VEHICLE_IMAGE_WIDTHS,
} from '@forecourt/contracts/upload.ts'
import { type ObjectPath, renditionKey, storageKey, widthOfPicture } from '@forecourt/kit/object-path.ts'
import type { ObjectStorage } from '@forecourt/kit/object-storage.ts'
import { type KnownType, typeByFirstBytes } from './first-bytes.ts'
import { faultOfPdf, type PdfRefusal } from './pdf.ts'
import { type Picture, type PictureFormat, type PictureRefusal, redraw, reduce } from './picture.ts'

/** Why a file is not taken. */
export type FileRefusal = 'file-type-not-allowed' | PictureRefusal | PdfRefusal

export type Stored<Path extends ObjectPath> =
  | { readonly ok: true; readonly path: Path }
  | { readonly ok: false; readonly refusal: FileRefusal }

/** Finished files: checked, redrawn, under their final path, with smaller pictures beside them. */
export interface FileCabinet {
  /** Whether there is a file under this path; sees to it that its smaller pictures are there too. */
  has(path: ObjectPath, purpose: UploadPurpose): Promise<boolean>
  /**
   * Checks a file and puts it under its path, unless there is one already: then that one stays.
   * @param pathFor the path of a picture of this width, which is known when it has been redrawn; 0 for a document
   * @param isOwn whether these bytes are a document that the platform itself made: what is in it need not be asked
   */
  put<Path extends ObjectPath>(
    pathFor: (width: number) => Path,
    purpose: UploadPurpose,
    bytes: Buffer,
    isOwn?: (bytes: Buffer) => boolean,
  ): Promise<Stored<Path>>
}

const WIDEST_VEHICLE_IMAGE = Math.max(...VEHICLE_IMAGE_WIDTHS)
const WIDEST_LOGO = Math.max(...LOGO_WIDTHS)

const FORMATS: Readonly<Record<UploadPurpose, PictureFormat>> = {
  license: { contentType: 'image/jpeg', largest: { width: 4096, height: 4096 }, widths: LICENCE_WIDTHS },
  contract: { contentType: 'image/jpeg', largest: { width: 4096, height: 4096 }, widths: CONTRACT_WIDTHS },
  // The file itself is the picture of the largest width, however high it is within reason.
  'vehicle-image': {
    contentType: 'image/webp',
    largest: { width: WIDEST_VEHICLE_IMAGE, height: 4096 },
    widths: VEHICLE_IMAGE_WIDTHS.filter((width) => width < WIDEST_VEHICLE_IMAGE),
  },
  // PNG: every mail program shows it, and documents and icons are drawn from it.
  logo: {
    contentType: 'image/png',
    largest: { width: WIDEST_LOGO, height: WIDEST_LOGO },
    widths: LOGO_WIDTHS.filter((width) => width < WIDEST_LOGO),
  },
}

const PDF = 'application/pdf'
/** Nothing that we draw is longer: 40 million pixels at our quality stay below. */
const LONGEST_STORED = 64 * 1024 * 1024

/** @param storage where the files are */
export function createFileCabinet(storage: ObjectStorage): FileCabinet {
  /** Smaller pictures are drawn from the stored file, so whoever draws them, and however often, they are the same. */
  const drawSmaller = async (path: ObjectPath, format: PictureFormat): Promise<void> => {
    const stored = await storage.read(storageKey(path), LONGEST_STORED)
    if (stored === undefined || stored.contentType === PDF) return
    for (const width of widthsBeside(path, format)) {
      const smaller = await reduce(stored.bytes, width, format)
      await storage.put(renditionKey(path, width), smaller, { contentType: format.contentType })
    }
  }

  return {
    async has(path, purpose) {
      const format = FORMATS[purpose]
      const stored = await storage.head(storageKey(path))
      if (stored === undefined) return false
      // The last one is there only if all are: the process may have died between the file and its smaller pictures.
      const last = widthsBeside(path, format).at(-1)
      const isWhole = last === undefined || (await storage.head(renditionKey(path, last))) !== undefined
      if (!isWhole) await drawSmaller(path, format)
      return true
    },

    async put(pathFor, purpose, bytes, isOwn = () => false) {
      const format = FORMATS[purpose]
      const type = typeByFirstBytes(bytes)
      if (type === undefined || !UPLOAD_TYPES[purpose].includes(type)) {
        return { ok: false, refusal: 'file-type-not-allowed' }
      }
      const clean = type === PDF && isOwn(bytes) ? { bytes, width: 0 } : await cleaned(bytes, type, format)
      if (typeof clean === 'string') return { ok: false, refusal: clean }
      const path = pathFor(clean.width)
      const contentType = type === PDF ? PDF : format.contentType
      await storage.put(storageKey(path), clean.bytes, { contentType, onlyIfAbsent: true })
      await drawSmaller(path, format)
      return { ok: true, path }
    },
  }
}

/** Nothing is enlarged: where the path says how wide the picture is, it has only smaller ones beside it. */
function widthsBeside(path: ObjectPath, { widths }: PictureFormat): readonly number[] {
  const own = widthOfPicture(path)
  return own === undefined ? widths : widths.filter((width) => width < own)
}

async function cleaned(bytes: Buffer, type: KnownType, format: PictureFormat): Promise<Picture | FileRefusal> {
  if (type === PDF) return faultOfPdf(bytes) ?? { bytes, width: 0 }
  return redraw(bytes, type, format)
}
