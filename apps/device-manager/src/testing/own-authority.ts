import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: 'pipe' })

/** A certificate authority of our own, made by OpenSSL in a folder. */
export function ownAuthority(folder: string) {
  const file = path.join(folder, 'ca.pem')
  const key = path.join(folder, 'ca.key')
  const subject = ['-subj', '/CN=Kendall Books authority']
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, '-keyout', key, '-out', file)

  /** The key and certificate of a server; `days` counts from now; a negative number makes an expired one. */
  function certify(name: string, days = 1): { key: string; cert: string } {
    const [own, request, cert] = ['key', 'csr', 'crt'].map((kind) => path.join(folder, `${name}${days}.${kind}`)) as [
      string,
      string,
      string,
    ]
    const extensions = path.join(folder, `${name}.ext`)
    fs.writeFileSync(extensions, `subjectAltName=${/^[\d.]+$/.test(name) ? 'IP' : 'DNS'}:${name}\n`)
    openssl('req', '-new', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${name}`, '-keyout', own, '-out', request)
    const signing = ['-CA', file, '-CAkey', key, '-CAcreateserial', '-extfile', extensions]
    openssl('x509', '-req', '-in', request, ...signing, '-days', String(days), '-out', cert)
    return { key: fs.readFileSync(own, 'utf8'), cert: fs.readFileSync(cert, 'utf8') }
  }
  return { file, certify }
}
