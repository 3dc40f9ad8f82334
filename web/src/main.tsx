import './styles/reset.css'
import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { startFromTheDevicesConnectivity } from './offline/connectivity.ts'
import { registerServiceWorker } from './offline/register-service-worker.ts'

const root = document.getElementById('app')
if (root === null) throw new Error('index.html has no #app')

startFromTheDevicesConnectivity()

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

registerServiceWorker()
