import './styles/reset.css'
import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { beginScreen, Routes } from './app/routes.tsx'
import { behindLastSeen, isLastSeen } from './features/dashboard/last-seen/behind-last-seen.ts'

/** Before it says that it is loading, a screen may take so many milliseconds. */
const SOON = 1_000
/** The screen has the network for itself for so many milliseconds after the page has loaded. */
const SCREEN_FIRST = 1_500

// By it a picture of the screen knows of which version it is.
document.documentElement.dataset.app = new URL(import.meta.url).pathname
const root = document.getElementById('app')
if (root === null) throw new Error('index.html has no #app')

// The landing page's markup is there already (prerender-landing.ts): what has just been loaded was long enough for one task.
if (root.hasChildNodes() && !isLastSeen(root)) setTimeout(() => void wake(root))
else void show(root)

async function wake(page: HTMLElement) {
  const { wakeLanding } = await import('./app/routes/landing.tsx')
  wakeLanding(page)
}

/** Shows the screen of the address: at once when its code comes soon, so that nothing is made only to be thrown away. */
async function show(place: HTMLElement) {
  await Promise.race([beginScreen(window.location.pathname), new Promise((resolve) => setTimeout(resolve, SOON))])
  createRoot(behindLastSeen(place)).render(
    <StrictMode>
      <Routes />
    </StrictMode>,
  )
}

/** A tab may stay open for a whole shift: what the network has lost is asked for again after so many milliseconds. */
const ASK_AGAIN = 5_000

/** Keeping the app on the device, and offering to install it, come after showing it. */
async function keepOnTheDevice() {
  const code = await import('./app/settle-on-device.ts').catch(() => undefined)
  if (code === undefined) setTimeout(() => void keepOnTheDevice(), ASK_AGAIN)
  else code.settleOnDevice()
}

const keepInTime = () => setTimeout(() => void keepOnTheDevice(), SCREEN_FIRST)
// The desk's script may come after the page has loaded (early-desk.ts).
if (document.readyState === 'complete') keepInTime()
else window.addEventListener('load', keepInTime)
