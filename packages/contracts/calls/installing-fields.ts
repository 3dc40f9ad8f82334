import { BUSINESS } from './examples.ts'
import type { Field } from './field.ts'

const MASKABLE: Field = { about: '`maskable` fills the whole square, for systems that cut icons themselves.' }

/** Fields of the apps' manifests and icons: see `FIELDS`. */
export const INSTALLING_FIELDS: Readonly<Record<string, Field>> = {
  'portalIcon.purpose': MASKABLE,
  'deskIcon.purpose': MASKABLE,
  'AppManifest.purpose': MASKABLE,
  v: { about: 'Version of the icon, as the manifest has it.', example: '3f0e4c4f8a' },
  short_name: { about: 'Name below the icon: at most twelve characters.', example: 'Harbour Hire' },
  lang: { about: 'Language.', example: 'en-GB' },
  start_url: { about: 'What opens.', example: `/${BUSINESS}/portal` },
  scope: { about: 'What belongs to the app. No two apps have a page in common.', example: `/${BUSINESS}/portal` },
  display: { about: 'A window of its own.' },
  theme_color: { about: "The business's colour.", example: '#0f6fde' },
  background_color: { about: 'What the app begins on.', example: '#faf8f4' },
  icons: { about: 'Its icons.' },
  src: { about: 'Where it is.', example: `/${BUSINESS}/portal/icon.png?w=192&purpose=any&v=3f0e4c4f8a` },
  sizes: { about: 'Width and height.', example: '192x192' },
  'AppManifest.id': { about: 'What makes it this app, whatever else changes.', example: `/${BUSINESS}/portal` },
  'AppManifest.name': { about: 'Name of the app.', example: 'Harbour Hire' },
  'AppManifest.description': { about: 'What it is for.', example: 'Hire a car from Harbour Hire.' },
  'AppManifest.type': { about: 'Its media type.' },
}
