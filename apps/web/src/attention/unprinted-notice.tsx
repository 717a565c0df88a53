import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { href } from '../pages.ts'
import { LinkButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { UnprintedBatch } from './unprinted-batch.tsx'
import { UnprintedShipment } from './unprinted-shipment.tsx'
import css from './unprinted.module.css'
import { useUnprinted } from './use-unprinted.ts'

/** How many shipments the notice lists, on one line; home lists more. */
const LISTED = 1

/**
 * Below the top bar of every page but home, which shows the same: what is bought and not printed, until it is settled. Its
 * acts are secondary: the page has a primary one of its own.
 */
export function UnprintedNotice() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { rows, batches, total, hold, settle } = useUnprinted()
  const [settled, setSettled] = useState('')
  const onSettled = (id: string, text: string) => {
    settle(id)
    setSettled(text)
  }
  const isShown = total > 0 && pathname !== href('home')
  const title = t('attention.not_printed', { count: total })
  const more = total - batches.reduce((sum, { count }) => sum + count, 0) - LISTED
  return (
    <>
      <output className="visually-hidden" aria-label={t('attention.title')}>
        {isShown ? title : settled}
      </output>
      {isShown && (
        <section className={css.notice} aria-label={title}>
          <Icon of={TriangleAlert} />
          <div className={css.body}>
            <p className={css.title}>{title}</p>
            {more > 0 && (
              <LinkButton variant="link" href={href('home')}>
                {t('attention.more', { count: more })}
              </LinkButton>
            )}
            {batches.map((batch) => (
              <UnprintedBatch key={batch.id} batch={batch} />
            ))}
            {rows.slice(0, LISTED).map((row) => (
              <UnprintedShipment key={row.id} row={row} hold={hold} onSettled={onSettled} isBrief />
            ))}
          </div>
        </section>
      )}
    </>
  )
}
