import { drawLots } from '../lots.ts'
import { ROAD } from './outline.ts'

/** Where a business takes its pictures. */
export type Scenery = 'harbour' | 'dales'

/** Hours of the day that a picture was taken at: sky from above to the horizon, far away, near, road. */
const HOURS = [
  { sky: ['#a9cbe4', '#e6eff3'], far: '#8fb0c4', mid: '#6f93a6', near: '#c9c4b6', road: '#a6a59f', sun: '#fffbe9' },
  { sky: ['#f0cfae', '#faead6'], far: '#b9a9a4', mid: '#8f9391', near: '#cdb79c', road: '#aa9f94', sun: '#fff3d6' },
  { sky: ['#c3cdd4', '#e9ebea'], far: '#a3b0b6', mid: '#82949a', near: '#bfbfb5', road: '#9d9f9e', sun: '#f6f6f2' },
  { sky: ['#7f9fc0', '#e9d6cb'], far: '#7c8ba4', mid: '#61738a', near: '#b3aca8', road: '#8d8e94', sun: '#ffe9c8' },
] as const

type Hour = (typeof HOURS)[number]

/** What is behind a vehicle, as SVG on 800 × 450: never twice the same, always the same for the same number. */
export function scenerySvg(scenery: Scenery, number: number): string {
  const hour = HOURS[number % HOURS.length] ?? HOURS[0]
  const lots = drawLots(number * 7919 + 17)
  const sunX = lots.between(90, 710)
  return `
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${hour.sky[0]}"/><stop offset="1" stop-color="${hour.sky[1]}"/></linearGradient>
      <linearGradient id="road" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${hour.road}"/><stop offset="1" stop-color="#000" stop-opacity=".28"/></linearGradient></defs>
    <rect width="800" height="300" fill="url(#sky)"/>
    <circle cx="${sunX}" cy="${lots.between(64, 120)}" r="26" fill="${hour.sun}" fill-opacity=".85"/>
    ${clouds(lots.between(0, 400), hour)}
    ${scenery === 'harbour' ? harbour(hour, lots.between(0, 260)) : dales(hour, lots.between(0, 200))}
    <rect y="318" width="800" height="132" fill="${hour.road}"/><rect y="318" width="800" height="132" fill="url(#road)" fill-opacity=".5"/>
    <path d="M0 ${ROAD + 46}H800" stroke="#fff" stroke-opacity=".5" stroke-width="5" stroke-dasharray="64 46" stroke-dashoffset="${lots.between(0, 100)}"/>`
}

function clouds(shift: number, { sun }: Hour): string {
  const cloud = (x: number, y: number, scale: number) =>
    `<path transform="translate(${x} ${y}) scale(${scale})" d="M0 22q-16 0-14-12q4-10 18-8q8-16 28-12q12-10 26 2q20-4 22 12q14 0 14 10q0 8-14 8Z" fill="${sun}" fill-opacity=".6"/>`
  return (
    cloud((shift + 60) % 760, 70, 1.1) + cloud((shift + 380) % 760, 112, 0.7) + cloud((shift + 590) % 760, 52, 0.85)
  )
}

/** The sea with sails and a lighthouse, and the quay's wall with its bollards. */
function harbour({ far, mid, near, sun }: Hour, shift: number): string {
  const bollards = [70, 250, 430, 610, 770].map(
    (x) => `<path d="M${x - 9} 318v-16h18v16Z M${x - 13} 302q0-9 13-9t13 9Z" fill="#3d444a"/>`,
  )
  const glints = Array.from({ length: 16 }, (_, index) => {
    const y = 252 + ((index * 29) % 44)
    return `M${(index * 131 + shift) % 800} ${y}h${18 + ((index * 13) % 30)}`
  })
  return `<path d="M0 246Q70 214 170 224T330 240L330 250H0Z" fill="${far}" fill-opacity=".65"/>
    <rect y="244" width="800" height="76" fill="${mid}"/><path d="${glints.join('')}" stroke="${sun}" stroke-opacity=".45" stroke-width="2"/>
    <g transform="translate(${640 - shift / 3} 0)"><path d="M-9 250L-6 176H6L9 250Z" fill="#f7f4ee"/><path d="M-8 226H8L7 206H-7Z" fill="#b5443a"/><rect x="-8" y="164" width="16" height="12" fill="#3d444a"/><path d="M-10 164L0 152L10 164Z" fill="#b5443a"/><path d="M-46 252Q0 234 46 252Z" fill="${far}"/></g>
    ${sail(150 + shift, 0.9)}${sail(330 + shift, 0.55)}${sail((520 + shift * 2) % 760, 0.7)}
    <rect y="304" width="800" height="16" fill="${near}"/><rect y="304" width="800" height="4" fill="#fff" fill-opacity=".35"/>${bollards.join('')}`
}

/** Hills with their walls, a barn and trees, and a dry-stone wall along the road. */
function dales({ far, near }: Hour, shift: number): string {
  const stones = Array.from({ length: 42 }, (_, index) => {
    const x = index * 20 - 6
    return `<rect x="${x}" y="${296 - (index % 3)}" width="18.5" height="9" rx="3"/><rect x="${x - 9}" y="306" width="18.5" height="9" rx="3"/><rect x="${x + 2}" y="${286 - ((index * 5) % 4)}" width="12" height="9" rx="4"/>`
  })
  return `<path d="M0 214Q130 ${140 + shift / 8} 300 196T620 168T800 206V330H0Z" fill="${far}"/>
    <path d="M0 248Q160 190 340 236T800 ${216 - shift / 10}V330H0Z" fill="#8ea37c"/><path d="M0 276Q240 226 470 268T800 252V330H0Z" fill="#7a9268"/>
    <path d="M${120 + shift} 244L${250 + shift} 316 M${420 + shift / 2} 250L${330 + shift / 2} 316 M600 262L700 316" stroke="#5c6f52" stroke-width="3" stroke-dasharray="7 3"/>
    <g transform="translate(${560 - shift} 226)"><path d="M0 34V10L26-6L52 10V34Z" fill="#d8cfbf"/><path d="M-4 12L26-9L56 12L52 14L26-4L0 14Z" fill="#5b5a58"/><rect x="20" y="18" width="12" height="16" fill="#6c5c4b"/></g>
    ${tree(90 + shift / 2, 252, 0.8)}${tree(128 + shift / 2, 256, 0.6)}${tree(700 - shift / 3, 246, 0.9)}
    <rect y="290" width="800" height="30" fill="#77756f"/><g fill="${near}">${stones.join('')}</g>`
}

function sail(x: number, size: number): string {
  return `<g transform="translate(${x} 262) scale(${size})"><path d="M0-64V-6L-30-6Z" fill="#fff" fill-opacity=".9"/><path d="M4-54L28-6H4Z" fill="#fff" fill-opacity=".7"/><path d="M-34 0H34L24 12H-24Z" fill="#3c4b57"/></g>`
}

function tree(x: number, y: number, size: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size})"><rect x="-3" y="-10" width="6" height="16" fill="#4c443a"/><circle cy="-26" r="20" fill="#5b7350"/><circle cx="-14" cy="-16" r="13" fill="#64805a"/><circle cx="14" cy="-17" r="14" fill="#4f6847"/></g>`
}
