import fs from 'node:fs'
import path from 'node:path'

/** The link of the newest mail that sets a password, which is written to a file where no mail server is set. */
export function mailedLink(folder: string): string | undefined {
  const outbox = path.join(folder, 'outbox')
  const [newest] = fs.existsSync(outbox) ? fs.readdirSync(outbox).toSorted().toReversed() : []
  if (!newest) return undefined
  // decodes quoted-printable: soft line breaks and escaped characters
  const text = fs.readFileSync(path.join(outbox, newest), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=')
  return /http:\S+\/reset#token=[\w-]+/.exec(text)?.[0]
}
