import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Log } from './log.ts'
import type { Config } from './settings.ts'
import { machineEnvironment } from './machine-environment.ts'
import { repeatEvery } from './operation/repeat-every.ts'

const PROGRAM = path.resolve(import.meta.dirname, '../../device-manager/src/main.ts')

/** The settings it inherits from the server's environment. It gets no address or key of database and mail. */
const SETTINGS = [
  'POSTROOM_CA_FILE',
  'POSTROOM_DEVICE_PORT',
  'POSTROOM_DEVICE_ALIAS',
  'POSTROOM_ENROLMENT_CODE',
  'POSTROOM_IPP_PRINTERS',
  'POSTROOM_QL_PRINTERS',
  'POSTROOM_LABEL_PRINTERS',
  'POSTROOM_CUPS',
  'POSTROOM_DISCOVER',
  'POSTROOM_VIRTUAL_LABEL',
  'POSTROOM_SCALE',
  'POSTROOM_UPDATES',
  'POSTROOM_RELEASE_KEY',
]
/**
 * glibc keeps freed blocks of up to 32 MB, and page drawings fragment them: 60 MB in use by nobody. Blocks above this
 * size are returned to the system at once. Other systems ignore it.
 */
const GIVE_BACK_BLOCKS_OF_BYTES = 131_072

/** After it exited by itself. */
const RESTART_MS = 5_000
const STOP_WITHIN_MS = 5_000

interface Setup {
  config: Config
  /** Address of this server on this machine. */
  server: string
  /** Lets it pair itself. */
  secret: string
  log: Log
}

export const environmentForDevice = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...machineEnvironment(environment),
  ...Object.fromEntries(Object.entries(environment).filter(([name]) => SETTINGS.includes(name))),
})

/** Runs a device manager beside the server and restarts it when it exits. @returns stops it */
export const startDeviceManager = ({ log, ...setup }: Setup): (() => Promise<void>) =>
  repeatEvery(RESTART_MS, (stopping) => runOnce(setup, log, stopping), {
    log,
    failure: 'could not start the device manager',
  }).stop

async function runOnce({ config, server, secret }: Omit<Setup, 'log'>, log: Log, stopping: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      MALLOC_MMAP_THRESHOLD_: String(GIVE_BACK_BLOCKS_OF_BYTES),
      ...environmentForDevice(process.env),
      POSTROOM_SERVER: server,
      POSTROOM_LOCAL_SECRET: secret,
      POSTROOM_DEVICE_DIR: path.join(path.resolve(config.DATA_DIR), 'device'),
    },
  })
  const stop = () => {
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS).unref()
  }
  stopping.addEventListener('abort', stop, { once: true })
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0 && !stopping.aborted) log.warn({ exit_code: code }, 'device manager exited; restarting it')
  } finally {
    stopping.removeEventListener('abort', stop)
  }
}
