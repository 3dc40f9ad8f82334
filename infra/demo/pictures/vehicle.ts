import { BODIES, type Body, type Shape } from './bodies.ts'
import { type Corner, type Place, pathRound, placed, ROAD } from './outline.ts'

/** How one vehicle is painted. */
export interface Look {
  readonly shape: Shape
  /** `#rrggbb` */
  readonly paint: string
  /** The roof's own colour. */
  readonly roof?: string
  /** Spokes of a wheel. */
  readonly spokes?: 5 | 7 | 10
}

/** A vehicle from its side with its nose to the right, as SVG on 800 × 450, and the shadow below it. */
export function vehicleSvg({ shape, paint, roof, spokes = 5 }: Look): string {
  const body: Body = BODIES[shape]
  const place = placed(body.length)
  const { x, y, size } = place
  const outline = pathRound(body.outline, place)
  const glass = pathRound(body.glass, place)
  const top = Math.max(...body.outline.map(([, height]) => height))
  const [rear, front] = body.axles
  return `
    <defs>
      <clipPath id="body"><path d="${outline}"/></clipPath><clipPath id="glass"><path d="${glass}"/></clipPath>
      <linearGradient id="light" gradientUnits="userSpaceOnUse" x1="0" y1="${y(top)}" x2="0" y2="${y(body.sill)}">
        <stop offset="0" stop-color="#fff" stop-opacity=".5"/><stop offset=".32" stop-color="#fff" stop-opacity=".12"/>
        <stop offset=".46" stop-color="#fff" stop-opacity=".34"/><stop offset=".52" stop-color="#fff" stop-opacity=".02"/>
        <stop offset=".74" stop-color="#000" stop-opacity=".12"/><stop offset="1" stop-color="#000" stop-opacity=".46"/>
      </linearGradient>
      <linearGradient id="pane" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#566a79"/><stop offset=".55" stop-color="#25323d"/><stop offset="1" stop-color="#151d25"/></linearGradient>
      <radialGradient id="shadow"><stop offset=".3" stop-color="#0d1216" stop-opacity=".62"/><stop offset="1" stop-color="#0d1216" stop-opacity="0"/></radialGradient>
      <linearGradient id="rim" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f2f4f6"/><stop offset="1" stop-color="#98a1ab"/></linearGradient>
    </defs>
    <ellipse cx="400" cy="${ROAD}" rx="${size(body.length * 0.55)}" ry="16" fill="url(#shadow)"/>
    <path d="${outline}" fill="${paint}"/>
    <g clip-path="url(#body)">
      ${roof === undefined ? '' : `<rect x="0" y="0" width="800" height="${y(body.glass[0]?.[1] ?? 100)}" fill="${roof}"/>`}
      <rect width="800" height="450" fill="url(#light)"/>
      ${body.cladding ? `<rect x="0" y="${y(body.sill + 13)}" width="800" height="60" fill="#23272b"/>` : `<rect x="0" y="${y(body.sill + 5)}" width="800" height="60" fill="#15191d" fill-opacity=".75"/>`}
      ${line(`M${x(14)} ${y(body.shoulder + 1)}L${x(body.length - 60)} ${y(body.shoulder - 7)}`, 2.2, '#fff', 0.3)}
      ${line(`M${x(30)} ${y(body.sill + 20)}L${x(body.length - 40)} ${y(body.sill + 24)}`, 1.6, '#000', 0.16)}
      ${body.doors.map((door) => line(doorLine(door, body, place), 1.3, '#000', 0.42)).join('')}
      <path d="${pathRound(body.lamps.rear, place)}" fill="#b3241f"/><path d="${pathRound(body.lamps.front, place)}" fill="#eef4f8"/>
      ${line(pathRound(body.lamps.front, place), 1, '#26313a', 0.55)}
      <rect x="${x(body.length - 9)}" y="${y(48)}" width="${size(14)}" height="${size(14)}" rx="3" fill="#171b1f" fill-opacity=".8"/>
      ${[rear, front].map((axle) => `<circle cx="${x(axle)}" cy="${y(body.wheel)}" r="${size(body.wheel + (body.cladding ? 10 : 4))}" fill="#202428"/>`).join('')}
    </g>
    <path d="${glass}" fill="url(#pane)"/>
    <g clip-path="url(#glass)">${reflections(body, place)}
      ${body.pillars.map((pillar) => `<path d="${pillarPath(pillar, body, place)}" fill="#11171c"/>`).join('')}
    </g>
    ${line(glass, 2, '#0d1216', 0.75)}
    ${body.doors
      .slice(0, -1)
      .map((door) => handle(door, body, place))
      .join('')}
    ${mirror(body, place, roof ?? paint)}
    ${body.rails === undefined ? '' : line(railPath(body.rails, place), 3.2, '#33393f', 1)}
    ${[rear, front].map((axle) => wheel(x(axle), y(body.wheel), size(body.wheel), spokes)).join('')}`
}

