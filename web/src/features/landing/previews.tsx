import { useState } from 'react'
import { ButtonLink } from '../../ui/button-link.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { PreviewPicture } from './preview-picture.tsx'
import styles from './previews.module.css'
import { type Preview, previews } from './texts.ts'

/** The three previews of the specification's section 2: a screenshot that opens large, and the way to the thing itself. */
export function Previews() {
  const [shown, setShown] = useState<Preview>()
  return (
    <>
      <ul className={styles.previews}>
        {previews.map((preview) => (
          <li key={preview.name}>
            <button
              type="button"
              className={styles.zoom}
              aria-haspopup="dialog"
              aria-label={`Enlarge the picture: ${preview.title}`}
              onClick={() => setShown(preview)}
            >
              <PreviewPicture
                preview={preview}
                sizes="(min-width: 1280px) 800px, (min-width: 900px) 62vw, 94vw"
                isHidden
              />
              <span className={styles.enlarge} aria-hidden="true">
                Enlarge
              </span>
            </button>
            <div className={styles.words}>
              <h3>{preview.title}</h3>
              <p>{preview.text}</p>
              <ButtonLink href={preview.href} aria-label={`Live Interface: ${preview.title}`}>
                Live Interface
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
      {shown !== undefined && <PreviewDialog preview={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
