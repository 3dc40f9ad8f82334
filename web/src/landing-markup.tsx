import { renderToString } from 'react-dom/server'
import { Landing } from './app/routes/landing.tsx'

/** The landing page as markup: what does something in it finds there what it would have made (features/landing/islands.tsx). */
export const landingMarkup = () => renderToString(<Landing />)
