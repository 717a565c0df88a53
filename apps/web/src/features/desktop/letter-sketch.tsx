import { cornerOf } from '@postroom/domain/media/label-stock'
import { useTranslation } from 'react-i18next'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { labelDay } from './label-day.ts'
import css from './letter-sketch.module.css'
import { positionOf } from './sheet/sheet-places.ts'
import type { Letters } from './use-letters.ts'

/** A preview of one label and of the sheet, before they exist. */
export function LetterSketch({ letters }: { letters: Letters }) {
  const { t } = useTranslation()
  return (
    <Tabs className={css.tabs ?? ''} keyboardActivation="manual">
      <TabList aria-label={t('letters.preview')} className={css.list ?? ''}>
        <Tab id="label" className={css.tab ?? ''}>
          {t('letters.tab_label')}
        </Tab>
        {!letters.isRoll && (
          <Tab id="sheet" className={css.tab ?? ''}>
            {t('letters.tab_sheet')}
          </Tab>
        )}
      </TabList>
      <TabPanel id="label">
        <OneLabel letters={letters} />
      </TabPanel>
      {!letters.isRoll && (
        <TabPanel id="sheet">
          <WholeSheet letters={letters} />
        </TabPanel>
      )}
    </Tabs>
  )
}

function OneLabel({ letters: { quote, values, stock } }: { letters: Letters }) {
  const { t, i18n } = useTranslation()
  const [width, height] = [stock.label.width, stock.label.height].map((side) => side / 1000)
  const lines = values.return_address.split('\n').filter(Boolean)
  return (
    <figure className={css.label}>
      <p className={css.service}>{quote ? t(`service.${quote.service.code}`) : t('shipping.no_service_yet')}</p>
      <p>
        {t(`packaging.${values.packaging}`)} · {labelDay(values.shipping_date, i18n.language)}
      </p>
      <p>{t('shipping.specimen')}</p>
      {values.slogan && <p className={css.slogan}>{values.slogan}</p>}
      {lines.length > 0 && <p className={css.return}>{lines.join(', ')}</p>}
      <figcaption className={css.size}>{t('letters.label_size', { width, height })}</figcaption>
    </figure>
  )
}

/** The printed places of the sheet, to scale. */
function WholeSheet({ letters: { sheet, stock } }: { letters: Letters }) {
  const { t } = useTranslation()
  const { page, label } = stock
  return (
    <svg
      className={css.sheet}
      viewBox={`0 0 ${page.width} ${page.height}`}
      role="img"
      aria-label={t('letters.chosen', { count: sheet.chosen.length })}
    >
      {sheet.chosen.map((place) => {
        const { x, y } = cornerOf(stock, positionOf(stock, place))
        return <rect key={place} className={css.printed} x={x} y={y} width={label.width} height={label.height} />
      })}
    </svg>
  )
}
