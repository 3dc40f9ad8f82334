import { type Corner, corners } from './outline.ts'

/** What a kind of vehicle looks like from its side, nose to the right, in centimetres. */
export interface Body {
  readonly length: number
  /** Centres of the wheels, rear and front, and their radius. */
  readonly axles: readonly [number, number]
  readonly wheel: number
  /** Lower edge of the doors above the road. */
  readonly sill: number
  /** The outline from the rear bumper over the roof to the front one. */
  readonly outline: readonly Corner[]
  readonly glass: readonly Corner[]
  /** Pillars between the windows, from the belt to the roof. */
  readonly pillars: readonly number[]
  /** Where doors end, from the rear. */
  readonly doors: readonly number[]
  /** Height of the door handles and of the line that the light catches. */
  readonly shoulder: number
  /** Plastic round the wheels and along the sill. */
  readonly cladding?: boolean
  readonly rails?: readonly [from: number, to: number, height: number]
  readonly lamps: { readonly rear: readonly Corner[]; readonly front: readonly Corner[] }
}

/** Lamps of a body so long, with their lower edges so high. */
function lamps(length: number, rear: number, front: number, tall = 14): Body['lamps'] {
  return {
    rear: [
      [1, rear, 3],
      [5, rear + tall, 3],
      [26, rear + tall - 2, 5],
      [18, rear + 2, 5],
    ],
    front: [
      [length - 6, front, 3],
      [length - 14, front + 11, 4],
      [length - 52, front + 15, 6],
      [length - 40, front + 4, 5],
    ],
  }
}