/** From the roof's edge down the pillar to the sill, round the rear wheel's arch where it is in the way. */
function doorLine(door: number, { sill, axles: [rear], wheel: radius, shoulder }: Body, { x, y }: Place): string {
  const arch = rear + radius + 10
  const foot = sill + 16
  return door < arch
    ? `M${x(door)} ${y(shoulder + 8)}L${x(door)} ${y(radius * 2 + 4)}Q${x(door + 4)} ${y(foot + 12)} ${x(arch)} ${y(foot)}`
    : `M${x(door)} ${y(shoulder + 8)}L${x(door - 3)} ${y(foot)}`
}

function pillarPath(pillar: number, { shoulder }: Body, { x, y }: Place): string {
  return `M${x(pillar - 4)} ${y(shoulder)}L${x(pillar - 2)} ${y(shoulder + 110)}L${x(pillar + 5)} ${y(shoulder + 110)}L${x(pillar + 4)} ${y(shoulder)}Z`
}

/** The sky in the windows, in two slanting bands. */
function reflections({ length, shoulder }: Body, { x, y }: Place): string {
  const band = (at: number, width: number, opacity: number) =>
    `<path d="M${x(at)} ${y(shoulder)}L${x(at + 40)} ${y(shoulder + 100)}L${x(at + 40 + width)} ${y(shoulder + 100)}L${x(at + width)} ${y(shoulder)}Z" fill="#dceaf3" fill-opacity="${opacity}"/>`
  return band(length * 0.24, 26, 0.16) + band(length * 0.34, 9, 0.12) + band(length * 0.52, 30, 0.17)
}

function handle(door: number, { shoulder }: Body, { x, y, size }: Place): string {
  return `<rect x="${x(door + 8)}" y="${y(shoulder - 3)}" width="${size(17)}" height="${size(3.6)}" rx="2" fill="#0c1014" fill-opacity=".5"/>
    <rect x="${x(door + 8)}" y="${y(shoulder - 2.4)}" width="${size(17)}" height="${size(1.5)}" rx="1" fill="#fff" fill-opacity=".5"/>`
}

function mirror({ glass, shoulder }: Body, place: Place, colour: string): string {
  const [along] = glass.at(-1) ?? [0]
  const corners: readonly Corner[] = [
    [along - 22, shoulder + 8, 4],
    [along - 21, shoulder + 21, 5],
    [along - 4, shoulder + 20, 6],
    [along - 6, shoulder + 8, 4],
  ]
  const path = pathRound(corners, place)
  return `<path d="${path}" fill="${colour}"/><path d="${path}" fill="#000" fill-opacity=".18" stroke="#0d1216" stroke-opacity=".5"/>`
}

function railPath([from, to, height]: readonly [number, number, number], { x, y }: Place): string {
  return `M${x(from)} ${y(height - 7)}Q${x(from + 4)} ${y(height - 1)} ${x(from + 16)} ${y(height - 1)}L${x(to - 16)} ${y(height - 2)}Q${x(to - 4)} ${y(height - 3)} ${x(to)} ${y(height - 9)}`
}

function wheel(x: number, y: number, radius: number, spokes: number): string {
  const spoke = `<rect x="${x - radius * 0.075}" y="${y - radius * 0.66}" width="${radius * 0.15}" height="${radius * 0.6}" rx="2" fill="url(#rim)"/>`
  const turned = Array.from(
    { length: spokes },
    (_, index) => `<g transform="rotate(${(index * 360) / spokes} ${x} ${y})">${spoke}</g>`,
  )
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="#16191c"/><circle cx="${x}" cy="${y}" r="${radius * 0.94}" fill="none" stroke="#3a4046" stroke-width="1.5"/>
    <circle cx="${x}" cy="${y}" r="${radius * 0.7}" fill="#3b4249"/><circle cx="${x}" cy="${y}" r="${radius * 0.4}" fill="#697079"/>
    ${turned.join('')}<circle cx="${x}" cy="${y}" r="${radius * 0.67}" fill="none" stroke="url(#rim)" stroke-width="${radius * 0.07}"/>
    <circle cx="${x}" cy="${y}" r="${radius * 0.13}" fill="#2a2f34"/>`
}

function line(path: string, width: number, colour: string, opacity: number): string {
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
}
