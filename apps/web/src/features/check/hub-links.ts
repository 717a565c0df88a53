import type { UseQueryResult } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import type { Device } from '../../device/device-connector.tsx'
import type { Link } from './link.ts'

export interface HubParts {
  device: Device
  ping: Pick<UseQueryResult<number>, 'data' | 'isError' | 'isFetching' | 'refetch'>
  /** Fetches fresh grants, which opens a closed connection again. */
  reconnect: () => void
}

/** The connection of this page to the hub, then the hub itself. */
export function hubLinks(parts: HubParts, language: i18n): Link[] {
  return [lineLink(parts, language), hubLink(parts, language)]
}

function lineLink({ device, reconnect }: HubParts, { t, language }: i18n): Link {
  const link = { id: 'line', name: t('check.line.name') }
  const { state, lineSince } = device
  if (lineSince !== undefined) {
    const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(lineSince)
    const words = t('check.line.fine', { time })
    return { ...link, state: 'fine', words, facts: words }
  }
  if (state === 'no_hub' || state === 'connecting') {
    const words = t(state === 'no_hub' ? 'check.after_pairing' : 'check.asking')
    return { ...link, state: 'wait', words, facts: words }
  }
  const words = t(state === 'denied' ? 'check.line.denied' : 'check.line.closed')
  const remedy = { words: t('check.line.remedy'), act: reconnect }
  return { ...link, state: 'bad', fault: t('check.line.fault'), words, facts: words, remedy }
}

function hubLink({ device, ping }: HubParts, { t }: i18n): Link {
  const link = { id: 'hub', name: t('check.hub.name') }
  const kind = device.hub && t(`check.hub.${device.hub.com}`)
  const wait = device.lineSince === undefined || !kind ? 'check.after_line' : 'check.asking'
  const hasNoAnswer = ping.data === undefined && !ping.isError
  if (wait === 'check.after_line' || hasNoAnswer) return { ...link, state: 'wait', words: t(wait), facts: t(wait) }
  if (ping.isError) {
    const words = t('check.hub.silent', { kind })
    const remedy = { words: t('check.hub.remedy'), act: () => void ping.refetch(), isPending: ping.isFetching }
    return { ...link, state: 'bad', fault: t('check.no_answer'), words, facts: words, remedy }
  }
  const words = t('check.hub.fine', { kind, ms: Math.max(1, Math.round(ping.data ?? 0)) })
  return { ...link, state: 'fine', words, facts: words }
}
