import { DEVICE_ERRORS } from '@postroom/contract/device-messages'
import type { Mail } from '../../mail/mailer.ts'
import type { DeviceOutdated, PrinterStopped } from '../../notices/notice.ts'

/** The server does not know which language the managers read, so the mail has both. */
export const printerMail = ({ alias, printer, error_code }: PrinterStopped): Omit<Mail, 'to'> => ({
  subject: `Printer needs attention / Imprimante à l’arrêt\u202f: ${oneLine(printer)}`,
  text: `The printer ${oneLine(printer)} at ${oneLine(alias)} has not been able to print for ten minutes.

${descriptionOf(error_code)}

The next mail about it comes only after it has printed again.

---

L’imprimante ${oneLine(printer)} du poste ${oneLine(alias)} ne peut plus imprimer depuis dix minutes. La page Imprimantes de Postroom en dit la raison.

Le prochain e-mail à son sujet ne partira qu’après qu’elle aura de nouveau pu imprimer.
`,
})

export const outdatedMail = ({ alias, version, newer_version }: DeviceOutdated): Omit<Mail, 'to'> => ({
  subject: `Device manager / Gestionnaire de périphériques ${newer_version}`,
  text: `Version ${newer_version} of the device manager is published. ${oneLine(alias)} has version ${version}.

The system check in Postroom leads to the new version.

---

La version ${newer_version} du gestionnaire de périphériques est publiée. ${oneLine(alias)} a la version ${version}.

La vérification du système, dans Postroom, mène à la nouvelle version.
`,
})

const descriptionOf = (code: string): string =>
  (DEVICE_ERRORS as Record<string, string>)[code] ?? DEVICE_ERRORS.printer_stopped

/** Names come from printers and people. */
const oneLine = (name: string): string => name.replaceAll(/\s+/g, ' ')
