import { StoredFile, UploadTarget } from '@forecourt/contracts/upload.ts'
import { vi } from 'vitest'
import { type Answer, type Client, idOf, type Served } from '../../system/support/client.ts'
import type { Platform } from '../../system/support/platform.ts'
import { requestFor, type Tenant } from '../../system/support/tenant.ts'
import type { CorpusFile } from './corpus.ts'

/** What came of a file. */
export type Fate =
  | { readonly refusedBy: 'upload target' | 'storage' | 'check'; readonly status: number; readonly code: string }
  | { readonly served: Served; readonly small: Served }

/** Pushes files through as browsers do: an address, a PUT to the storage, the check, and a look at what is served. */
export class Sender {
  readonly #platform: Platform
  readonly #tenant: Tenant
  readonly #staff: Client
  readonly #renter: Client
  #bookings = 0

  private constructor(platform: Platform, tenant: Tenant, staff: Client) {
    this.#platform = platform
    this.#tenant = tenant
    this.#staff = staff
    this.#renter = platform.client()
  }

  static async of(platform: Platform, tenant: Tenant): Promise<Sender> {
    const staff = await tenant.staff()
    const [query = ''] = platform.all('query').flatMap(({ url }) => url ?? [])
    // Files are shown to members, and whoever was just onboarded is none yet as far as rows say.
    const isKnown = async () => {
      const { status } = await staff.send({ method: 'GET', path: '/api/admin/business' }, query)
      if (status !== 200) throw new Error(`nobody knows of the staff yet: ${status}`)
    }
    await vi.waitFor(isKnown, 60_000)
    return new Sender(platform, tenant, staff)
  }

  async send({ purpose, bytes, announced }: CorpusFile): Promise<Fate> {
    const body = { purpose, ...announced }
    const target = await this.#renter.insist({ method: 'POST', path: '/api/objects/upload', body })
    if (target.status !== 200) return refusal('upload target', target)
    const { uploadURL } = UploadTarget.parse(target.body)
    const put = await fetch(uploadURL, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { 'content-type': announced?.contentType ?? 'application/octet-stream' },
    })
    await put.body?.cancel()
    if (!put.ok) return { refusedBy: 'storage', status: put.status, code: '' }

    const finished = await this.#finish(purpose, uploadURL)
    if (finished.status !== 200) return refusal('check', finished)
    const { objectPath } = StoredFile.parse(finished.body)
    if (purpose === 'license') await this.#book(objectPath)
    const [query = ''] = this.#platform.all('query').flatMap(({ url }) => url ?? [])
    const who = purpose === 'license' ? this.#staff : this.#renter
    return {
      served: await who.file(objectPath, query),
      small: await who.file(`${objectPath}?w=${purpose === 'license' ? 96 : 320}`, query),
    }
  }

  #finish(purpose: CorpusFile['purpose'], url: string): Promise<Answer> {
    return purpose === 'license'
      ? this.#renter.insist({ method: 'PUT', path: '/api/license-upload', body: { licenseImageURL: url } })
      : this.#staff.insist({ method: 'PUT', path: '/api/vehicle-image', body: { imageURL: url } })
  }

  /** Only a booking makes a licence the business's to see. */
  async #book(licence: string): Promise<void> {
    const { vehicles } = this.#tenant
    const vehicle = vehicles[this.#bookings % vehicles.length]
    this.#bookings += 1
    if (vehicle === undefined) throw new Error('there is no vehicle')
    const request = { ...requestFor(this.#platform, vehicle, { from: 10, count: 2 }), licenseImageUrl: licence }
    idOf(await this.#renter.insist({ method: 'POST', path: '/api/bookings', body: request }))
  }
}

function refusal(refusedBy: 'upload target' | 'check', { status, code }: Answer): Fate {
  return { refusedBy, status, code }
}
