import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readJsonFile, writeFileDurably } from '../durable-file.ts'
import { fileFor, type Installation } from './installation.ts'
import { compareVersions, readManifest, type Release, type ReleaseFile } from './release.ts'

const DAY_MS = 24 * 3_600_000
/** Spreads the first requests: after a power cut all device managers of a town start together. */
const FIRST_WITHIN_MS = 10 * 60_000
const TIMEOUT_MS = 10_000
const SIZE_LIMIT_BYTES = 16 * 1024

interface Setup {
  /** The paired server, the only one requested. */
  server: string
  folder: string
  /** The version that is running. */
  version: string
  /** Raw Ed25519, base64url; a build without one makes no checks. */
  key: string | undefined
  installed: Installation
  /** Whether a version was tried here and did not work. */
  isRejected: (version: string) => boolean
}

/** A newer version, with the file for this installation. */
export interface Offer {
  version: string
  file: ReleaseFile
}

/** The result of reading the server's manifest. */
export type ReleaseLook = 'newer' | 'current' | 'none' | 'refused'

export interface Releases {
  /** The newest release ever announced, if it is newer than the running version, has a file for it, and was not rejected. */
  available: () => Offer | undefined
  look(): Promise<ReleaseLook>
}

/**
 * Checks for newer versions. A server cannot forge a release, because it is signed, and cannot offer an older one, because
 * the newest seen is stored.
 */
export function releases({ server, folder, version, key, installed, isRejected }: Setup): Releases {
  const file = path.join(folder, 'release.json')
  const seen = () => (key !== undefined && fs.existsSync(file) ? readManifest(readText(file), key) : undefined)
  let newest = seen()

  function available(): Offer | undefined {
    const suitable = newest && fileFor(newest, installed)
    if (!newest || !suitable || compareVersions(newest.version, version) <= 0 || isRejected(newest.version))
      return undefined
    return { version: newest.version, file: suitable }
  }

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

/** Stored with its signature, so that a changed file is refused. */
const readText = (file: string): string => String(readJsonFile(file))

const isOlder = (release: Release, than: Release): boolean =>
  compareVersions(release.version, than.version) < 0 || Date.parse(release.published) < Date.parse(than.published)

/** Undefined when the server has no manifest or does not answer. */
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

/** Checks soon after the start, then about once a day. @returns stops it */
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
