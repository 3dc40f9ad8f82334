import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { buildWeb } from '../embedded/web-build.ts'
import { faultsOfDirections } from './import-directions.ts'
import { readImports } from './imports.ts'
import { faultsOfLockfile } from './lockfile.ts'
import { ROOT, sourceFiles, tool, typedFolders, workspaceFolders } from './project.ts'

/** `npm run check`: all that can be said of the code without running it. Every check runs, whatever the others say. */

/** What a check complains of; empty when all is well. */
type Check = () => Promise<string>

const CHECKS: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(typedFolders().map((folder) => [`types of ${folder}`, run('tsc', '-p', folder)])),
  'oxlint, with types': run('oxlint', '--type-aware', '--deny-warnings'),
  'Biome: format and lint': run('biome', 'ci', '--error-on-warnings', '--colors=off'),
  'directions of imports': async () =>
    faultsOfDirections(readImports(ROOT, sourceFiles(), workspaceFolders())).join('\n'),
  'sizes of the app': async () => {
    await buildWeb()
    return await run(process.execPath, 'web/budgets.ts')()
  },
  'dead code': run('knip', '--no-progress'),
  lockfiles: async () => {
    const texts = ['package-lock.json', 'runtime/package-lock.json'].map((file) => readFile(join(ROOT, file), 'utf8'))
    return (await Promise.all(texts)).flatMap(faultsOfLockfile).join('\n')
  },
}

/** A check that is a program's (a tool's name, or a path): its output is the complaint when it ends with another code than 0. */
function run(program: string, ...args: readonly string[]): Check {
  return () =>
    new Promise((resolve) => {
      const child = spawn(isAbsolute(program) ? program : tool(program), args, {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text
        })
      }
      child.once('error', (error) => resolve(error.message))
      child.once('close', (code) => resolve(code === 0 ? '' : output.trim() || `${program} ended with code ${code}`))
    })
}

/** Two at a time: a small machine has two cores, and each program here uses one and more. */
async function main(): Promise<void> {
  const waiting = Object.entries(CHECKS)
  let failed = 0
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, check] = next
      const start = performance.now()
      const complaint = await check()
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      if (complaint !== '') failed += 1
      console.log(
        `${complaint === '' ? '✓' : '✗'} ${name} (${seconds} s)${complaint && `\n${complaint.replace(/^/gm, '    ')}`}`,
      )
    }
  }
  await Promise.all([worker(), worker()])
  console.log(failed === 0 ? 'All checks passed.' : `${failed} of ${Object.keys(CHECKS).length} checks failed.`)
  process.exitCode = failed === 0 ? 0 : 1
}

await main()
