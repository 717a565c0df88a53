import { deleteDraft, saveDraft } from '@postroom/contract/draft'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { beforeSignOut } from '../session/before-sign-out.ts'
import { readSession } from '../session/session-store.ts'

/** What the user has typed, and what they recognise it by. */
export interface DraftContent {
  label: string
  values: unknown
}

export interface DraftSaver {
  /** Saves the content soon, or deletes the draft when there is none. A failed save is repeated. */
  keep: (content: DraftContent | undefined) => void
  /** Saves at once what is not saved yet, even while the page is being closed. */
  flush: () => Promise<void>
}

const SAVE_AFTER_MS = 800
const RETRY_FROM_MS = 2_000
const RETRY_UP_TO_MS = 60_000
/** Browsers finish requests of a closed page only below 64 KiB. */
const KEEPALIVE_MAX = 60_000

/** Keeps one draft of a form up to date on the server, for the user who is signed in now. @param saved whether it is there already */
export function draftSaver(form: string, id: string, saved?: DraftContent): DraftSaver {
  const owner = readSession()?.id
  const textOf = (content: DraftContent | undefined) => content && JSON.stringify(content)
  let wanted = textOf(saved)
  let stored = wanted
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending = Promise.resolve()

  function schedule(after_ms: number): void {
    clearTimeout(timer)
    beforeSignOut.add(flush)
    timer = setTimeout(() => void flush(), after_ms)
  }

  async function send(): Promise<void> {
    const text = wanted
    if (text === stored || readSession()?.id !== owner) return void beforeSignOut.delete(flush)
    try {
      const keepalive = text === undefined || text.length < KEEPALIVE_MAX
      if (text === undefined) await call(deleteDraft, { params: { draft: id } }, { keepalive })
      else {
        const { label, values } = JSON.parse(text) as DraftContent
        await call(saveDraft, { params: { draft: id }, body: { form, label, values } }, { keepalive })
      }
      stored = text
      failures = 0
      if (wanted === stored) beforeSignOut.delete(flush)
      else schedule(SAVE_AFTER_MS)
    } catch (error) {
      // the server would refuse the same draft again
      if (error instanceof ApiError && error.status < 500) stored = text
      else schedule(Math.min(RETRY_FROM_MS * 2 ** failures++, RETRY_UP_TO_MS))
    }
  }

  function flush(): Promise<void> {
    // one request at a time, so that an older one never arrives last
    sending = sending.then(send)
    return sending
  }

  return {
    flush,
    keep: (content) => {
      const text = textOf(content)
      if (text === wanted) return
      wanted = text
      if (wanted === undefined) void flush()
      else schedule(SAVE_AFTER_MS)
    },
  }
}
