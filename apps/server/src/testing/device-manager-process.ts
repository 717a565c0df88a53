import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'

const PROGRAM = path.join(import.meta.dirname, '../../../device-manager/src/main.ts')

/** The real device manager with its virtual printer. */
export interface DeviceManagerProcess {
  /** The pairing code that it shows. */
  code: string
  /** Names of the files that it printed. */
  printed(): string[]
  stop(): Promise<void>
}

/** Starts it in a folder and waits for its pairing code. @param caFile what the certificate of the server is signed by */
export async function startDeviceManagerProcess(
  server: string,
  { folder, caFile }: { folder: string; caFile: string },
): Promise<DeviceManagerProcess> {
  const program = spawn(process.execPath, [PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      POSTROOM_SERVER: server,
      POSTROOM_CA_FILE: caFile,
      POSTROOM_DEVICE_DIR: folder,
      POSTROOM_DEVICE_PORT: '0',
      POSTROOM_CUPS: 'ipp://127.0.0.1:9', // nobody's printers
      POSTROOM_DISCOVER: 'off',
    },
  })
  const gone = once(program, 'exit')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let said = ''
  program.stdout.on('data', (piece: Buffer) => {
    said += piece.toString()
    const code = /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(said)?.[0]
    if (code) resolve(code)
  })
  void gone.then(() => reject(new Error(`The device manager ended and printed: ${said}`)))
  return {
    code: await promise,
    printed: () => {
      const output = path.join(folder, 'printed')
      return fs.existsSync(output) ? fs.readdirSync(output).filter((name) => name.endsWith('.pdf')) : []
    },
    stop: async () => {
      program.kill('SIGKILL')
      await gone
    },
  }
}