export const BODIES = {
  supermini: {
    length: 404,
    axles: [72, 322],
    wheel: 31,
    sill: 21,
    outline: corners(
      '6 24 6 / 0 52 10 / 5 92 8 / 20 102 6 / 58 142 18 / 126 149 60 / 204 145 50 / 292 98 30 / 374 84 36 / 400 64 16 / 404 40 10 / 396 22 8',
    ),
    glass: corners('32 99 5 / 64 136 8 / 128 141 40 / 201 138 20 / 272 99 8'),
    pillars: [92, 178],
    doors: [84, 178, 276],
    shoulder: 86,
    lamps: lamps(404, 78, 62, 22),
  },
  cityCar: {
    length: 386,
    axles: [66, 316],
    wheel: 31,
    sill: 22,
    outline: corners(
      '6 26 6 / 0 54 10 / 4 98 8 / 12 108 6 / 38 144 20 / 110 153 60 / 196 149 55 / 288 104 34 / 356 90 40 / 381 68 18 / 386 42 10 / 378 24 8',
    ),
    glass: corners('26 104 5 / 48 140 10 / 112 146 40 / 194 142 22 / 268 104 8'),
    pillars: [82, 170],
    doors: [76, 170, 270],
    shoulder: 91,
    lamps: lamps(386, 84, 66, 16),
  },
  saloon: {
    length: 470,
    axles: [98, 384],
    wheel: 33,
    sill: 22,
    outline: corners(
      '8 26 6 / 0 58 10 / 7 98 8 / 22 105 8 / 84 108 24 / 152 142 34 / 214 147 60 / 264 143 40 / 346 101 34 / 440 84 44 / 466 62 14 / 470 40 10 / 460 22 8',
    ),
    glass: corners('108 104 5 / 160 135 16 / 214 140 40 / 260 136 18 / 326 102 8'),
    pillars: [156, 234],
    doors: [142, 232, 334],
    shoulder: 91,
    lamps: lamps(470, 82, 62),
  },
  fastback: {
    length: 472,
    axles: [92, 380],
    wheel: 34,
    sill: 20,
    outline: corners(
      '8 24 6 / 0 58 10 / 8 103 8 / 26 109 10 / 112 134 60 / 194 145 60 / 244 143 50 / 352 96 50 / 446 76 50 / 468 56 16 / 472 38 10 / 462 20 8',
    ),
    glass: corners('66 108 5 / 122 130 40 / 194 139 50 / 240 137 30 / 334 97 8'),
    pillars: [138, 222],
    doors: [130, 222, 330],
    shoulder: 88,
    lamps: lamps(472, 88, 58, 11),
  },
  limousine: {
    length: 502,
    axles: [102, 404],
    wheel: 36,
    sill: 22,
    outline: corners(
      '8 26 6 / 0 58 10 / 6 100 8 / 20 108 8 / 96 111 26 / 166 144 36 / 228 149 60 / 280 145 40 / 364 104 34 / 470 90 40 / 497 70 12 / 502 40 10 / 492 22 8',
    ),
    glass: corners('122 107 5 / 174 137 16 / 228 142 40 / 276 138 18 / 344 105 8'),
    pillars: [166, 250],
    doors: [146, 248, 352],
    shoulder: 94,
    lamps: lamps(502, 86, 68),
  },
  estate: {
    length: 476,
    axles: [98, 386],
    wheel: 34,
    sill: 22,
    outline: corners(
      '8 26 6 / 0 56 10 / 3 98 8 / 12 110 6 / 46 142 14 / 130 149 60 / 222 149 60 / 278 144 40 / 358 101 34 / 448 85 44 / 472 62 14 / 476 40 10 / 466 22 8',
    ),
    glass: corners('28 105 5 / 54 136 8 / 132 142 40 / 274 138 18 / 338 102 8'),
    pillars: [112, 168, 246],
    doors: [150, 244, 346],
    shoulder: 91,
    rails: [66, 258, 151],
    lamps: lamps(476, 80, 62, 28),
  },
  crossover: {
    length: 442,
    axles: [84, 352],
    wheel: 36,
    sill: 30,
    outline: corners(
      '8 34 6 / 0 66 10 / 5 108 8 / 18 117 6 / 52 152 18 / 128 164 60 / 216 160 50 / 304 113 34 / 404 100 40 / 436 80 14 / 442 50 10 / 432 32 8',
    ),
    glass: corners('32 113 5 / 60 148 8 / 130 156 40 / 212 152 20 / 284 114 8'),
    pillars: [96, 182],
    doors: [94, 184, 292],
    shoulder: 100,
    cladding: true,
    rails: [66, 196, 165],
    lamps: lamps(442, 92, 78),
  },
  sevenSeater: {
    length: 482,
    axles: [92, 374],
    wheel: 38,
    sill: 32,
    outline: corners(
      '8 36 6 / 0 70 10 / 3 116 8 / 10 128 6 / 34 164 14 / 124 174 60 / 252 171 50 / 336 120 34 / 444 109 36 / 476 88 12 / 482 54 10 / 472 34 8',
    ),
    glass: corners('24 119 5 / 44 158 8 / 126 165 40 / 248 162 18 / 316 121 8'),
    pillars: [108, 138, 222],
    doors: [128, 222, 324],
    shoulder: 105,
    cladding: true,
    rails: [56, 232, 175],
    lamps: lamps(482, 96, 84, 24),
  },
  offRoader: {
    length: 452,
    axles: [88, 356],
    wheel: 39,
    sill: 36,
    outline: corners(
      '6 40 6 / 0 74 6 / 1 120 6 / 4 134 6 / 16 172 10 / 110 180 60 / 240 178 30 / 298 126 16 / 424 119 20 / 448 104 10 / 452 60 8 / 442 40 8',
    ),
    glass: corners('16 126 4 / 26 164 5 / 112 170 40 / 236 169 10 / 280 127 5'),
    pillars: [98, 122, 208],
    doors: [112, 208, 296],
    shoulder: 112,
    cladding: true,
    rails: [36, 222, 181],
    lamps: lamps(452, 96, 92, 30),
  },
  sportsUtility: {
    length: 474,
    axles: [88, 375],
    wheel: 39,
    sill: 31,
    outline: corners(
      '8 34 6 / 0 68 10 / 6 112 8 / 24 121 8 / 88 155 40 / 166 167 60 / 244 163 50 / 340 112 40 / 442 98 44 / 470 76 14 / 474 50 10 / 464 32 8',
    ),
    glass: corners('50 118 5 / 94 148 16 / 168 159 40 / 240 155 20 / 320 113 8'),
    pillars: [122, 206],
    doors: [116, 208, 326],
    shoulder: 103,
    cladding: true,
    lamps: lamps(474, 98, 76, 11),
  },
  peopleCarrier: {
    length: 442,
    axles: [76, 356],
    wheel: 33,
    sill: 26,
    outline: corners(
      '5 30 6 / 0 58 8 / 0 122 8 / 3 150 8 / 16 180 12 / 120 188 60 / 236 184 50 / 318 124 40 / 408 104 44 / 438 76 18 / 442 44 10 / 432 26 8',
    ),
    glass: corners('14 116 5 / 24 168 6 / 122 176 40 / 232 173 20 / 314 117 10'),
    pillars: [98, 128, 208, 262],
    doors: [116, 208, 306],
    shoulder: 104,
    cladding: true,
    rails: [46, 216, 189],
    lamps: lamps(442, 90, 76, 40),
  },
} as const satisfies Readonly<Record<string, Body>>

export type Shape = keyof typeof BODIES
