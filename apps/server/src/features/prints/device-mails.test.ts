import { expect, it } from 'vitest'
import { outdatedMail, printerMail } from './device-mails.ts'

const stopped = (error_code: string) =>
  printerMail({ event: 'printer_stopped', alias: 'Front\ndesk', printer: 'Label\r\n  printer', error_code })

it('the mail about a printer has its names in one line, and what is wrong with it', () => {
  const { subject, text } = stopped('media_empty')
  expect(subject).toBe('Printer needs attention / Imprimante à l’arrêt\u202f: Label printer')
  expect(text).toContain('The printer Label printer at Front desk has not been able to print for ten minutes.')
  expect(text).toContain('L’imprimante Label printer du poste Front desk ne peut plus imprimer depuis dix minutes.')
  expect(text).toContain('out of paper')
})

it('an error that the server does not know is described as a printer that has stopped', () => {
  const known = stopped('printer_stopped').text
  expect(stopped('an error of a later version').text).toBe(known)
  expect(known).not.toBe(stopped('media_empty').text)
  expect(known).not.toContain('undefined')
})

it('the mail about a newer version names both versions', () => {
  const about = { alias: 'Front\ndesk', version: '1.0.0', newer_version: '1.1.0' }
  const { subject, text } = outdatedMail({ event: 'device_outdated', ...about })
  expect(subject).toBe('Device manager / Gestionnaire de périphériques 1.1.0')
  expect(text).toContain('Version 1.1.0 of the device manager is published. Front desk has version 1.0.0.')
  expect(text).toContain(
    'La version 1.1.0 du gestionnaire de périphériques est publiée. Front desk a la version 1.0.0.',
  )
})
