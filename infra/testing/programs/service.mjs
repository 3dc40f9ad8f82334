// A service as the supervisor sees one: answers /readyz, tells its pid and Node's flags, ends when asked to; `crash` as first
// argument ends at once, `unready` never gets ready, `telling` says its pid in its log, `stubborn` does not end, `busy` has
// something to finish for seven seconds first, and says so in its log.
import { createServer } from 'node:http'

if (process.argv[2] === 'crash') {
  console.error('ConfigError: SMTP_URL is not set')
  process.exit(1)
}
if (process.argv[2] === 'telling') console.log(process.pid)
const server = createServer((request, response) => {
  if (request.url === '/pid') response.end(String(process.pid))
  else if (request.url === '/flags') response.end(JSON.stringify(process.execArgv))
  else if (request.url === '/readyz' && process.argv[2] === 'unready')
    response.writeHead(503).end(JSON.stringify({ status: 'not ready', failing: ['queue', 'mail'] }))
  else response.writeHead(request.url === '/readyz' ? 200 : 404).end()
})
server.listen(Number(process.env.PORT), process.env.HOST)
if (process.argv[2] === 'stubborn') process.on('SIGTERM', () => {})
if (process.argv[2] === 'busy') {
  process.on('SIGTERM', () =>
    setTimeout(() => {
      console.log('finished')
      process.exit(0)
    }, 7_000),
  )
}
