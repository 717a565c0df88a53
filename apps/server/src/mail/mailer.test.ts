import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { folderMailer, smtpMailer } from './mailer.ts'

const MAIL = {
  to: 'idris@example.com',
  subject: 'Étiquettes\r\nBcc: evil@example.com',
  text: 'Bonjour,\nc’est prêt.\n',
}

it('stores each mail as a file that only its owner may read', async () => {
  const folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'outbox-')), 'outbox')
  const mailer = folderMailer(folder, 'Postroom <post@example.com>')
  await Promise.all([mailer.send(MAIL), mailer.send({ ...MAIL, subject: 'Second' })])
  const names = fs.readdirSync(folder)
  expect(names).toHaveLength(2)
  expect(names.every((name) => name.endsWith('.eml'))).toBe(true)
  const files = names.map((name) => fs.readFileSync(path.join(folder, name), 'latin1'))
  const headers = files.map((file) => file.split('\r\n\r\n')[0]!)
  for (const header of headers) {
    expect(header).toMatch(/^From: Postroom <post@example.com>\r\nTo: idris@example.com\r\n/)
    expect(header).not.toMatch(/^Bcc:/m)
  }
  expect(fs.statSync(path.join(folder, names[0]!)).mode & 0o777).toBe(0o600)
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
  fs.rmSync(path.dirname(folder), { recursive: true })
})

/** The codes, without the mail server's answer: that names the person, and is logged. */
const codes = (words: string) => ({ message: `The mail server did not accept a mail: ${words}` })

it('hands mail to a mail server, and reports when it is refused', async () => {
  const said: string[] = []
  const server = net.createServer((socket) => {
    socket.write('220 test\r\n')
    let inText = false
    socket.on('data', (piece) => {
      const line = String(piece)
      said.push(line)
      if (inText && line.endsWith('\r\n.\r\n')) inText = false
      else if (inText) return
      if (line.startsWith('QUIT')) return socket.end('221 bye\r\n')
      if (line.startsWith('RCPT TO:<full')) return socket.write('452 later\r\n')
      if (line.startsWith('RCPT TO:<refused')) return socket.write('550 <refused@example.com>: no such person\r\n')
      inText = line.startsWith('DATA')
      return socket.write(inText ? '354 go on\r\n' : '250 ok\r\n')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as net.AddressInfo
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'post@example.com')
  await mailer.send(MAIL)
  expect(said.join('')).toContain('RCPT TO:<idris@example.com>')
  expect(said.join('')).not.toContain('evil@example.com>')
  await expect(mailer.send({ ...MAIL, to: 'refused@example.com' })).rejects.toMatchObject({
    ...codes('EENVELOPE 550'),
    isAddressRefused: true,
  })
  await expect(mailer.send({ ...MAIL, to: 'full@example.com' })).rejects.toMatchObject({
    ...codes('EENVELOPE 452'),
    isAddressRefused: false,
  })
  server.close()
  await expect(smtpMailer('smtp://127.0.0.1:1', 'post@example.com').send(MAIL)).rejects.toMatchObject({
    ...codes('ESOCKET'),
    isAddressRefused: false,
  })
})

it.each([
  ['file', { path: import.meta.filename }],
  ['address', { href: 'http://127.0.0.1:1/' }],
])('no mail makes this machine read a %s', async (_what, text) => {
  const mail = { ...MAIL, text: text as never }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'outbox-'))
  await expect(folderMailer(folder, 'post@example.com').send(mail)).rejects.toThrow(/access rejected/)
  expect(fs.readdirSync(folder)).toEqual([])
  fs.rmSync(folder, { recursive: true })
})

it('a mail in the folder is named after the second it was sent at, and ends its lines as mails do', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'outbox-'))
  await folderMailer(folder, 'post@example.com').send({ ...MAIL, text: 'a\nb\n' })
  const [name] = fs.readdirSync(folder)
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f]{8}\.eml$/)
  expect(fs.readFileSync(path.join(folder, name!), 'utf8')).not.toMatch(/[^\r]\n/)
  fs.rmSync(folder, { recursive: true })
})
