import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ippPrinter } from '../printers/ipp-printer.ts'

/** The paper in the test printer: one size only, by its standard name, in hundredths of a millimetre. */
const PAPER = {
  label4x6: { name: 'na_index-4x6_4x6in', x: 10_160, y: 15_240, source: 'main-roll', type: 'labels' },
  a4: { name: 'iso_a4_210x297mm', x: 21_000, y: 29_700, source: 'main', type: 'stationery' },
} as const

/** What becomes of a job: printed at once, refused for want of paper, or held for some seconds. */
const SCRIPTS = {
  prints: 'exit 0',
  fails: 'echo "STATE: +media-empty,media-needed" >&2\nexit 1',
  holds: 'sleep 4',
} as const

export interface IppTestPrinter {
  uri: string
  /** Every document it received, byte for byte. */
  spoolDir: string
  stop(): Promise<void>
}

/**
 * Starts CUPS' own test printer, `ippeveprinter`, on a free port of this machine. It keeps everything below `dir`.
 * @throws Error with the printer's own words when it does not start
 */
export async function startIppPrinter(options: {
  dir: string
  name?: string
  media?: keyof typeof PAPER
  /** Every job ends aborted, and the printer says that its paper is out. */
  fail?: boolean
  /** Every job stays `processing` for four seconds, so that it can be cancelled. */
  hold?: boolean
}): Promise<IppTestPrinter> {
  const { name = 'Test printer', media = 'label4x6', fail = false, hold = false } = options
  fs.mkdirSync(options.dir, { recursive: true })
  const folder = fs.mkdtempSync(path.join(path.resolve(options.dir), 'ipp-'))
  const spoolDir = path.join(folder, 'spool')
  fs.mkdirSync(spoolDir)
  fs.writeFileSync(path.join(folder, 'attributes.conf'), attributesOf(media))
  const script = SCRIPTS[hold ? 'holds' : fail ? 'fails' : 'prints']
  fs.writeFileSync(path.join(folder, 'print.sh'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })

  const port = await freePort()
  const uri = `ipp://localhost:${port}/ipp/print`
  const printer = launch(folder, port, name)
  await untilReady(uri, name, printer, folder)
  return { uri, spoolDir, stop: () => stop(printer) }
}

/**
 * The printer insists on a D-Bus system bus to announce itself on: it gets a private one. Bus and printer are one process
 * group, since the end of the bus alone would leave the printer running.
 */
function launch(folder: string, port: number, name: string): ChildProcess {
  const log = fs.openSync(path.join(folder, 'printer.log'), 'a')
  const command = 'DBUS_SYSTEM_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS exec ippeveprinter "$@"'
  const address = ['-r', 'off', '-n', 'localhost', '-p', String(port)]
  const behaviour = ['-k', '-d', 'spool', '-a', 'attributes.conf', '-c', path.join(folder, 'print.sh')]
  const printer = spawn('dbus-run-session', ['--', 'sh', '-c', command, 'sh', ...address, ...behaviour, name], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` },
  })
  fs.closeSync(log)
  printer.on('error', (error) => fs.appendFileSync(path.join(folder, 'printer.log'), `${error.message}\n`))
  const end = () => signalGroup(printer, 'SIGKILL')
  process.once('exit', end)
  printer.once('close', () => process.off('exit', end))
  return printer
}

async function untilReady(uri: string, name: string, printer: ChildProcess, folder: string): Promise<void> {
  for (let attempt = 0; attempt < 100 && !hasEnded(printer); attempt++) {
    const { state, name: answered } = await ippPrinter(uri).describe()
    if (state !== 'offline' && answered === name) return
    await sleep(100)
  }
  await stop(printer)
  throw new Error(`ippeveprinter did not start: ${fs.readFileSync(path.join(folder, 'printer.log'), 'utf8')}`)
}

async function stop(printer: ChildProcess): Promise<void> {
  if (hasEnded(printer)) return
  const ended = once(printer, 'close')
  signalGroup(printer, 'SIGTERM')
  const impatient = setTimeout(() => signalGroup(printer, 'SIGKILL'), 3_000)
  await ended
  clearTimeout(impatient)
  signalGroup(printer, 'SIGKILL') // whoever is left in the group
}

const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // nobody is left in the group
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function attributesOf(media: keyof typeof PAPER): string {
  const { name, x, y, source, type } = PAPER[media]
  const size = `{ MEMBER integer x-dimension ${x} MEMBER integer y-dimension ${y} }`
  const margins = ['bottom', 'left', 'right', 'top'].map((side) => `MEMBER integer media-${side}-margin 0`).join(' ')
  const place = `MEMBER keyword media-source "${source}" MEMBER keyword media-type "${type}"`
  return `ATTR keyword media-supported "${name}"
ATTR keyword media-default "${name}"
ATTR keyword media-ready "${name}"
ATTR collection media-size-supported ${size}
ATTR collection media-col-database { MEMBER collection media-size ${size} ${margins} ${place} }
ATTR resolution printer-resolution-supported 203dpi,300dpi
ATTR resolution printer-resolution-default 300dpi
ATTR resolution pwg-raster-document-resolution-supported 203dpi,300dpi
ATTR keyword pwg-raster-document-type-supported black_1,sgray_8
ATTR mimeMediaType document-format-supported "application/octet-stream","application/pdf","image/pwg-raster"
ATTR mimeMediaType document-format-default "application/octet-stream"
ATTR text printer-make-and-model "Test printer"
ATTR integer copies-default 1
ATTR rangeOfInteger copies-supported 1-99
`
}
