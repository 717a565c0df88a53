import type { DeviceEvent } from '@postroom/contract/device-messages'

export interface EventPublisher {
  /** Publishes an event while connected; otherwise drops it. */
  report(event: DeviceEvent): void
  /** Losing the connection drops the events that wait: they would be out of date when they arrive. */
  setConnected(isConnected: boolean): void
}

/**
 * Publishes one event at a time, so that a response never waits behind more than one. Of the events that wait it keeps only
 * the newest about each subject.
 */
export function eventPublisher(publish: (event: DeviceEvent) => Promise<unknown>): EventPublisher {
  const waiting = new Map<string, DeviceEvent>()
  let isConnected = false
  let isPublishing = false

  async function publishAll(): Promise<void> {
    if (isPublishing) return
    isPublishing = true
    for (const [subject, event] of waiting) {
      waiting.delete(subject)
      await publish(event).catch(() => {})
    }
    isPublishing = false
  }

  return {
    report: (event) => {
      if (!isConnected) return
      waiting.set(subjectOf(event), event)
      void publishAll()
    },
    setConnected: (is) => {
      isConnected = is
      if (!is) waiting.clear()
    },
  }
}

const subjectOf = (event: DeviceEvent): string => (event.type === 'job' ? `job ${event.job.job_id}` : event.type)
