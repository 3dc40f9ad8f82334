import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'

/** What a measurement ran on, for whoever reads its figures. */
export const machine = () => ({
  system: `${platform()} ${release()} ${arch()}`,
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGB: Math.round(totalmem() / 1_073_741_824),
  node: process.version,
  load: loadavg().map((load) => Number(load.toFixed(1))),
})
