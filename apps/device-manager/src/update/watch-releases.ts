import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readJsonFile, writeFileDurably } from '../durable-file.ts'
import { compareVersions, readManifest, type Release } from './release.ts'

const DAY_MS = 24 * 3_600_000
/** All device managers of a town start when its power is back; they need not ask in one second. */
const FIRST_WITHIN_MS = 10 * 60_000
const TIMEOUT_MS = 10_000
const SIZE_LIMIT_BYTES = 16 * 1024

interface Setup {
  /** The paired server, the only one that is asked. */
  server: string
  folder: string
  /** What runs here. */
  version: string
  /** Raw Ed25519, base64url; a build without one asks nobody. */
  key: string | undefined
}

/** What a look at the server's manifest came to. */
export type ReleaseLook = 'newer' | 'current' | 'none' | 'refused'

export interface Releases {
  /** The newest one that was ever announced, when it is newer than what runs here. Nothing fetches or runs it: a person does. */
  available: () => Release | undefined
  look(): Promise<ReleaseLook>
}

/**
 * Knows of newer versions. A server cannot make one up, since it is signed; nor can it go back to an older one, since the
 * newest that was seen is kept.
 */
export function releases({ server, folder, version, key }: Setup): Releases {
  const file = path.join(folder, 'release.json')
  const seen = () => (key !== undefined && fs.existsSync(file) ? readManifest(readText(file), key) : undefined)
  let newest = seen()
  const available = () => (newest && compareVersions(newest.version, version) > 0 ? newest : undefined)

  async function look(): Promise<ReleaseLook> {
    if (key === undefined) return 'none'
    const manifest = await fetchManifest(server)
    if (manifest === undefined) return 'none'
    const release = readManifest(manifest, key)
    if (!release || (newest && isOlder(release, newest))) return 'refused'
    writeFileDurably(file, JSON.stringify(manifest))
    newest = release
    return available() ? 'newer' : 'current'
  }
  return { available, look }
}

/** Kept with its signature, so that a changed file is no release either. */
const readText = (file: string): string => String(readJsonFile(file))

const isOlder = (release: Release, than: Release): boolean =>
  compareVersions(release.version, than.version) < 0 || Date.parse(release.published) < Date.parse(than.published)

/** Undefined when the server has none, or does not answer as one that has. */
async function fetchManifest(server: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${server}/device-manager/manifest.json`, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return answer.ok ? await limitedText(answer) : undefined
  } catch {
    return undefined
  }
}

async function limitedText({ body }: Response): Promise<string | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > SIZE_LIMIT_BYTES) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Looks soon after the start, then about once a day. @returns how to stop it */
export function watchReleases(known: Releases, onLook: (look: ReleaseLook) => void): () => void {
  const stopping = new AbortController()
  const run = async (): Promise<void> => {
    for (let wait = Math.random() * FIRST_WITHIN_MS; ; wait = DAY_MS * (0.9 + 0.2 * Math.random())) {
      await sleep(wait, undefined, { signal: stopping.signal, ref: false })
      onLook(await known.look())
    }
  }
  run().catch(() => {}) // stopped
  return () => stopping.abort()
}
