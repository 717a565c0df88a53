import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ReleaseFile } from './release.ts'

/** A download that delivers nothing for this long is given up, and continued later. */
const STALLED_MS = 60_000
const PARTIAL = 206

export type DownloadResult = { file: string } | { failed: 'unreachable' | 'changed' | 'too_large' | 'disk' }

/**
 * Downloads a file of a release into a private folder and continues a download that was cut off. What it returns has the
 * signed size and SHA-256; anything else is deleted. Other files of the folder are deleted.
 */
export async function downloadRelease(
  release: ReleaseFile,
  folder: string,
  signal: AbortSignal,
): Promise<DownloadResult> {
  const file = path.join(folder, release.sha256)
  const part = `${file}.part`
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const name of fs.readdirSync(folder)) if (!name.startsWith(release.sha256)) fs.rmSync(path.join(folder, name))
    if (await isWhole(file, release)) return { file }
    fs.rmSync(file, { force: true })
    const failed = await fetchRest(release, part, signal)
    if (failed) return { failed }
    if (!(await isWhole(part, release))) {
      fs.rmSync(part)
      return { failed: 'changed' }
    }
    fs.chmodSync(part, 0o700)
    fs.renameSync(part, file)
    return { file }
  } catch (error) {
    if (!isFullDisk(error)) return { failed: 'unreachable' } // continued later
    fs.rmSync(part, { force: true })
    return { failed: 'disk' }
  }
}

async function fetchRest({ url, size }: ReleaseFile, part: string, signal: AbortSignal) {
  const have = sizeOf(part)
  if (have === size) return undefined
  if (have > size) fs.rmSync(part)
  const from = have > size ? 0 : have
  const stalled = new AbortController()
  const timer = setTimeout(() => stalled.abort(), STALLED_MS)
  try {
    const answer = await fetch(url, {
      headers: from > 0 ? { range: `bytes=${from}-` } : {},
      redirect: 'error',
      signal: AbortSignal.any([signal, stalled.signal]),
    })
    if (!answer.ok || !answer.body) return 'unreachable' as const
    const isRest = answer.status === PARTIAL && answer.headers.get('content-range')?.startsWith(`bytes ${from}-`)
    let bytes = isRest ? from : 0
    const limited = async function* (source: AsyncIterable<Uint8Array>) {
      for await (const piece of source) {
        timer.refresh()
        bytes += piece.length
        if (bytes > size) throw new TooLarge()
        yield piece
      }
    }
    await pipeline(answer.body, limited, fs.createWriteStream(part, { flags: isRest ? 'a' : 'w', mode: 0o600 }))
    return bytes === size ? undefined : ('unreachable' as const)
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error
    fs.rmSync(part, { force: true })
    return 'too_large' as const
  } finally {
    clearTimeout(timer)
  }
}

class TooLarge extends Error {}

async function isWhole(file: string, { size, sha256 }: ReleaseFile): Promise<boolean> {
  if (sizeOf(file) !== size) return false
  const hash = createHash('sha256')
  await pipeline(fs.createReadStream(file), hash)
  return hash.digest('hex') === sha256
}

const sizeOf = (file: string): number => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0

const isFullDisk = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '')
