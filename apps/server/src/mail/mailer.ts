import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'

/** A letter to one person, as plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** How mail leaves the house. */
export interface Mailer {
  /** Resolves when the mail was taken over. @throws Error when it was not; nothing is sent later */
  send(mail: Mail): Promise<void>
}

/** The mail server did not take a mail over. Says why in codes alone: its own words repeat whom the mail is for. */
class MailRefused extends Error {
  constructor({ code, responseCode }: { code?: string; responseCode?: number }) {
    super(['The mail server did not take a mail:', code, responseCode].filter((part) => part !== undefined).join(' '))
    this.name = 'MailRefused'
  }
}

/** Texts are ours, but names in them are not: no mail may make this machine read a file or an address. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true }

/** Hands mail to the mail server at `url`, such as `smtps://user:password@mail.example`. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, connectionTimeout: 10_000, socketTimeout: 20_000 }, { from, ...CLOSED })
  return {
    send: async (mail) => {
      await transport.sendMail(mail).catch((error: object) => {
        throw new MailRefused(error)
      })
    },
  }
}

/** Where there is no mail server: each mail becomes a file in `folder` that any mail program opens. */
export function folderMailer(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from, ...CLOSED })
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(mail)
      await fs.mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`
      await fs.writeFile(path.join(folder, name), message as Buffer, { mode: 0o600, flag: 'wx' })
    },
  }
}
