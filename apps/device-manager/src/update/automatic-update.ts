import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { downloadRelease, type DownloadResult } from './download-release.ts'
import type { Offer } from './watch-releases.ts'

export const UPDATE_TIMINGS = {
  /** How often it looks for an offer, and whether nothing is being printed. */
  lookEveryMs: 30_000,
  downloadAgainMs: 3_600_000,
  /** How long a new version may take to connect. */
  trialMs: 120_000,
}
export type UpdateTimings = typeof UPDATE_TIMINGS

interface Parts {
  folder: string
  /** A newer version whose file can replace this program. */
  offer: () => Offer | undefined
  /** Whether this version is connected, and nothing is waiting or being printed. */
  isReady: () => boolean
  onDownload: (version: string, result: DownloadResult) => void
  timings: UpdateTimings
}

/** A downloaded version that may take over now. */
export interface ReadyUpdate {
  version: string
  file: string
}

/** Downloads an offered version and waits until it may take over. Rejects when `signal` aborts. */
export async function nextUpdate(parts: Parts, signal: AbortSignal): Promise<ReadyUpdate> {
  const { folder, offer, isReady, onDownload, timings } = parts
  for (;;) {
    const offered = offer()
    if (offered) {
      const downloaded = await downloadRelease(offered.file, path.join(folder, 'update'), signal)
      signal.throwIfAborted()
      onDownload(offered.version, downloaded)
      if ('failed' in downloaded) {
        await sleep(timings.downloadAgainMs, undefined, { signal, ref: false })
        continue
      }
      while (offer()?.version === offered.version) {
        if (isReady()) return { version: offered.version, file: downloaded.file }
        await sleep(timings.lookEveryMs, undefined, { signal, ref: false })
      }
    }
    await sleep(timings.lookEveryMs, undefined, { signal, ref: false })
  }
}
