import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import styles from './licence-dialog.module.css'

/** The licence, large. A PDF shows its drawn page and opens in a tab of its own. */
export function LicenceDialog({
  path,
  customer,
  onClose,
}: {
  readonly path: string
  readonly customer: string
  readonly onClose: () => void
}) {
  return (
    <Dialog title={`License of ${customer}`} onClose={onClose} size="picture">
      <LicencePicture path={path} customer={customer} />
      <DialogActions>
        <Button autoFocus onPress={onClose}>
          Close
        </Button>
        <ButtonLink href={path} target="_blank" rel="noopener noreferrer">
          Open the file
        </ButtonLink>
      </DialogActions>
    </Dialog>
  )
}

/** At its full size; where that is no picture, the smaller one that the server draws; else a sentence. */
export function LicencePicture({ path, customer }: { readonly path: string; readonly customer: string }) {
  const sources = [path, `${path}?w=480`]
  const [tried, setTried] = useState(0)
  const source = sources[tried]
  if (source === undefined) {
    return (
      <p className={styles.missing}>
        The license could not be loaded. <Button onPress={() => setTried(0)}>Try again</Button>
      </p>
    )
  }
  return (
    <img
      key={source}
      className={styles.picture}
      src={source}
      alt={`Driving license of ${customer}`}
      onError={() => setTried(tried + 1)}
    />
  )
}
