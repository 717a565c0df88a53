import type { i18n } from 'i18next'
import type { Device } from '../../device/device-connector.tsx'
import { href } from '../../pages.ts'
import type { Link } from './link.ts'

/** One device manager: whether it answers, and with which version. @param isMain the one of this browser */
export function deviceLink(device: Device, isMain: boolean, { t }: i18n): Link {
  const { state, hub, version = '', newer, lineSince } = device
  const alias = hub?.alias ?? ''
  const name = t('check.device.name')
  const link = {
    id: `device-${hub?.id ?? 'none'}`,
    name: isMain ? name : t('common.about', { what: name, text: alias }),
  }
  if (state === 'no_hub') {
    const words = t('check.device.none')
    const remedy = { words: t('check.device.pair'), href: href('printers') }
    return { ...link, state: 'bad', fault: t('check.device.not_paired'), words, facts: words, remedy }
  }
  if (state === 'connecting' || lineSince === undefined) {
    const words = t(lineSince === undefined ? 'check.after_line' : 'check.asking')
    return { ...link, state: 'wait', words, facts: words }
  }
  if (state !== 'connected') {
    const remedy = { words: t('check.device.look'), act: device.retryNow }
    const [words, facts] = [t('check.device.silent', { alias }), t('check.no_answer')]
    return { ...link, state: 'bad', fault: t('check.no_answer'), words, facts, remedy }
  }
  const facts = t('check.device.version', { version })
  if (!newer) return { ...link, state: 'fine', words: t('check.device.fine', { alias, version }), facts }
  const words = t('check.device.old', { alias, version, newer: newer.version })
  const remedy = { words: t('check.device.update', { newer: newer.version }), href: newer.url }
  const report = `${facts}; ${t('check.device.newer', { newer: newer.version })}`
  return { ...link, state: 'bad', fault: t('check.device.fault'), words, facts: report, remedy }
}
