import type { PageCode } from '@postroom/contract/page-code'
import type { i18n } from 'i18next'
import type { Link } from './link.ts'
import type { TestPage } from './use-test-page.ts'

export const isReadBack = ({ read }: TestPage, { format, text }: PageCode): boolean =>
  read?.codes.some((code) => code.format === format && code.text === text) ?? false

/** The codes that were drawn and not read; none before they are looked for. */
export const lostOn = (page: TestPage): PageCode[] =>
  page.state === 'read' ? page.drawn.filter((code) => !isReadBack(page, code)) : []

/** The test page as the last link, once it is printed. */
export function testPageLink(page: TestPage, again: () => void, { t, language }: i18n): Link {
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(page.at)
  const [count, lost] = [page.drawn.length, lostOn(page).length]
  const link = { id: 'test-page', name: t('check.page.name') }
  const found =
    page.state === 'read' ? t('check.page.read', { count, read: count - lost }) : t(`check.page.${page.state}`)
  const words = t('check.page.printed_at', { time, found })
  const dpi = page.read ? [t('check.printer.dpi', { dpi: page.read.dpi })] : []
  const facts = [found, ...dpi].join(', ')
  if (page.state === 'reading') return { ...link, state: 'wait', words, facts }
  if (lost === 0) return { ...link, state: 'fine', words, facts }
  const remedy = { words: t('check.page.again'), act: again }
  return { ...link, state: 'bad', fault: t('check.page.fault'), words, facts, remedy }
}
