import type { i18n } from 'i18next'
import type { Link } from './link.ts'
import type { useServerTime } from './use-server-time.ts'

/** With a clock further off, times on labels and the end of a session would be wrong. */
const CLOCK_LIMIT_MS = 120_000

type Answer = Pick<ReturnType<typeof useServerTime>, 'data' | 'isError' | 'isFetching' | 'refetch'>

/** The clock of this computer, then the server. */
export function serverLinks(answer: Answer, language: i18n): Link[] {
  return [clockLink(answer, language), serverLink(answer, language)]
}

function clockLink({ data, isError, isFetching, refetch }: Answer, { t, language }: i18n): Link {
  const link = { id: 'clock', name: t('check.clock.name') }
  if (!data || isError) {
    const words = t(isError ? 'check.after_server' : 'check.asking')
    return { ...link, state: 'wait', words, facts: words }
  }
  const seconds = Math.abs(data.aheadMs) / 1_000
  if (Math.abs(data.aheadMs) <= CLOCK_LIMIT_MS) {
    const value = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(seconds)
    const words = t('check.clock.fine', { seconds: value })
    return { ...link, state: 'fine', words, facts: words }
  }
  const count = Math.round(seconds / 60)
  const words = t(data.aheadMs > 0 ? 'check.clock.ahead' : 'check.clock.behind', { count })
  const remedy = { words: t('check.clock.remedy'), act: () => void refetch(), isPending: isFetching }
  return { ...link, state: 'bad', fault: t('check.clock.fault'), words, facts: words, remedy }
}

function serverLink({ data, isError, isFetching, refetch }: Answer, { t }: i18n): Link {
  const link = { id: 'server', name: t('check.server.name') }
  if (isError) {
    const words = t('check.server.silent')
    const remedy = { words: t('check.server.remedy'), act: () => void refetch(), isPending: isFetching }
    return { ...link, state: 'bad', fault: t('check.no_answer'), words, facts: words, remedy }
  }
  if (!data) return { ...link, state: 'wait', words: t('check.asking'), facts: t('check.asking') }
  const words = t('check.server.fine', { ms: Math.max(1, Math.round(data.tookMs)), version: data.version })
  return { ...link, state: 'fine', words, facts: words }
}
