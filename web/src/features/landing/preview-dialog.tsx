import { ButtonLink } from '../../ui/button-link.tsx'
import buttons from './button.module.css'
import styles from './preview-dialog.module.css'
import { PreviewPicture } from './preview-picture.tsx'
import type { Preview } from './texts.ts'

/**
 * A preview at its full size. The browser's own dialog: it keeps the focus, closes with Esc and gives the focus back, for
 * none of the bytes that the app's dialogs take. On a phone the picture is larger than the screen and can be moved about.
 */
export function PreviewDialog({ preview, onClose }: { readonly preview: Preview; readonly onClose: () => void }) {
  return (
    <dialog
      ref={(dialog) => {
        if (dialog?.open === false) dialog.showModal()
      }}
      className={styles.dialog}
      aria-labelledby="preview-title"
      onClose={onClose}
      // A tap beside it closes it too.
      closedby="any"
    >
      <div className={styles.head}>
        <h2 id="preview-title">{preview.title}</h2>
        <form method="dialog">
          <button type="submit" className={buttons.button}>
            Close
          </button>
        </form>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.picture} tabIndex={0} aria-label="Screenshot">
        <PreviewPicture preview={preview} sizes="(max-width: 900px) 960px, min(94vw, 1280px)" />
      </section>
      <div className={styles.foot}>
        <p>{preview.text}</p>
        <ButtonLink href={preview.href}>Live Interface</ButtonLink>
      </div>
    </dialog>
  )
}
