import type { Counter } from './counter.ts'
import type { Licence } from './draft.ts'
import { LicenceField } from './licence-field.tsx'
import type { Choice, Quote } from './model.ts'
import { PriceBar } from './price-bar.tsx'
import type { PriceChange } from './price-change.ts'
import { useLicenceUpload } from './use-licence-upload.ts'
import type { Trouble } from './use-submit.ts'

/**
 * The end of the form. What is sent has the licence that the person chose last: while one is uploaded, nothing can be sent.
 * By itself, so that the progress of an upload draws no calendar anew.
 */
export function LicenceAndPrice({
  licence,
  counter,
  change,
  sending,
  ...price
}: {
  readonly licence: Licence | null
  readonly counter: Counter
  readonly change: (licence: Licence | null) => void
  readonly vehicle: Choice | undefined
  readonly quote: Quote | undefined
  readonly total: string | undefined
  readonly repriced: PriceChange | undefined
  readonly sending: boolean
  readonly trouble: Trouble | undefined
}) {
  const uploading = useLicenceUpload(licence, change, counter, sending)
  const isUploading = uploading.upload.state === 'sending'
  return (
    <>
      <LicenceField licence={licence} device={counter.device} isSent={sending} uploading={uploading} />
      <PriceBar
        {...price}
        ready={licence !== null && !isUploading}
        isUploading={isUploading}
        sending={sending}
        device={counter.device}
      />
    </>
  )
}
