import os from 'node:os'
import path from 'node:path'
import * as z from 'zod'
import { defaultFolder } from './default-folder.ts'
import type { InstallSettings } from './install-settings.ts'

const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()])))

/** All settings, from environment variables. `--help` prints the descriptions. */
const environmentSchema = z.object({
  POSTROOM_SERVER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('address of its server, the only source of documents; without it, the status page asks for the address'),
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
  POSTROOM_ENROLMENT_CODE: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .optional()
    .describe('code of an administrator with which it pairs itself'),
  POSTROOM_IPP_PRINTERS: list
    .pipe(z.array(z.url({ protocol: /^ipps?$/ })))
    .describe('addresses of IPP printers, separated by commas'),
  POSTROOM_QL_PRINTERS: list
    .pipe(z.array(z.url({ protocol: /^ql$/ })))
    .describe('addresses of Brother QL printers in the network, as ql://ADDRESS, separated by commas'),
  POSTROOM_LABEL_PRINTERS: list
    .pipe(z.array(z.url({ protocol: /^(zpl|tspl|epl)$/ })))
    .describe('label printers with their language, such as zpl://ADDRESS or tspl:QUEUE?dpi=203, separated by commas'),
  POSTROOM_CUPS: z
    .url({ protocol: /^ipps?$/ })
    .default('ipp://localhost:631')
    .describe('address of CUPS, whose queues are listed'),
  POSTROOM_DISCOVER: z
    .enum(['on', 'off'])
    .default('on')
    .describe('whether to list printers that announce themselves in the local network'),
  POSTROOM_VIRTUAL_LABEL: z
    .enum(['on', 'off'])
    .default('off')
    .describe('whether to list a virtual label printer with 203 dots per inch'),
  POSTROOM_SCALE: z
    .string()
    .min(1)
    .optional()
    .describe('id of the weighing scale to use; by default the first that is plugged in'),
  POSTROOM_UPDATES: z
    .enum(['on', 'off'])
    .default('on')
    .describe('whether it may replace itself by a newer signed version'),
})

export interface Settings {
  /** Undefined lets the installer and the user choose. @see knownServer */
  server: string | undefined
  caFile: string | undefined
  folder: string
  statusPort: number
  alias: string
  localSecret: string | undefined
  /** For any server; `install.ini` may hold one for its own server. */
  enrolmentCode: string | undefined
  ippPrinters: readonly string[]
  qlPrinters: readonly string[]
  labelPrinters: readonly string[]
  cups: string
  discover: boolean
  virtualLabels: boolean
  scale: string | undefined
  updates: 'on' | 'off'
  installed: InstallSettings
}

/** The settings of a device manager whose server is known. */
export type ServerSettings = Settings & { server: string }

/** @throws Error that names every invalid variable, shown at the terminal */
export function readSettings(environment: NodeJS.ProcessEnv, installed: InstallSettings = {}): Settings {
  const parsed = environmentSchema.safeParse(environment)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(['Invalid settings (--help lists them):', ...lines].join('\n'))
  }
  return {
    server: parsed.data.POSTROOM_SERVER && new URL(parsed.data.POSTROOM_SERVER).origin,
    caFile: parsed.data.POSTROOM_CA_FILE,
    folder: path.resolve(parsed.data.POSTROOM_DEVICE_DIR),
    statusPort: parsed.data.POSTROOM_DEVICE_PORT,
    alias: parsed.data.POSTROOM_DEVICE_ALIAS,
    localSecret: parsed.data.POSTROOM_LOCAL_SECRET,
    enrolmentCode: parsed.data.POSTROOM_ENROLMENT_CODE,
    ippPrinters: parsed.data.POSTROOM_IPP_PRINTERS,
    qlPrinters: parsed.data.POSTROOM_QL_PRINTERS,
    labelPrinters: parsed.data.POSTROOM_LABEL_PRINTERS,
    cups: parsed.data.POSTROOM_CUPS,
    discover: parsed.data.POSTROOM_DISCOVER === 'on',
    virtualLabels: parsed.data.POSTROOM_VIRTUAL_LABEL === 'on',
    scale: parsed.data.POSTROOM_SCALE,
    updates: parsed.data.POSTROOM_UPDATES,
    installed,
  }
}

/** The settings and their defaults, one line each. */
export function settingsHelp(): string {
  const rows = Object.entries(environmentSchema.shape).filter(([, schema]) => schema.description)
  const lines = rows.map(([name, schema]) => {
    const fallback = String(schema.safeParse(undefined).data ?? '')
    return `  ${name.padEnd(23)} ${schema.description}${fallback === '' ? '' : ` (default ${fallback})`}`
  })
  const program =
    'The Postroom device manager prints the documents of its server. --open opens its status page, --stop stops it, --version prints its version, --help prints this.'
  const proxy = '  HTTPS_PROXY, HTTP_PROXY, NO_PROXY  the proxy for the server; printers are reached directly'
  return [program, 'It reads its settings from environment variables:', ...lines, proxy, ''].join('\n')
}
