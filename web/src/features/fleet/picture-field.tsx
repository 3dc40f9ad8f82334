import { UPLOAD_TYPES } from '@forecourt/contracts/upload.ts'
import { PictureField as Field, type PictureWords } from '../../ui/picture-field.tsx'
import { uploadPicture } from './api.ts'
import styles from './vehicle-dialog.module.css'

const words: PictureWords = {
  legend: 'Picture (optional)',
  choose: 'Upload a picture',
  replace: 'Replace the picture',
  done: 'Vehicle image uploaded successfully',
  failed: 'Failed to process image upload',
}

/** The vehicle's picture, uploaded as soon as it is chosen. */
export function PictureField({
  path,
  change,
}: {
  readonly path: string | null
  readonly change: (path: string | null) => void
}) {
  return (
    <Field path={path} change={change} upload={uploadPicture} types={UPLOAD_TYPES['vehicle-image']} words={words}>
      <img className={styles.picture} src={`${path}?w=320`} alt="The vehicle" width={160} height={100} />
    </Field>
  )
}
