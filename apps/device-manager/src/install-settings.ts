import fs from 'node:fs'
import path from 'node:path'
import { isSea } from 'node:sea'
import * as z from 'zod'

/** What the installer was given, in `install.ini` beside the executable. */
export interface InstallSettings {
  /** The origin of its address. */
  server?: string | undefined
  /** Pairs this device without anybody typing its code. */
  enrolmentCode?: string | undefined
}

const FILE_MAX_BYTES = 4096
const CODE_MAX_LENGTH = 100
const SETTING = /^[ \t]*(server|code)[ \t]*=[ \t]*(\S+)[ \t]*\r?$/gim
const CODE_LINE = /^[ \t]*code[ \t]*=.*(?:\r?\n|$)/gim

const installSchema = z.object({
  server: z.url({ protocol: /^https?$/, error: 'server must be an address like https://post.example' }).optional(),
  code: z.string().min(1).max(CODE_MAX_LENGTH).optional(),
})

/** Only an installed program has the file: from the sources, the executable is Node. */
const installFile = (): string | undefined =>
  isSea() ? path.join(path.dirname(process.execPath), 'install.ini') : undefined

/** None if there is no file. @throws Error that names the file and the invalid setting */
export function readInstallSettings(file = installFile()): InstallSettings {
  if (file === undefined || !fs.existsSync(file)) return {}
  if (fs.statSync(file).size > FILE_MAX_BYTES) throw new Error(`${file} is too large`)
  const lines = fs.readFileSync(file, 'utf8').matchAll(SETTING)
  const parsed = installSchema.safeParse(
    Object.fromEntries([...lines].map(([, name = '', value]) => [name.toLowerCase(), value])),
  )
  if (!parsed.success) throw new Error(`${file}: ${parsed.error.issues.map(({ message }) => message).join(', ')}`)
  const { server, code } = parsed.data
  return { server: server && new URL(server).origin, enrolmentCode: code }
}

interface Codes {
  /** Of the environment. */
  enrolmentCode: string | undefined
  installed: InstallSettings
}

/** The enrolment code for `server`: the installer's code is sent only to the installer's server. */
export function enrolmentCodeFor(server: string, { enrolmentCode, installed }: Codes): string | undefined {
  const isOther = installed.server !== undefined && installed.server !== server
  return enrolmentCode ?? (isOther ? undefined : installed.enrolmentCode)
}

/**
 * Deletes the enrolment code, which every user of the machine can read when it was installed for all. They cannot write the
 * file then, and the server lets the code expire.
 */
export function forgetEnrolmentCode(file = installFile()): void {
  if (file === undefined) return
  try {
    const text = fs.readFileSync(file, 'utf8')
    fs.writeFileSync(file, text.replaceAll(CODE_LINE, ''))
  } catch {
    // not there, or not writable
  }
}
