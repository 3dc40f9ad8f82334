import { html } from '@forecourt/kit/markup.ts'
import type { RequestHandler } from 'express'

const SECONDS_BETWEEN_LOOKS = 2

/** Comes again by itself: whoever has opened a page too early is shown it without doing anything. */
const PAGE = html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${SECONDS_BETWEEN_LOOKS}">
<title>Forecourt is starting</title>
</head>
<body>
<h1>Forecourt is starting</h1>
<p>This page looks again every ${SECONDS_BETWEEN_LOOKS} seconds.</p>
</body>
</html>`.toString()

/**
 * Answers 503 for the web app until it is built. What an older build has left is not served either: a page of it would ask for
 * files that are gone a moment later.
 * @param isBuilt whether the app is there
 */
export function startingPage(isBuilt: () => boolean): RequestHandler {
  return (request, response, next) => {
    if (isBuilt() || (request.method !== 'GET' && request.method !== 'HEAD')) next()
    else
      response
        .status(503)
        .set('Retry-After', String(SECONDS_BETWEEN_LOOKS))
        .set('Cache-Control', 'no-store')
        .type('html')
        .send(PAGE)
  }
}
