import { toPence } from '@postroom/domain/money'
import { useTranslation } from 'react-i18next'
import { BuyNotices } from '../../buying/buy-notices.tsx'
import { LabelPreview } from '../../preview/label-preview.tsx'
import { PriceLines } from '../../rating/price-lines.tsx'
import { WhyNoPrice } from '../../rating/why-no-price.tsx'
import { serviceText } from '../../services/service-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Total } from '../../ui/total.tsx'
import css from './letters-summary.module.css'
import { LetterSketch } from './letter-sketch.tsx'
import { SavePreset } from './presets.tsx'
import { Reasons } from '../../sending/reasons.tsx'
import type { Letters } from './use-letters.ts'

/** What is bought, what it costs, and the Buy button. */
export function LettersSummary({ letters }: { letters: Letters }) {
  const { rating, quote, labels, total, values, sending, test, form } = letters
  const { t, i18n } = useTranslation()
  return (
    <Card isRaised isFlush>
      <h2 className="visually-hidden">{t('shipping.summary')}</h2>
      <div aria-busy={rating.isPending}>
        {quote && (
          <>
            <p className={css.what}>
              <b>
                {t('letters.what', {
                  count: labels,
                  service: t(`service.${quote.service.code}`),
                  packaging: t(`packaging.${values.packaging}`).toLocaleLowerCase(i18n.language),
                })}
              </b>
              <span className={css.more}>{serviceText(quote, t, i18n.language)}</span>
            </p>
            <PriceLines quote={quote} />
          </>
        )}
      </div>
      <Reasons>
        {!quote && <WhyNoPrice rating={rating} hasChoice={values.service !== ''} onAgain={letters.rateAgain} />}
        <BuyNotices
          sending={sending}
          test={test.progress}
          block={letters.block}
          doubts={letters.doubts}
          held={letters.held}
          changedTo={letters.changedTo}
        />
        {letters.testRefusal && (
          <Notice tone="warn" isLive>
            {t('printing.refusal.test_print_quantity')}
          </Notice>
        )}
        {quote && labels === 0 && letters.sheet.isLoaded && !letters.isRoll && (
          <Notice isLive>{t('letters.no_place')}</Notice>
        )}
      </Reasons>
      <div className={css.pay}>
        <p className={css.line}>
          <span>{t('letters.labels')}</span>
          <span>× {labels}</span>
        </p>
        <Total label={t('shipping.total')} pence={quote && toPence(total)} />
        <Button
          variant="primary"
          isWide
          shortcut={t('shipping.shortcut')}
          isPending={letters.isBusy || letters.isWaiting}
          isDisabled={letters.isBlocked || (quote !== undefined && labels === 0)}
          onPress={letters.buy}
        >
          {t(letters.isBusy ? 'shipping.buying' : 'shipping.buy')}
        </Button>
        <div className={css.acts}>
          <Button
            variant="link"
            isPending={test.isRunning}
            isDisabled={letters.isBusy || !letters.canTest}
            onPress={letters.testPrint}
          >
            {t('shipping.test_print')}
          </Button>
          <SavePreset form={form} stock={letters.stock.name} />
        </div>
      </div>
      {sending.result ? <LabelPreview shipment={sending.result} /> : <LetterSketch letters={letters} />}
    </Card>
  )
}
