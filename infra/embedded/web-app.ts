import { join } from 'node:path'
import express, { type RequestHandler, Router } from 'express'

/**
 * Serves the built web app. Files below `/assets` carry a hash of their content in their name and are kept by browsers for
 * good; everything else is asked for anew. An address without a file's ending is one of the app's own pages, of which
 * only the landing page has its markup in a file; a file
 * that is not there is a real 404, so that a browser never takes a page for a script.
 * @param folder of the built app
 */
export function webApp(folder: string): RequestHandler {
  const router = Router()
  router.use(
    '/assets',
    express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false, redirect: false }),
  )
  router.use(
    express.static(folder, {
      cacheControl: false,
      setHeaders: (response) => response.set('Cache-Control', 'no-cache'),
      index: false,
      redirect: false,
    }),
  )
  router.use((request, response, next) => {
    const isPage = /^\/(?:[^.]*\/)?[^./]*$/.test(request.path) && !request.path.startsWith('/assets/')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.set('Allow', 'GET, HEAD').status(405).type('text').send('Not possible here')
    } else if (isPage) {
      const page = request.path === '/' ? 'landing.html' : 'index.html'
      response.set('Cache-Control', 'no-cache').sendFile(page, { root: folder, cacheControl: false }, next)
    } else response.set('Cache-Control', 'no-store').status(404).type('text').send('Not found')
  })
  return router
}
