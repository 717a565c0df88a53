import path from 'node:path'
import { configHelp, readConfig } from './config.ts'
import type { Config } from './settings.ts'
import { outboxOf, startServer, type RunningServer } from './start-server.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** Longer than it takes a proxy to notice, and the slowest work that is finished before exit: a purchase that waits for its carrier. */
const STOP_WITHIN_MS = 20_000

if (process.argv.includes('--help')) process.stdout.write(configHelp())
else await run()

async function run(): Promise<void> {
  try {
    const config = readConfig(process.env)
    // a signal during the start waits for it, so that everything started is stopped
    const starting = Promise.withResolvers<RunningServer>()
    const giveUp = stopOnSignal(async (error) => {
      const server = await starting.promise
      if (error) server.log.fatal({ err: error }, 'stopping after an error')
      await server.stop()
    }, STOP_WITHIN_MS)
    starting.resolve(startServer(config, giveUp))
    const server = await starting.promise
    process.stdout.write(welcome(server.url, config))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

function welcome(url: string, config: Config): string {
  const lines = [
    `Postroom   ${url}`,
    config.DEMO !== 'off' && 'Sign in    demo / demo-postroom   (Lite plan: lite / demo-postroom)',
    config.DEVICE_MANAGER === 'bundled' && `Labels     ${path.resolve(config.DATA_DIR, 'device', 'printed')}`,
    !config.SMTP_URL && `Mail       ${outboxOf(config)}`,
    `API        ${url}/api/docs`,
    'Stop       Ctrl+C',
  ]
  const shown = lines.filter((line) => line !== false).map((line) => `  ${line}\n`)
  return `\n${shown.join('')}\n`
}
