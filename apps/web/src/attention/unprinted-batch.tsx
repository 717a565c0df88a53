import type { Attention } from '@postroom/contract/attention'
import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { href } from '../pages.ts'
import { LinkButton } from '../ui/button.tsx'
import css from './unprinted.module.css'

/** The labels of a batch that are bought and not printed. Its page prints them, one after the other. */
export function UnprintedBatch({ batch, isPrimary = false }: { batch: Batch; isPrimary?: boolean }) {
  const { t } = useTranslation()
  const what = t('attention.batch', { count: batch.count })
  return (
    <div className={css.shipment}>
      <p className={css.text}>{what}</p>
      <div className={css.acts}>
        <LinkButton
          variant={isPrimary ? 'primary' : 'secondary'}
          icon={Printer}
          href={href('many', { batch: batch.id })}
          label={t('attention.print_of', { what })}
        >
          {t('attention.print_now')}
        </LinkButton>
      </div>
    </div>
  )
}

type Batch = Attention['not_printed']['batches'][number]
