import { FilePlus2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CountField } from './sheet/count-field.tsx'
import { placeText } from './sheet/place-text.ts'
import { PlaceKeys } from './sheet/place-keys.tsx'
import { PlaceLegend } from './sheet/place-legend.tsx'
import css from './sheet-card.module.css'
import { SheetPicker } from './sheet/sheet-picker.tsx'
import { freePlaces, nextFree } from './sheet/sheet-places.ts'
import { StockSelect } from './sheet/stock-select.tsx'
import type { Letters } from './use-letters.ts'

/** The sheet in the printer: which of its places are printed. */
export function SheetCard({ letters: { sheet, stock, labels, chooseStock } }: { letters: Letters }) {
  const { t } = useTranslation()
  const { used, chosen, focus } = sheet
  const free = freePlaces(stock, used)
  const places = { stock, used, chosen }
  const perLabel = stock.places_per_label
  if (sheet.isError)
    return (
      <Card title={t('letters.on_sheet')}>
        <Notice tone="warn" action={<Button onPress={sheet.retry}>{t('common.try_again')}</Button>}>
          {t('letters.sheet_unknown')}
        </Notice>
      </Card>
    )
  return (
    <Card
      title={t('letters.on_sheet')}
      note={t('letters.choose_places')}
      action={<StockSelect stock={stock} onChange={chooseStock} />}
    >
      <div className={css.sides}>
        <SheetPicker {...places} onChoose={sheet.choose} onUse={sheet.setUsed} focus={focus} onFocus={sheet.setFocus} />
        <div className={css.facts}>
          <PlaceLegend {...places} printedOn={sheet.printedOn} />
          <CountField
            key={stock.name}
            count={labels}
            most={Math.ceil(free.length / perLabel)}
            onCount={(count) => sheet.choose(nextFree(stock, used, chosen[0] ?? sheet.first, count * perLabel))}
          />
          <div className={css.acts}>
            <Button onPress={() => sheet.choose(free)}>{t('letters.all_free', { count: free.length })}</Button>
            <Button onPress={() => sheet.choose([])}>{t('letters.clear')}</Button>
            <Button icon={FilePlus2} onPress={sheet.renew}>
              {t('letters.new_sheet')}
            </Button>
          </div>
          {free.length === 0 && <Notice>{t('letters.sheet_full')}</Notice>}
          <p className={css.focus}>{t('letters.focus', { place: placeText(places, focus, t) })}</p>
          <PlaceKeys />
        </div>
      </div>
    </Card>
  )
}
