import type { TFunction } from 'i18next'
import type { Link } from './link.ts'

/** Newer names first: every Edge and Opera also calls itself Chrome, and every Chrome Safari. */
const BROWSERS = [
  ['Edge', /Edg\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /Firefox\/(\d+)/],
  ['Chrome', /Chrome\/(\d+)/],
  ['Safari', /Version\/(\d+).* Safari/],
] as const

/** 'Chrome 156'; undefined for a browser without a known name. */
export function browserName(userAgent: string): string | undefined {
  for (const [name, pattern] of BROWSERS) {
    const found = pattern.exec(userAgent)
    if (found) return `${name} ${found[1]}`
  }
  return undefined
}

/** Whether the browser keeps what the page stores, which drafts and print jobs need. */
export function canStore(storage: () => Storage): boolean {
  try {
    const probe = 'postroom.check'
    storage().setItem(probe, probe)
    const isKept = storage().getItem(probe) === probe
    storage().removeItem(probe)
    return isKept
  } catch {
    return false
  }
}

export function browserLink(t: TFunction, again: () => void): Link {
  const browser = browserName(navigator.userAgent) ?? t('check.browser.unknown')
  const isFine = canStore(() => localStorage)
  const words = t(isFine ? 'check.browser.fine' : 'check.browser.no_storage', { browser })
  const link = { id: 'browser', name: t('check.browser.name'), words, facts: words }
  if (isFine) return { ...link, state: 'fine' }
  return {
    ...link,
    state: 'bad',
    fault: t('check.browser.storage_off'),
    remedy: { words: t('check.browser.remedy'), act: again },
  }
}
