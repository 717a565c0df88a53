import os from 'node:os'
import path from 'node:path'
import * as z from 'zod'
import { defaultFolder } from './default-folder.ts'
import { enrolmentCodeFor, type InstallSettings } from './install-settings.ts'

const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()])))

/** All settings, from environment variables; `install.ini` may name the server too. `--help` prints the descriptions. */
const environmentSchema = z.object({
  POSTROOM_SERVER: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:8080')
    .describe('address of its server, the only source of documents'),
  POSTROOM_CA_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('PEM file with certificate authorities to trust besides those of the system'),
  POSTROOM_DEVICE_DIR: z
    .string()
    .min(1)
    .default(defaultFolder())
    .describe('folder for its key, journal, log and the output of the virtual printer'),
  POSTROOM_DEVICE_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(8089)
    .describe('port of the status page on this machine; the next free port when it is taken, 0 for any port'),
  POSTROOM_DEVICE_ALIAS: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .default(os.hostname().slice(0, 60))
    .describe('its name until it gets another one during pairing'),
  /** Set by a server that starts its own device manager; users do not set it, so the help omits it. */
  POSTROOM_LOCAL_SECRET: z.string().min(1).optional(),
  POSTROOM_IPP_PRINTERS: list
    .pipe(z.array(z.url({ protocol: /^ipps?$/ })))
    .describe('addresses of IPP printers, separated by commas'),
  POSTROOM_QL_PRINTERS: list
    .pipe(z.array(z.url({ protocol: /^ql$/ })))
    .describe('addresses of Brother QL printers in the network, as ql://ADDRESS, separated by commas'),
  POSTROOM_CUPS: z
    .url({ protocol: /^ipps?$/ })
    .default('ipp://localhost:631')
    .describe('address of CUPS, whose queues are listed'),
  POSTROOM_DISCOVER: z
    .enum(['on', 'off'])
    .default('on')
    .describe('whether to list printers that announce themselves in the local network'),
  POSTROOM_SCALE: z
    .string()
    .min(1)
    .optional()
    .describe('id of the weighing scale to use; by default the first that is plugged in'),
})

export interface Settings {
  server: string
  caFile: string | undefined
  folder: string
  statusPort: number
  alias: string
  localSecret: string | undefined
  /** Given to the installer, for its server. */
  enrolmentCode: string | undefined
  ippPrinters: readonly string[]
  qlPrinters: readonly string[]
  cups: string
  discover: boolean
  scale: string | undefined
}

/** The environment wins over the installer. @throws Error that names every invalid variable, shown at the terminal */
export function readSettings(environment: NodeJS.ProcessEnv, installed: InstallSettings = {}): Settings {
  const parsed = environmentSchema.safeParse({ POSTROOM_SERVER: installed.server, ...environment })
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(['Invalid settings (--help lists them):', ...lines].join('\n'))
  }
  const server = new URL(parsed.data.POSTROOM_SERVER).origin
  return {
    server,
    caFile: parsed.data.POSTROOM_CA_FILE,
    folder: path.resolve(parsed.data.POSTROOM_DEVICE_DIR),
    statusPort: parsed.data.POSTROOM_DEVICE_PORT,
    alias: parsed.data.POSTROOM_DEVICE_ALIAS,
    localSecret: parsed.data.POSTROOM_LOCAL_SECRET,
    enrolmentCode: enrolmentCodeFor(server, installed),
    ippPrinters: parsed.data.POSTROOM_IPP_PRINTERS,
    qlPrinters: parsed.data.POSTROOM_QL_PRINTERS,
    cups: parsed.data.POSTROOM_CUPS,
    discover: parsed.data.POSTROOM_DISCOVER === 'on',
    scale: parsed.data.POSTROOM_SCALE,
  }
}

/** The settings and their defaults, one line each. */
export function settingsHelp(): string {
  const rows = Object.entries(environmentSchema.shape).filter(([, schema]) => schema.description)
  const lines = rows.map(([name, schema]) => {
    const fallback = String(schema.safeParse(undefined).data ?? '')
    return `  ${name.padEnd(22)} ${schema.description}${fallback === '' ? '' : ` (default ${fallback})`}`
  })
  const program =
    'The Postroom device manager prints the documents of its server. --open opens its status page, --stop stops it, --version prints its version, --help prints this.'
  const proxy = '  HTTPS_PROXY, HTTP_PROXY, NO_PROXY  the proxy for the server; printers are reached directly'
  return [program, 'It reads its settings from environment variables:', ...lines, proxy, ''].join('\n')
}
