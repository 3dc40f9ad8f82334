import { loadSharp } from '@forecourt/command/upload/picture.ts'
import type { VehicleDetails } from '@forecourt/domain/vehicle/events.ts'

/** Outlines by category, drawn on 800 × 450 with the wheels on y = 330. */
const SHAPES: Readonly<
  Record<VehicleDetails['category'], { body: string; glass: string; wheels: readonly [number, number] }>
> = {
  compact: {
    body: 'M170 330 q-18 -2 -16 -40 q4 -34 50 -44 l70 -14 q44 -74 116 -80 h70 q62 4 96 78 q56 10 70 40 q8 30 2 60 z',
    glass: 'M300 232 q34 -54 92 -58 v58 z M408 174 h52 q48 4 72 58 h-124 z',
    wheels: [258, 552],
  },
  suv: {
    body: 'M140 330 q-12 -4 -10 -60 q2 -44 40 -54 l70 -8 q36 -86 100 -92 h170 q66 4 96 94 q56 6 60 50 q4 44 -4 70 z',
    glass: 'M266 208 q28 -62 82 -66 h52 v66 z M416 142 h84 q48 4 68 66 h-152 z',
    wheels: [244, 566],
  },
  sedan: {
    body: 'M120 330 q-14 -2 -10 -46 q4 -32 46 -38 l90 -12 q56 -76 132 -80 h60 q72 4 126 78 l82 12 q42 10 44 42 q2 26 -2 44 z',
    glass: 'M286 234 q42 -56 100 -58 v58 z M404 176 h36 q58 4 96 58 h-132 z',
    wheels: [226, 580],
  },
  luxury: {
    body: 'M96 330 q-12 -2 -8 -42 q4 -30 50 -36 l120 -12 q62 -74 138 -76 h60 q76 4 130 74 l88 12 q44 8 46 40 q2 24 -2 40 z',
    glass: 'M296 240 q46 -54 104 -56 v56 z M418 184 h34 q58 4 98 56 h-132 z',
    wheels: [206, 592],
  },
  estate: {
    body: 'M120 330 q-14 -2 -10 -46 q4 -32 46 -38 l84 -12 q52 -76 128 -80 h192 q56 2 84 82 q36 8 38 46 q2 28 -4 48 z',
    glass: 'M280 234 q40 -56 98 -58 h30 v58 z M424 176 h122 q36 2 52 58 h-174 z',
    wheels: [228, 574],
  },
}

const wheel = (x: number) =>
  `<circle cx="${x}" cy="330" r="46" fill="#1b1e23"/><circle cx="${x}" cy="330" r="25" fill="#c3cad3"/><circle cx="${x}" cy="330" r="8" fill="#5c6570"/>`

/** Pixels: the widest that pictures of vehicles are stored. */
export const PICTURE_WIDTH = 1280

/** A picture of a vehicle in its colour, as a PNG file. Drawn without text: a bare machine has no fonts. */
export async function drawVehicle(category: VehicleDetails['category'], paint: string): Promise<Buffer> {
  const { body, glass, wheels } = SHAPES[category]
  return await png(`<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_WIDTH}" height="720" viewBox="0 0 800 450">
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#dfeaf5"/><stop offset="1" stop-color="#f6f8fa"/></linearGradient>
      <linearGradient id="shine" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0.45"/><stop offset="0.5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.25"/></linearGradient>
    </defs>
    <rect width="800" height="450" fill="url(#sky)"/>
    <path d="M0 300 q120 -60 260 -24 t270 -8 t270 6 V450 H0 Z" fill="#cbd9d2"/>
    <rect y="338" width="800" height="112" fill="#b9bfc6"/>
    <ellipse cx="400" cy="378" rx="330" ry="16" fill="#000" opacity="0.2"/>
    <path d="${body}" fill="${paint}"/><path d="${body}" fill="url(#shine)"/>
    <path d="${glass}" fill="#22303c" opacity="0.88"/>
    ${wheels.map(wheel).join('')}
  </svg>`)
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
  return await sharp(Buffer.from(svg)).png().toBuffer()
}
