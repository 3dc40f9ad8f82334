import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('builds that are ready at the same time take turns: each is put in place whole, and none fails', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-web-'))
  const place = join(folder, 'dist')
  const script = `
    import { mkdirSync, writeFileSync } from 'node:fs'
    import { putInPlace } from ${JSON.stringify(new URL('web-build.ts', import.meta.url).href)}
    for (let round = 0; round < 50; round += 1) {
      const fresh = ${JSON.stringify(folder)} + '/web-' + process.pid
      mkdirSync(fresh)
      for (const name of ['a', 'b', 'c']) writeFileSync(fresh + '/' + name, '')
      putInPlace(fresh, ${JSON.stringify(place)})
    }`
  const builders = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'ignore', 'inherit'] }),
  )
  const codes = await Promise.all(builders.map(async (builder) => (await once(builder, 'exit'))[0] as unknown))

  expect(codes).toEqual([0, 0, 0, 0])
  expect(readdirSync(folder)).toEqual(['dist'])
  expect(readdirSync(place).toSorted()).toEqual(['a', 'b', 'c'])
  rmSync(folder, { recursive: true })
})
