import path from 'node:path'
import closeWithGrace from 'close-with-grace'
import { configHelp, readConfig } from './config.ts'
import { startServer } from './start-server.ts'

/** Longer than the slowest thing that is finished before we go: a purchase that waits for its carrier. */
const STOP_WITHIN_MS = 15_000

const say = (text: string): boolean => process.stdout.write(`${text}\n`)

if (process.argv.includes('--help')) say(configHelp())
else await run()

async function run(): Promise<void> {
  try {
    const config = readConfig(process.env)
    const server = await startServer(config)
    closeWithGrace({ delay: STOP_WITHIN_MS, logger: false }, async ({ err }) => {
      if (err) server.log.fatal({ err }, 'stopping after an unexpected error')
      await server.stop()
    })
    say(
      welcome(server.url, config.DEMO === 'on', config.DEVICE_MANAGER === 'bundled' && printedFolder(config.DATA_DIR)),
    )
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

const printedFolder = (dataDir: string): string => path.join(path.resolve(dataDir), 'device', 'printed')

function welcome(url: string, demo: boolean, printed: string | false): string {
  return [
    '',
    `  Postroom   ${url}`,
    demo && '  Sign in    demo / demo-postroom   (Lite plan: lite / demo-postroom)',
    printed && `  Labels     ${printed}`,
    `  API        ${url}/api/docs`,
    '  Stop       Ctrl+C',
    '',
  ]
    .filter((line) => line !== false)
    .join('\n')
}
