import os from 'node:os'
import path from 'node:path'
import * as z from 'zod'

const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()])))

/** Everything that can be set, by environment variables only. The descriptions are what `--help` prints. */
const environmentSchema = z.object({
  POSTROOM_SERVER: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:8080')
    .describe('address of the server it belongs to, the only place it takes documents from'),
  POSTROOM_CA_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('certificate authorities that the server needs besides those of the system, a PEM file'),
  POSTROOM_DEVICE_DIR: z
    .string()
    .min(1)
    .default(path.join(os.homedir(), '.postroom-device'))
    .describe('folder for its key, its journal, its log and what the virtual printer prints'),
  POSTROOM_DEVICE_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(8089)
    .describe('port of the status page on this machine; the next free one when it is taken, 0 for any'),
  POSTROOM_DEVICE_ALIAS: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .default(os.hostname().slice(0, 60))
    .describe('what people call it, until somebody gives it another name when pairing'),
  /** Given by a server that starts its own device manager; not for people, so it is not in the help. */
  POSTROOM_LOCAL_SECRET: z.string().min(1).optional(),
  POSTROOM_IPP_PRINTERS: list
    .pipe(z.array(z.url({ protocol: /^ipps?$/ })))
    .describe('IPP printers by address, with commas between them'),
  POSTROOM_QL_PRINTERS: list
    .pipe(z.array(z.url({ protocol: /^ql$/ })))
    .describe('Brother QL printers in the network, ql:// and their address, with commas between them'),
  POSTROOM_CUPS: z
    .url({ protocol: /^ipps?$/ })
    .default('ipp://localhost:631')
    .describe('a CUPS whose printers are offered too, when it answers'),
  POSTROOM_DISCOVER: z
    .enum(['on', 'off'])
    .default('on')
    .describe('whether printers that announce themselves in the local network are offered'),
  POSTROOM_SCALE: z
    .string()
    .min(1)
    .optional()
    .describe('weighing scale to use, by its id; the first one that is plugged in when nothing is said'),
})

export interface Settings {
  server: string
  caFile: string | undefined
  folder: string
  statusPort: number
  alias: string
  localSecret: string | undefined
  ippPrinters: readonly string[]
  qlPrinters: readonly string[]
  cups: string
  discover: boolean
  scale: string | undefined
}

/** @throws Error that names every wrong variable, for the person at the terminal */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const parsed = environmentSchema.safeParse(environment)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(['These settings are not right (--help lists them):', ...lines].join('\n'))
  }
  return {
    server: new URL(parsed.data.POSTROOM_SERVER).origin,
    caFile: parsed.data.POSTROOM_CA_FILE,
    folder: path.resolve(parsed.data.POSTROOM_DEVICE_DIR),
    statusPort: parsed.data.POSTROOM_DEVICE_PORT,
    alias: parsed.data.POSTROOM_DEVICE_ALIAS,
    localSecret: parsed.data.POSTROOM_LOCAL_SECRET,
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
    'The Postroom device manager prints what its server asks for. --open opens its status page, --version prints its version, --help this.'
  const proxy =
    '  HTTPS_PROXY, HTTP_PROXY, NO_PROXY  the proxy to the server, as everywhere; printers are reached directly'
  return [program, 'It takes its settings from the environment:', ...lines, proxy, ''].join('\n')
}
