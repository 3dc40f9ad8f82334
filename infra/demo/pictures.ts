import { loadSharp } from '@forecourt/command/upload/picture.ts'
import { type Scenery, scenerySvg } from './pictures/scenery.ts'
import { type Look, vehicleSvg } from './pictures/vehicle.ts'

/** Pixels: the widest that pictures of vehicles are stored. */
export const PICTURE_WIDTH = 1280

/**
 * A picture of a vehicle where its business takes them, as a PNG file. Drawn without text: a bare machine has no fonts.
 * @param number of the picture: decides the hour, what is behind, and where the vehicle looks
 */
export async function drawVehicle(look: Look, scenery: Scenery, number: number): Promise<Buffer> {
  const turned = number % 2 === 1 ? ' transform="translate(800 0) scale(-1 1)"' : ''
  return await png(`<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_WIDTH}" height="720" viewBox="0 0 800 450">
    ${scenerySvg(scenery, number)}<g${turned}>${vehicleSvg(look)}</g></svg>`)
}

/** A specimen of a driving licence without a name: a card with a head, and lines where the words would be. */
export async function drawLicence(number: number): Promise<Buffer> {
  const hue = (number * 47) % 360
  const lines = Array.from({ length: 6 }, (_, line) => {
    const width = 150 + ((number * 31 + line * 67) % 190)
    return `<rect x="250" y="${110 + line * 38}" width="${width}" height="14" rx="4" fill="#4a5561"/>`
  })
  return await png(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="404" viewBox="0 0 640 404">
    <rect width="640" height="404" rx="22" fill="hsl(${hue} 35% 88%)"/>
    <rect width="640" height="70" rx="22" fill="hsl(${hue} 45% 45%)"/>
    <rect x="40" y="110" width="170" height="220" rx="8" fill="#fff"/>
    <circle cx="125" cy="190" r="46" fill="hsl(${hue} 25% 60%)"/><path d="M55 330 q70 -120 140 0 z" fill="hsl(${hue} 25% 50%)"/>
    ${lines.join('')}
  </svg>`)
}

async function png(svg: string): Promise<Buffer> {
  const sharp = await loadSharp()
  // Blocked where strangers' files are decoded; these drawings are our own.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  // Read once and drawn anew from its pixels: how small it is does not matter.
  return await sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer()
}
