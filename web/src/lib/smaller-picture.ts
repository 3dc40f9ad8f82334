/**
 * Photographs are made smaller before they are sent: what a phone's camera makes takes a slow network a minute, and nobody
 * needs so much of it to read a licence.
 */

/** More bytes than this, or more pixels along the longer edge, is a photograph to make smaller. */
const HEAVY = 1_000_000
const WIDE = 2_000
/** What becomes of it at most; the small print of a licence stays readable. */
const LONGEST_EDGE = 2_400
const QUALITY = 0.85

const PHOTOGRAPHS: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp'])

/** In pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Whether a photograph is to be made smaller. @param bytes of its file */
export const isLarge = ({ width, height }: Size, bytes: number): boolean =>
  bytes > HEAVY || Math.max(width, height) > WIDE

/** The size at which it is drawn: of the same shape, never larger than it is. */
export function drawnSize({ width, height }: Size): Size {
  const scale = Math.min(1, LONGEST_EDGE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** A picture that the device has read, the right way up. */
export interface Opened extends Size {
  /** The same as a JPEG of that size; null when the device cannot. */
  drawn(size: Size): Promise<Blob | null>
  close(): void
}

/**
 * The picture as it is to be sent: a smaller one of a large photograph. Whatever is no photograph, cannot be read here or
 * would not become smaller stays as it is; it is for the server to judge.
 */
export async function smallerPicture(file: Blob, open: (file: Blob) => Promise<Opened> = onCanvas): Promise<Blob> {
  if (!PHOTOGRAPHS.has(file.type)) return file
  try {
    const picture = await open(file)
    try {
      if (!isLarge(picture, file.size)) return file
      const drawn = await picture.drawn(drawnSize(picture))
      return drawn?.type === 'image/jpeg' && drawn.size < file.size ? drawn : file
    } finally {
      picture.close()
    }
  } catch {
    return file
  }
}

async function onCanvas(file: Blob): Promise<Opened> {
  // A phone held upright says so in the file alone, and a JPEG from a canvas says nothing.
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  return {
    width: bitmap.width,
    height: bitmap.height,
    drawn: ({ width, height }) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width, height })
      const context = canvas.getContext('2d')
      if (context === null) return Promise.resolve(null)
      // What can be seen through would be black.
      context.fillStyle = '#fff'
      context.fillRect(0, 0, width, height)
      context.imageSmoothingQuality = 'high'
      context.drawImage(bitmap, 0, 0, width, height)
      return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    },
    close: () => bitmap.close(),
  }
}
