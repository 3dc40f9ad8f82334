import './styles/reset.css'
import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Routes } from './app/routes.tsx'

const root = document.getElementById('app')
if (root === null) throw new Error('index.html has no #app')

createRoot(root).render(
  <StrictMode>
    <Routes />
  </StrictMode>,
)

/** Keeping the app on the device comes after showing it. */
async function keepOnTheDevice() {
  const { registerServiceWorker } = await import('./offline/register-service-worker.ts')
  registerServiceWorker()
}

window.addEventListener('load', () => void keepOnTheDevice())
