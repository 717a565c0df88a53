import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type * as Nodemailer from 'nodemailer'

/** A mail to one person, as plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** How mail is sent. */
export interface Mailer {
  /** Resolves when the mail was accepted. @throws Error when it was not; it is not retried here */
  send(mail: Mail): Promise<void>
}

/** The mail server refused a mail. Gives codes only: the server's text repeats the addressee. */
export class MailRefused extends Error {
  /** The mail server will never deliver to this address. */
  readonly isAddressRefused: boolean
  constructor({ code, responseCode, command }: { code?: string; responseCode?: number; command?: string }) {
    super(['The mail server did not accept a mail:', code, responseCode].filter((part) => part !== undefined).join(' '))
    this.name = 'MailRefused'
    this.isAddressRefused = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
  }
}

/** Our texts contain names from users: no mail may make this machine read a file or a URL. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true }

/** Hands mail to the mail server at `url`, such as `smtps://user:password@mail.example`. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = atFirstMail(({ createTransport }) =>
    createTransport({ url, connectionTimeout: 10_000, socketTimeout: 20_000 }, { from, ...CLOSED }),
  )
  return {
    send: async (mail) => {
      await (await transport()).sendMail(mail).catch((error: object) => {
        throw new MailRefused(error)
      })
    },
  }
}

/** Without a mail server: each mail becomes a file in `folder` that any mail program opens. */
export function folderMailer(folder: string, from: string): Mailer {
  const transport = atFirstMail(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from, ...CLOSED }),
  )
  return {
    send: async (mail) => {
      const { message } = await (await transport()).sendMail(mail)
      await fs.mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`
      await fs.writeFile(path.join(folder, name), message as Buffer, { mode: 0o600, flag: 'wx' })
    },
  }
}

/** The mail library is loaded with the first mail: most starts send none. */
function atFirstMail<T>(open: (library: Pick<typeof Nodemailer, 'createTransport'>) => T): () => Promise<T> {
  let opened: Promise<T> | undefined
  return () => (opened ??= import('nodemailer').then(open))
}
