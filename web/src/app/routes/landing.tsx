import { BookCall } from '../../features/landing/book-call.tsx'
import { Island, wakeIslands } from '../../features/landing/islands.tsx'
import { Passages } from '../../features/landing/passages.tsx'
import { features, reasons } from '../../features/landing/texts.ts'
import { useTitle } from '../../lib/use-title.ts'
import styles from './landing.module.css'

/** Brings the page to life whose markup came with it, and tells the script that has kept early presses (prerender-landing.ts). */
export function wakeLanding(page: HTMLElement): void {
  wakeIslands(page)
  document.documentElement.dataset.landing = 'awake'
  dispatchEvent(new Event('landingawake'))
}

/** `/`: for owners of rental businesses (specification section 2). Its markup is in the page before any script runs. */
export function Landing() {
  useTitle('Forecourt – the complete car rental management platform')
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <p className={styles.mark}>
          <svg viewBox="0 0 20 28" width="20" height="28" aria-hidden="true">
            <path d="M10 1 19 8v19H1V8Z" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
            <circle cx="10" cy="10" r="2.5" fill="currentColor" />
          </svg>
          Forecourt
        </p>
        <nav aria-label="Page">
          <a href="#features">Features</a>
          <a href="#platform">Platform</a>
          <a href="#why-choose-us">Why Choose Us</a>
        </nav>
        <BookCall />
      </header>
      <main>
        <section className={styles.hero} aria-labelledby="hero-title">
          <div className={styles.opening}>
            <h1 id="hero-title">The complete car rental management platform</h1>
            <p>
              A portal where your customers see what is free and ask for it. A desk where your staff decide. One diary
              behind both, in which no car is ever given to two people.
            </p>
            <Island name="why" />
          </div>
          <Island name="try-it" />
        </section>
        <section className={styles.section} id="features" tabIndex={-1} aria-labelledby="features-title">
          <h2 id="features-title">Features</h2>
          <Passages passages={features} />
        </section>
        <section className={styles.wide} id="platform" tabIndex={-1} aria-labelledby="platform-title">
          <h2 id="platform-title">Platform</h2>
          <p>Three screens of a business that we made up, as they are today. Open them: everything works.</p>
          <Island name="previews" />
        </section>
        <section className={styles.section} id="why-choose-us" tabIndex={-1} aria-labelledby="why-title">
          <h2 id="why-title">Why Choose Us</h2>
          <Passages passages={reasons} large />
        </section>
      </main>
      <section className={styles.band} aria-labelledby="call-title">
        <div>
          <h2 id="call-title">Show us your fleet. We show you its desk.</h2>
          <BookCall />
        </div>
      </section>
      <footer className={styles.footer}>© 2025 Forecourt</footer>
    </div>
  )
}
