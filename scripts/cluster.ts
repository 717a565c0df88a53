import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { describe, start, switchOver } from './cluster/cluster.ts'
import { settingsOnCluster } from './cluster/configuration.ts'
import { DEFAULT_FOLDER, DEFAULT_PORT, layoutIn } from './cluster/layout.ts'
import { kill, launch, PROGRAMS, stopAll, type Program } from './cluster/programs.ts'

/**
 * A highly available PostgreSQL on this machine, for trying: etcd, three Patroni nodes with synchronous replication, HAProxy
 * and PgBouncer, all on 127.0.0.1.
 */
const USAGE = `npm run cluster -- start            starts it and prints the settings of a server on it
npm run cluster -- status           the nodes, as Patroni sees them
npm run cluster -- switchover       another node leads
npm run cluster -- kill PROGRAM     ends ${PROGRAMS.join(', ')} as a power cut does
npm run cluster -- run PROGRAM      starts it again
npm run cluster -- stop             the data stays; start again
npm run cluster -- remove           stops it and deletes the data

--folder FOLDER (${DEFAULT_FOLDER}), --port PORT (the first of 50: ${DEFAULT_PORT})
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string', default: DEFAULT_FOLDER },
    port: { type: 'string', default: String(DEFAULT_PORT) },
  },
})
const layout = layoutIn(values.folder, Number(values.port))
const [command = '', name = ''] = positionals
const program = PROGRAMS.find((known) => known === name)

const commands: Record<string, () => Promise<string> | string> = {
  start: async () => {
    const seconds = await start(layout)
    const settings = Object.entries(settingsOnCluster(layout, false)).map(([key, value]) => `${key}=${value}\n`)
    return `${settings.join('')}Whole after ${seconds.toFixed(1)} s.\n`
  },
  status: () => describe(layout),
  switchover: () => switchOver(layout),
  stop: async () => {
    await stopAll(layout)
    return ''
  },
  remove: async () => {
    await stopAll(layout)
    fs.rmSync(layout.folder, { recursive: true, force: true })
    return ''
  },
  ...(program && { kill: () => done(kill, program), run: () => done(launch, program) }),
}

function done(act: (on: typeof layout, which: Program) => void, which: Program): string {
  act(layout, which)
  return ''
}

const work = commands[command]
try {
  if (work) process.stdout.write(await work())
  else process.stderr.write(USAGE)
  if (!work) process.exitCode = 2
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
