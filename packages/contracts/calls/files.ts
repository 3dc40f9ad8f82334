import * as z from 'zod/mini'
import {
  CONTRACT_WIDTHS,
  ContractUpload,
  LICENCE_WIDTHS,
  LicenceUpload,
  LOGO_WIDTHS,
  LogoUpload,
  StoredFile,
  UploadTarget,
  UploadTargetRequest,
  VEHICLE_IMAGE_WIDTHS,
  VehicleImageUpload,
} from '../upload.ts'
import { type Call, type Content, json, type Section } from './call.ts'
import {
  CONTRACT_ID,
  LICENCE_ID,
  LOGO_ID,
  LOGO_UPLOAD_URL,
  PAPER_UPLOAD_URL,
  PICTURE_UPLOAD_URL,
  UPLOAD_URL,
  VEHICLE_IMAGE_ID,
} from './examples.ts'

const section: Section = {
  name: 'Files',
  about: `Three steps: ask for an upload address; PUT the file to it in one request (its bytes as they are, not multipart), with \`Content-Type\` and length as announced; then say that it is there. Files are checked by their content, and pictures are drawn anew without metadata before anybody sees them.`,
}

const widths = (of: readonly number[]) =>
  z.strictObject({ w: z.optional(z.enum(of.map(String), `w is one of ${of.join(', ')}`)) })

const bytes = (...types: readonly string[]): Content[] => types.map((type) => ({ type }))

const UNFIT = {
  413: ['file-too-large'],
  415: ['file-type-not-allowed'],
  422: [
    'upload-unknown',
    'upload-expired',
    'upload-missing',
    'file-unreadable',
    'document-not-plain',
    'too-many-pixels',
  ],
} as const

export const fileCalls: readonly Call[] = [
  {
    id: 'beginUpload',
    section,
    method: 'POST',
    path: '/api/objects/upload',
    summary: 'An address to upload one file to',
    about: 'Good for ten minutes and one file of at most 5 MB. What is announced here binds the upload.',
    service: 'command',
    access: 'anyone',
    body: UploadTargetRequest,
    mayBeBare: true,
    answers: { 200: json('Where to PUT the file.', UploadTarget) },
    refusals: { 413: ['file-too-large'], 415: ['file-type-not-allowed'], 429: ['too-many-requests'] },
    example: { body: { purpose: 'license', contentType: 'image/jpeg', size: 482_113 } },
  },
  {
    id: 'finishLicenceUpload',
    section,
    method: 'PUT',
    path: '/api/license-upload',
    summary: 'A driving licence has been uploaded',
    about: 'PNG, JPEG or PDF. The same call again gives the same answer.',
    service: 'command',
    access: 'anyone',
    body: LicenceUpload,
    answers: { 200: json('Where the licence is from now on: `licenseImageUrl` of a booking.', StoredFile) },
    refusals: { ...UNFIT, 429: ['too-many-requests'] },
    example: { body: { licenseImageURL: UPLOAD_URL } },
  },
  {
    id: 'finishVehicleImageUpload',
    section,
    method: 'PUT',
    path: '/api/vehicle-image',
    summary: 'A picture of a vehicle has been uploaded',
    about: 'PNG, JPEG or WebP. The same call again gives the same answer.',
    service: 'command',
    access: 'member',
    body: VehicleImageUpload,
    answers: { 200: json('Where the picture is from now on: `imageUrl` of a vehicle.', StoredFile) },
    refusals: UNFIT,
    example: { body: { imageURL: PICTURE_UPLOAD_URL } },
  },
  {
    id: 'finishLogoUpload',
    section,
    method: 'PUT',
    path: '/api/business-logo',
    summary: 'A logo has been uploaded',
    about:
      'PNG, JPEG or WebP; what is transparent stays so. The settings of the business take its path as `logoUrl`. The same call again gives the same answer.',
    service: 'command',
    access: 'member',
    body: LogoUpload,
    answers: { 200: json('Where the logo is from now on: `logoUrl` of the settings.', StoredFile) },
    refusals: UNFIT,
    example: { body: { logoURL: LOGO_UPLOAD_URL } },
  },
  {
    id: 'finishContractUpload',
    section,
    method: 'PUT',
    path: '/api/contract-upload',
    summary: 'A contract that was signed on paper has been uploaded',
    about: 'PNG, JPEG or PDF. The same call again gives the same answer. It is no booking’s yet.',
    service: 'command',
    access: 'member',
    body: ContractUpload,
    answers: { 200: json('Where it is from now on: `contractPath` of `attachContract`.', StoredFile) },
    refusals: UNFIT,
    example: { body: { contractURL: PAPER_UPLOAD_URL } },
  },
  {
    id: 'vehicleImage',
    section,
    method: 'GET',
    path: '/objects/vehicles/{id}',
    summary: 'A picture of a vehicle',
    about: 'A path never gets another picture: keep it for as long as you like.',
    service: 'query',
    access: 'anyone',
    params: { id: { names: 'vehicle-image', about: "The last part of a vehicle's `imageUrl`." } },
    query: widths(VEHICLE_IMAGE_WIDTHS),
    answers: { 200: { about: 'The picture.', content: bytes('image/webp', 'image/jpeg'), headers: [] } },
    example: { params: { id: VEHICLE_IMAGE_ID }, query: { w: '640' } },
  },
  {
    id: 'logo',
    section,
    method: 'GET',
    path: '/objects/logos/{id}',
    summary: 'A logo',
    about:
      'A path never gets another picture: keep it for as long as you like. One that is less wide than `w` comes as it is.',
    service: 'query',
    access: 'anyone',
    params: { id: { names: 'logo', about: "The last part of a business's `logoUrl`." } },
    query: widths(LOGO_WIDTHS),
    answers: { 200: { about: 'The logo.', content: bytes('image/png'), headers: [] } },
    example: { params: { id: LOGO_ID }, query: { w: '192' } },
  },
  {
    id: 'licence',
    section,
    method: 'GET',
    path: '/objects/licences/{id}',
    summary: 'A driving licence',
    about:
      'For members of the business that holds it, never to be kept. Each view is recorded. With `w` a smaller picture; for a document the drawing of a page.',
    service: 'query',
    access: 'member',
    params: { id: { names: 'licence', about: "The last part of a booking's `licenseImageUrl`." } },
    query: widths(LICENCE_WIDTHS),
    answers: {
      200: {
        about: 'The licence.',
        content: bytes('image/jpeg', 'image/webp', 'application/pdf', 'image/png'),
        headers: ['Content-Disposition'],
      },
    },
    example: { params: { id: LICENCE_ID }, query: { w: '480' } },
  },
  {
    id: 'contract',
    section,
    method: 'GET',
    path: '/objects/contracts/{id}',
    summary: 'A contract',
    about:
      'For members of the business whose customer it is with, never to be kept. Each view is recorded. With `w` a smaller picture of one that was signed on paper; for a document the drawing of a page.',
    service: 'query',
    access: 'member',
    params: { id: { names: 'contract', about: "The last part of a booking's `contractPath`." } },
    query: widths(CONTRACT_WIDTHS),
    answers: {
      200: {
        about: 'The contract.',
        content: bytes('application/pdf', 'image/jpeg', 'image/png'),
        headers: ['Content-Disposition'],
      },
    },
    example: { params: { id: CONTRACT_ID }, query: {} },
  },
]
