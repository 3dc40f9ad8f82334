// The containers' health check: the images hold no curl.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT}/readyz`, { signal: AbortSignal.timeout(3000) })
process.exit(answer.ok ? 0 : 1)
