import { write, writeSync } from 'node:fs'
import { codeOf } from './system-error.ts'

/** What waits while nobody takes it, in characters: more is lost, as memory is worth more than lines. */
const MOST = 16 * 2 ** 20
/** Before whoever is too slow to take more is asked again, in milliseconds. */
const AGAIN_AFTER = 20
/** At the end of the process, so many times. */
const LAST_TRIES = 25

/**
 * Text to a file descriptor, in its order and without holding anybody up. What cannot be written is lost: a full disk behind the
 * standard output is no reason for a process to end, nor for one that ends to go on trying. The library for it does both: it
 * throws where nobody listens, keeps all that it could not write, and tries for ever when it is to write the last of it at once.
 */
export interface DescriptorOutput {
  write(text: string): void
  /** Writes what waits, and this, before it comes back: for the end of the process. */
  finish(text: string): void
}

/**
 * Output to a descriptor that stays open. What is being written when `finish` is called may come after that, or in its middle.
 */
export function outputTo(descriptor: number): DescriptorOutput {
  let waiting = ''
  let isWriting = false
  /** Of it nobody has taken anything yet. */
  let heldBack: Buffer | undefined

  function next(): void {
    if (waiting === '') return
    const bytes = Buffer.from(waiting)
    waiting = ''
    isWriting = true
    writeOn(bytes)
  }

  function writeOn(bytes: Buffer): void {
    heldBack = undefined
    write(descriptor, bytes, (error, written) => {
      if (codeOf(error) === 'EAGAIN') {
        heldBack = bytes
        // Whoever ends meanwhile writes it then.
        setTimeout(() => writeOn(bytes), AGAIN_AFTER).unref()
        return
      }
      if (error === null && written < bytes.length) {
        writeOn(bytes.subarray(written))
        return
      }
      isWriting = false
      next()
    })
  }

  return {
    write(text) {
      if (waiting.length + text.length > MOST) return
      waiting += text
      if (!isWriting) next()
    },
    finish(text) {
      let bytes = Buffer.concat([...(heldBack === undefined ? [] : [heldBack]), Buffer.from(waiting + text)])
      waiting = ''
      for (let tries = 0; bytes.length > 0 && tries < LAST_TRIES; ) {
        try {
          bytes = bytes.subarray(writeSync(descriptor, bytes))
        } catch (error) {
          if (codeOf(error) !== 'EAGAIN') return
          tries += 1
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AGAIN_AFTER)
        }
      }
    },
  }
}
