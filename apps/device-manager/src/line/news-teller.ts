import type { DeviceEvent } from '@postroom/contract/device-messages'

export interface News {
  tell(event: DeviceEvent): void
  /** What waits when the line is lost is forgotten: it would be old when it came. */
  isOnLine(is: boolean): void
}

/**
 * Tells one piece of news after the other, so that an answer never waits behind more than one. Of what waits only the
 * newest about each thing is told.
 */
export function newsTeller(publish: (event: DeviceEvent) => Promise<unknown>): News {
  const waiting = new Map<string, DeviceEvent>()
  let isOnLine = false
  let isTelling = false

  async function tellAll(): Promise<void> {
    if (isTelling) return
    isTelling = true
    for (const [about, event] of waiting) {
      waiting.delete(about)
      await publish(event).catch(() => {})
    }
    isTelling = false
  }

  return {
    tell: (event) => {
      if (!isOnLine) return
      waiting.set(subjectOf(event), event)
      void tellAll()
    },
    isOnLine: (is) => {
      isOnLine = is
      if (!is) waiting.clear()
    },
  }
}

const subjectOf = (event: DeviceEvent): string => (event.type === 'job' ? `job ${event.job.job_id}` : event.type)
