import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.ts'

const DEPLOY = path.join(import.meta.dirname, '../../../../deploy')

/** A proxy with the configuration that we ship, before servers of this machine. */
export interface RunningProxy {
  /** The port that redirects to https. */
  plain: number
  /** The certificate of `localhost`, and its file. */
  ca: string
  caFile: string
  stop: () => Promise<void>
}

interface At {
  /** The ports for http and https. */
  plain: number
  secure: number
  certificate: Certificate
  /** The pause between two checks of a server. */
  checkEvery: string
  /** The ports of the servers. */
  servers: readonly number[]
}

interface Program {
  program: string
  /** In `deploy/`. */
  file: string
  check: (file: string) => string[]
  run: (file: string) => string[]
  /** Other addresses, another account, another certificate; consecutive calls meet different servers. */
  adapt: (config: string, at: At) => string
}

const HAPROXY: Program = {
  program: '/usr/sbin/haproxy',
  file: 'haproxy.cfg',
  check: (file) => ['-c', '-f', file],
  run: (file) => ['-db', '-f', file],
  adapt: (config, { plain, secure, certificate, checkEvery, servers }) =>
    config
      .replace(/^ {4}(?:user|group) haproxy\n/gm, '')
      .replace('bind :80', `bind 127.0.0.1:${plain}`)
      .replace('bind :443', `bind 127.0.0.1:${secure}`)
      .replace('/etc/haproxy/postroom.pem', certificate.both)
      .replace('maxconn 4000', 'maxconn 400')
      .replace('balance leastconn', 'balance roundrobin')
      .replace('inter 2s', `inter ${checkEvery}`)
      .replace(
        /(?:^ {4}server .*\n?)+/m,
        servers.map((port, index) => `    server server-${index} 127.0.0.1:${port}\n`).join(''),
      ),
}

const CADDY: Program = {
  program: 'caddy',
  file: 'Caddyfile',
  check: (file) => ['validate', '--adapter', 'caddyfile', '--config', file],
  run: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  adapt: (config, { plain, secure, certificate, checkEvery, servers }) => {
    const options = ['admin off', `http_port ${plain}`, `https_port ${secure}`]
    const site = config
      .replace('post.example {', `localhost {\n\ttls ${certificate.file} ${certificate.key}`)
      .replace('least_conn', 'round_robin')
      .replace('health_interval 2s', `health_interval ${checkEvery}`)
      .replace(/(?: 127\.0\.0\.1:\d+)+/, servers.map((port) => ` 127.0.0.1:${port}`).join(''))
    return `{\n\t${options.join('\n\t')}\n}\n${site}`
  },
}

/**
 * @param servers their ports
 * @param options the port for https, and the pause between two checks of a server
 * @throws Error when the program does not accept the configuration
 */
const starting =
  ({ program, file, check, run, adapt }: Program) =>
  async (
    servers: readonly number[],
    { secure, checkEvery = '2s' }: { secure: number; checkEvery?: string },
  ): Promise<RunningProxy> => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-proxy-'))
    const certificate = makeCertificate(folder)
    const plain = await freePort()
    const config = adapt(fs.readFileSync(path.join(DEPLOY, file), 'utf8'), {
      plain,
      secure,
      certificate,
      checkEvery,
      servers,
    })
    const written = path.join(folder, file)
    fs.writeFileSync(written, config)
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
    const { status, stderr } = spawnSync(program, check(written), { encoding: 'utf8', env })
    if (status !== 0) throw new Error(`${program} refuses the configuration: ${stderr}`)
    const proxy = spawn(program, run(written), { stdio: 'ignore', env })
    return {
      plain,
      ca: fs.readFileSync(certificate.file, 'utf8'),
      caFile: certificate.file,
      stop: async () => {
        proxy.kill('SIGKILL')
        await once(proxy, 'exit')
        fs.rmSync(folder, { recursive: true })
      },
    }
  }

export const startHaproxy = starting(HAPROXY)
export const startCaddy = starting(CADDY)

interface Certificate {
  file: string
  key: string
  /** Both in one file. */
  both: string
}

/** A certificate of `localhost` that signs itself. */
function makeCertificate(folder: string): Certificate {
  const [file, key, both] = ['cert.pem', 'key.pem', 'both.pem'].map((name) => path.join(folder, name))
  const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', ...made, ...name, '-keyout', key!, '-out', file!], { stdio: 'ignore' })
  fs.writeFileSync(both!, Buffer.concat([fs.readFileSync(file!), fs.readFileSync(key!)]))
  return { file: file!, key: key!, both: both! }
}
