import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../ui/card.tsx'
import { FormatChoice } from './format-choice.tsx'
import { Measures } from './measures.tsx'
import css from './what-card.module.css'

/** Format, weight and size, which decide the price. */
export function WhatCard(props: ComponentProps<typeof FormatChoice>) {
  const { t } = useTranslation()
  return (
    <Card title={t('shipping.what')} note={t('shipping.what_hint')}>
      <div className={css.what}>
        <FormatChoice {...props} />
        <Measures control={props.control} facts={props.facts} />
      </div>
    </Card>
  )
}
