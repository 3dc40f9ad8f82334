import './styles/reset.css'
import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Routes } from './app/routes.tsx'

const root = document.getElementById('app')
if (root === null) throw new Error('index.html has no #app')

const app = (
  <StrictMode>
    <Routes />
  </StrictMode>
)
// The landing page's markup is there already (prerender-landing.ts).
if (root.hasChildNodes()) hydrateRoot(root, app)
else createRoot(root).render(app)

/** Keeping the app on the device, and offering to install it, come after showing it. */
async function keepOnTheDevice() {
  const { settleOnDevice } = await import('./app/settle-on-device.ts')
  settleOnDevice()
}

window.addEventListener('load', () => void keepOnTheDevice())
