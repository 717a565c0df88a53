import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildWeb } from '../../scripts/build-web.ts'
import { percentile, type Part } from '../figure.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const ROUNDS = 3

/** `npm start` until its page answers: with the web app to build and an empty folder, and again with both. */
export const measureStart: Part = async () => {
  const first: number[] = []
  const warm: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-bench-start-'))
    fs.chmodSync(folder, 0o755) // when started as root, PostgreSQL runs under another account, which must be able to open this folder
    fs.rmSync(path.join(ROOT, 'apps/web/dist'), { recursive: true, force: true })
    fs.rmSync(path.join(ROOT, 'node_modules/.cache/node'), { recursive: true, force: true })
    first.push(await startOnce(folder))
    warm.push(await startOnce(folder))
    fs.rmSync(folder, { recursive: true, force: true })
  }
  await buildWeb()
  return [
    { row: 14, name: 'start after install', value: percentile(first, 0.5), unit: 's', target: { atMost: 5 } },
    { row: 14, name: 'start again', value: percentile(warm, 0.5), unit: 's', target: { atMost: 1.5 } },
  ]
}

/** @returns the seconds from the command to the first answer of the page */
async function startOnce(folder: string): Promise<number> {
  const begin = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: folder, PORT: '0', POSTROOM_DEVICE_PORT: '0', POSTROOM_DISCOVER: 'off' },
  })
  let said = ''
  let url: string | undefined
  while (url === undefined) {
    const [chunk] = (await once(npm.stdout, 'data')) as [Buffer]
    said += String(chunk)
    url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]
  }
  await (await fetch(`${url}/login`)).text()
  const seconds = (performance.now() - begin) / 1000
  const ended = once(npm, 'exit')
  npm.kill('SIGTERM')
  await ended
  return seconds
}
