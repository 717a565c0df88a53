import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface IppTestPrinter {
  uri: string
  /** The folder of received documents, with a subfolder per job. */
  spoolDir: string
  /** The request for each document: `media copies title`. */
  printed: () => string[]
  stop: () => Promise<void>
}

interface Options {
  /** Its own folder. */
  dir: string
  name?: string
  /** `empty`: it is out of paper and gives up the job. `stuck`: the job never ends. */
  fail?: 'empty' | 'stuck'
  /** 4x6 labels unless A4. */
  media?: keyof typeof SIZES
  /** Reads raster only, no PDF. */
  onlyRaster?: boolean
}

/**
 * A real IPP printer, CUPS' `ippeveprinter`. It announces itself over D-Bus and ends without one,
 * so it gets a private bus.
 */
export async function startIppPrinter({
  dir,
  name = 'Test printer',
  fail,
  media = 'label4x6',
  onlyRaster = false,
}: Options): Promise<IppTestPrinter> {
  const spoolDir = path.join(dir, 'spool')
  fs.mkdirSync(spoolDir, { recursive: true })
  const log = path.join(dir, 'printed.txt')
  const script = path.join(dir, 'print.sh')
  fs.writeFileSync(script, PRINT_SCRIPTS[fail ?? 'fine'](log), { mode: 0o755 })
  const attributes = path.join(dir, 'printer.conf')
  fs.writeFileSync(attributes, attributesFor(media, onlyRaster ? 'image/pwg-raster' : 'application/pdf'))
  const port = await freePort()
  const command = `DBUS_SYSTEM_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS exec ippeveprinter -r off -n localhost -p "$1" -k -d "$2" -a "$3" -c "$4" "$5"`
  const args = ['--', 'bash', '-c', command, 'bash', String(port), spoolDir, attributes, script, name]
  // ending dbus-run-session alone would leave the printer running, so its whole process group is ended
  const printer = spawn('dbus-run-session', args, { detached: true, stdio: 'ignore' })
  const ended = once(printer, 'exit')
  await untilListening(port)
  return {
    uri: `ipp://localhost:${port}/ipp/print`,
    spoolDir,
    printed: () => (fs.existsSync(log) ? fs.readFileSync(log, 'utf8').trimEnd().split('\n') : []),
    stop: async () => {
      if (printer.pid !== undefined) process.kill(-printer.pid)
      await ended
    },
  }
}

const PRINT_SCRIPTS: Record<'fine' | 'empty' | 'stuck', (log: string) => string> = {
  fine: (log) => `#!/bin/sh\necho "$IPP_MEDIA $IPP_COPIES $IPP_JOB_NAME" >> '${log}'\n`,
  empty: () => '#!/bin/sh\necho "STATE: +media-empty,media-needed" >&2\nexit 1\n',
  stuck: () => '#!/bin/sh\necho "STATE: +media-empty" >&2\nexec sleep 60\n',
}

const SIZES = {
  label4x6: { name: 'na_index-4x6_4x6in', x: 10160, y: 15240 },
  a4: { name: 'iso_a4_210x297mm', x: 21000, y: 29700 },
}

const attributesFor = (media: keyof typeof SIZES, format: string): string => {
  const { name, x, y } = SIZES[media]
  return `
ATTR keyword media-supported "${name}","om_small-label_62x100mm","custom_min_25.4x25.4mm","custom_max_216x300mm"
ATTR keyword media-default "${name}"
ATTR keyword media-ready "${name}"
ATTR collection media-size-supported { MEMBER integer x-dimension ${x} MEMBER integer y-dimension ${y} }
ATTR collection media-col-database { MEMBER collection media-size { MEMBER integer x-dimension ${x} MEMBER integer y-dimension ${y} } MEMBER integer media-bottom-margin 0 MEMBER integer media-left-margin 0 MEMBER integer media-right-margin 0 MEMBER integer media-top-margin 0 MEMBER keyword media-source "main-roll" MEMBER keyword media-type "labels" }
ATTR resolution printer-resolution-supported 203dpi,300dpi
ATTR resolution printer-resolution-default 300dpi
ATTR resolution pwg-raster-document-resolution-supported 203dpi,300dpi
ATTR keyword pwg-raster-document-type-supported sgray_8
ATTR keyword print-scaling-supported "auto","fit","none"
ATTR mimeMediaType document-format-supported "application/octet-stream","${format}"
ATTR mimeMediaType document-format-default "application/octet-stream"
ATTR text printer-make-and-model "Acme Label Printer"
ATTR integer copies-default 1
ATTR rangeOfInteger copies-supported 1-99
`
}

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const socket = net.connect(port, '127.0.0.1')
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (open) return
    await sleep(100)
  }
  throw new Error('The test printer did not start')
}
