import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort, untilListening } from './ipp-test-printer.ts'

/** Folders that are not in an ordinary user's PATH. */
const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`
const run = promisify(execFile)

export interface PrivateCups {
  uri: string
  /** The value of `CUPS_SERVER` for programs that use the CUPS library. */
  host: string
  /**
   * `everywhere` queries the printer for its capabilities, `raw` forwards data unchanged, any other value is a driver.
   * @param settings of the driver, such as `Resolution=300dpi`, or defaults of jobs, such as `sides-default=…`
   */
  addQueue(
    name: string,
    device: string,
    model: 'everywhere' | 'raw' | `${'drv://' | 'lsb/'}${string}`,
    settings?: string[],
  ): Promise<void>
  stopQueue(name: string): Promise<void>
  stop(): Promise<void>
}

/** A complete private CUPS on a free port, in its own folder. It needs no privileges and affects no other CUPS. */
export async function startCups({ forgetsJobs = false } = {}): Promise<PrivateCups> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-cups-'))
  const port = await freePort()
  const configuration = writeConfiguration(dir, port, forgetsJobs)
  const files = ['-c', configuration.daemon, '-s', configuration.files]
  const daemon = spawn('cupsd', ['-f', ...files], { stdio: 'ignore', env: { ...process.env, PATH } })
  const ended = once(daemon, 'exit')
  await untilListening(port)
  const host = `127.0.0.1:${port}`
  const env = { ...process.env, PATH, CUPS_SERVER: host }
  return {
    uri: `ipp://${host}`,
    host,
    addQueue: async (name, device, model, settings = []) => {
      const options = settings.flatMap((setting) => ['-o', setting])
      await run('lpadmin', ['-p', name, '-E', '-v', device, '-m', model, ...options], { env })
    },
    stopQueue: async (name) => {
      await run('cupsdisable', [name], { env })
    },
    stop: async () => {
      daemon.kill()
      await ended
      fs.rmSync(dir, { recursive: true, force: true })
    },
  }
}

function writeConfiguration(dir: string, port: number, forgetsJobs: boolean): { daemon: string; files: string } {
  const at = (...parts: string[]): string => path.join(dir, ...parts)
  for (const folder of ['etc/ppd', 'state/certs', 'cache', 'spool/temp', 'log'])
    fs.mkdirSync(at(folder), { recursive: true })
  // started as root, it runs filters as another user
  fs.chmodSync(dir, 0o755)
  const [daemon, files] = [at('etc/cupsd.conf'), at('etc/cups-files.conf')]
  const anybodyHere = 'Order allow,deny\nAllow from 127.0.0.1\n'
  const locations = ['/', '/admin'].map((place) => `<Location ${place}>\n${anybodyHere}</Location>\n`)
  fs.writeFileSync(
    daemon,
    `Listen 127.0.0.1:${port}\nPreserveJobHistory ${forgetsJobs ? 'No' : 'Yes'}\nBrowsing Off\nDefaultAuthType None\nWebInterface No\nMaxLogSize 0\n${locations.join('')}` +
      '<Policy default>\n<Limit All>\nOrder deny,allow\n</Limit>\n</Policy>\n',
  )
  const folders = {
    ServerRoot: 'etc',
    StateDir: 'state',
    CacheDir: 'cache',
    RequestRoot: 'spool',
    TempDir: 'spool/temp',
  }
  const logs = { ErrorLog: 'log/error', AccessLog: 'log/access', PageLog: 'log/page', ServerKeychain: 'etc' }
  const rows = Object.entries({ ...folders, ...logs }).map(([name, place]) => `${name} ${at(place)}\n`)
  fs.writeFileSync(files, rows.join(''))
  return { daemon, files }
}

/** A printer on a raw socket that accepts everything and answers nothing. */
export async function captureSocket() {
  const jobs: Buffer[] = []
  const server = net.createServer((socket) => {
    const parts: Buffer[] = []
    socket.on('data', (part: Buffer) => parts.push(part))
    socket.on('error', () => {})
    socket.on('end', () => jobs.push(Buffer.concat(parts)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    uri: `socket://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    /** The received data, one entry per job. */
    jobs,
    stop: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}
