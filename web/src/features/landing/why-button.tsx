import styles from './button.module.css'

/** Leads to the reasons. The page's own style makes it smooth, and sudden for whoever wants less motion. */
export function WhyButton() {
  return (
    <button type="button" className={styles.button} onClick={() => turnTo('why-choose-us')}>
      Why Choose Us <span aria-hidden="true">↓</span>
    </button>
  )
}

/** Scrolls to a section, from where the keyboard goes on. */
function turnTo(id: string): void {
  const section = document.getElementById(id)
  section?.scrollIntoView()
  section?.focus({ preventScroll: true })
}
