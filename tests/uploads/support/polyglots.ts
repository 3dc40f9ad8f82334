import { deflateSync } from 'node:zlib'
import { chunk, PLANTED_SCRIPT, withJpegComment } from '@forecourt/infra/testing/sample-files.ts'
import type { CorpusFile } from './corpus.ts'
import type { Sample } from './pictures.ts'

const html = Buffer.from(`<!doctype html><html>${PLANTED_SCRIPT}</html>`)
const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${PLANTED_SCRIPT}</svg>`)
const archive = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(26), Buffer.from('planted.class')])
const program = Buffer.from(`#!/bin/sh\necho planted\n`)

const FOREIGN = { 'a page': html, 'a drawing': svg, 'an archive': archive, 'a program': program } as const

/** Sound pictures that are something else as well: they come out as pictures alone. */
export function withPayloads(sound: readonly Sample[]): CorpusFile[] {
  const ofKind = (kind: Sample['kind']) => sound.filter((sample) => sample.kind === kind && sample.stands?.[0] === 160)
  return Object.entries(FOREIGN).flatMap(([what, payload]) => [
    ...ofKind('jpeg')
      .slice(0, 2)
      .flatMap((sample) =>
        carrying(sample, {
          [`${what} behind it`]: Buffer.concat([sample.bytes, payload]),
          [`${what} in a comment`]: withJpegComment(sample.bytes, payload.toString('latin1')),
          [`${what} in a segment`]: segment(sample.bytes, 0xe7, payload),
          [`${what} as its profile`]: segment(
            sample.bytes,
            0xe2,
            Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01'), payload]),
          ),
        }),
      ),
    ...ofKind('png')
      .slice(0, 2)
      .flatMap((sample) =>
        carrying(sample, {
          [`${what} behind it`]: Buffer.concat([sample.bytes, payload]),
          [`${what} in a text`]: behindHead(sample.bytes, 'tEXt', Buffer.concat([Buffer.from('Comment\0'), payload])),
          [`${what} in a packed text`]: behindHead(
            sample.bytes,
            'zTXt',
            Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(payload)]),
          ),
          [`${what} in a chunk of its own`]: behindHead(sample.bytes, 'foRe', payload),
        }),
      ),
    ...ofKind('webp')
      .slice(0, 2)
      .flatMap((sample) =>
        carrying(sample, {
          [`${what} behind it`]: Buffer.concat([sample.bytes, payload]),
          [`${what} in a chunk of its own`]: riffChunk(sample.bytes, payload),
        }),
      ),
  ])
}

function carrying({ name, purpose }: Sample, files: Readonly<Record<string, Buffer>>): CorpusFile[] {
  return Object.entries(files).map(([what, bytes]) => ({
    name: `${name} with ${what}`,
    purpose,
    bytes,
    // A broken profile may well be the picture's end.
    becomes: what.endsWith('profile') ? ('either' as const) : ('served' as const),
  }))
}

const text = (content: string) => Buffer.from(content, 'latin1')

/** Files that are nothing that we take, some of which begin as if they were. */
export function strangers(): CorpusFile[] {
  const box = (brand: string) => Buffer.concat([Buffer.from([0, 0, 0, 24]), text(`ftyp${brand}\0\0\0\0mif1heic`), html])
  const files: Readonly<Record<string, Buffer>> = {
    'a page': html,
    'a drawing': svg,
    'a drawing with a head': Buffer.concat([text('<?xml version="1.0"?>'), svg]),
    'a script': text('alert("planted")'),
    'a text': text('Not a picture at all, only planted text.'),
    'a text in two bytes': Buffer.from('\ufeffplanted', 'utf16le'),
    'a program': program,
    'an archive': archive,
    'a GIF': text('GIF89a\x01\x00\x01\x00\x00\x00\x00;'),
    'a GIF that is an archive': Buffer.concat([text('GIF89a\x01\x00\x01\x00\x00\x00\x00;'), archive]),
    'a GIF that is a script': text('GIF89a/*\x01\x00*/=1;alert("planted")'),
    'a BMP': text('BM\x1e\x00\x00\x00\x00\x00\x00\x00planted'),
    'a TIFF': text('II*\x00\x08\x00\x00\x00planted'),
    'an icon': Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), html]),
    'a HEIC': box('heic'),
    'an AVIF': box('avif'),
    'a film': box('mp42'),
    'a JPEG XL': Buffer.from([0xff, 0x0a, 0, 0, 0, 0]),
    'a JPEG 2000': Buffer.from('0000000c6a5020200d0a870a', 'hex'),
    'a Photoshop file': text('8BPS\x00\x01planted'),
    PostScript: text('%!PS-Adobe-3.0\n(planted) show'),
    JSON: text('{"planted":true}'),
    'XML with an entity': text('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
    'a Windows program': text('MZ\x90\x00planted'),
    'a Linux program': text('\x7fELF\x02\x01\x01planted'),
    'packed bytes': Buffer.concat([Buffer.from('1f8b0800000000000003', 'hex'), deflateSync(html)]),
    'sound as RIFF': text('RIFF\x24\x00\x00\x00WAVEfmt planted'),
    'a PNG’s name without its line ends': text('\x89PNG\n\nplanted'),
    'a page behind a PNG’s beginning': Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), html]),
    'a page behind a JPEG’s beginning': Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), html]),
    'a page behind a WebP’s beginning': Buffer.concat([text('RIFF\x24\x00\x00\x00WEBPVP8 '), html]),
    'a page behind a PDF’s beginning': Buffer.concat([text('%PDF-1.4\n'), html]),
    'a drawing behind a PNG’s beginning': Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), svg]),
    zeros: Buffer.alloc(4096),
    'a line of settings for ImageMagick': text(
      'push graphic-context\nfill "url(https://planted.example/|ls)"\npop graphic-context',
    ),
  }
  return Object.entries(files).flatMap(([name, bytes]) =>
    (['license', 'vehicle-image'] as const).map((purpose) => ({
      name: `${name} as a ${purpose}`,
      purpose,
      bytes,
      becomes: 'refused' as const,
    })),
  )
}

/** Right behind a JPEG's first marker. */
function segment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}

/** A chunk right behind a PNG's head. */
export function behindHead(png: Buffer, type: string, data: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), chunk(type, data), png.subarray(33)])
}

/** A chunk that nobody knows at the end of a WebP, whose length says so. */
function riffChunk(webp: Buffer, content: Buffer): Buffer {
  const even = content.length % 2 === 0 ? content : Buffer.concat([content, Buffer.alloc(1)])
  const head = Buffer.from('foRe\0\0\0\0', 'latin1')
  head.writeUInt32LE(content.length, 4)
  const whole = Buffer.concat([webp, head, even])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}
