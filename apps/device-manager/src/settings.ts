import os from 'node:os'
import path from 'node:path'
import * as z from 'zod'

const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()])))

/** Everything that can be set, by environment variables only. */
const environmentSchema = z.object({
  /** The server it belongs to: the only place it takes documents from. */
  POSTROOM_SERVER: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:8080'),
  /** Folder for its key, its journal and what the virtual printer prints. */
  POSTROOM_DEVICE_DIR: z.string().min(1).default(path.join(os.homedir(), '.postroom-device')),
  /** Port of the status page on this machine; 0 takes a free one. */
  POSTROOM_DEVICE_PORT: z.coerce.number().int().min(0).max(65_535).default(8089),
  /** What people call it until somebody gives it another name when pairing. */
  POSTROOM_DEVICE_ALIAS: z.string().trim().min(1).max(60).default(os.hostname().slice(0, 60)),
  /** Given by a server that starts its own device manager. */
  POSTROOM_LOCAL_SECRET: z.string().min(1).optional(),
  /** IPP printers by address, with commas between them. */
  POSTROOM_IPP_PRINTERS: list.pipe(z.array(z.url({ protocol: /^ipps?$/ }))),
  /** Brother QL printers in the network, `ql://` and their address, with commas between them. */
  POSTROOM_QL_PRINTERS: list.pipe(z.array(z.url({ protocol: /^ql$/ }))),
  /** A CUPS whose printers are offered too, when it answers. */
  POSTROOM_CUPS: z.url({ protocol: /^ipps?$/ }).default('ipp://localhost:631'),
})

export interface Settings {
  server: string
  folder: string
  statusPort: number
  alias: string
  localSecret: string | undefined
  ippPrinters: readonly string[]
  qlPrinters: readonly string[]
  cups: string
}

/** @throws Error that names every wrong variable, for the person at the terminal */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const parsed = environmentSchema.safeParse(environment)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(['These settings are not right:', ...lines].join('\n'))
  }
  return {
    server: new URL(parsed.data.POSTROOM_SERVER).origin,
    folder: path.resolve(parsed.data.POSTROOM_DEVICE_DIR),
    statusPort: parsed.data.POSTROOM_DEVICE_PORT,
    alias: parsed.data.POSTROOM_DEVICE_ALIAS,
    localSecret: parsed.data.POSTROOM_LOCAL_SECRET,
    ippPrinters: parsed.data.POSTROOM_IPP_PRINTERS,
    qlPrinters: parsed.data.POSTROOM_QL_PRINTERS,
    cups: parsed.data.POSTROOM_CUPS,
  }
}
