import { DEFAULT_LABEL_POSITION } from '@postroom/domain/media/label-stock'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LETTER_STOCKS, letterStock } from '../../mailing/letter-stocks.ts'
import { stockText } from '../../mailing/stock-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SavedAt } from '../../ui/saved-at.tsx'
import { Select } from '../../ui/select.tsx'
import css from './preferences.module.css'
import { useSaveSection, type SectionProps } from './preferences-queries.ts'
import { SectionActs } from './section-acts.tsx'
import { SheetDrawing } from './sheet-drawing.tsx'

/** As the printer is set. */
const PRINTER = 'printer'
const TOP = { index: 0, row: 0 }

const counted = (count: number) => Array.from({ length: count }, (_, at) => ({ value: `${at}`, label: `${at + 1}` }))

/** The sheet or roll that letters begin with, drawn to scale, and where the first label of a new sheet goes. */
export function SheetCard(props: SectionProps) {
  const { scope, mailing, own } = props
  const { t } = useTranslation()
  const saving = useSaveSection(props)
  const [before] = useState(mailing.sheet)
  const [sheet, setSheet] = useState(before ?? { continues: true })
  const stock = sheet.letters === undefined ? undefined : letterStock(sheet.letters)
  const hasPlaces = stock !== undefined && stock.columns * stock.rows > 1
  const usual = stock && DEFAULT_LABEL_POSITION.row < stock.rows ? DEFAULT_LABEL_POSITION : TOP
  const first = sheet.first_position ?? usual
  const setFirst = (first_position: typeof TOP) => setSheet({ ...sheet, first_position })
  const choose = (letters: string) =>
    setSheet({ continues: sheet.continues, ...(letters !== PRINTER && { letters: letterStock(letters).name }) })
  return (
    <Card title={t('preferences.sheet')} action={<SavedAt at={saving.savedAt} />}>
      <div className={css.sides}>
        <div className={css.form}>
          <Select
            name="letters_stock"
            label={t('page.letters')}
            value={sheet.letters ?? PRINTER}
            onChange={choose}
            options={[
              { value: PRINTER, label: t('preferences.as_printer') },
              ...LETTER_STOCKS.map((one) => ({ value: one.name, label: stockText(one, t) })),
            ]}
          />
          {hasPlaces && (
            <>
              <div className={css.position}>
                <Select
                  name="first_row"
                  label={t('preferences.row')}
                  value={`${first.row}`}
                  onChange={(row) => setFirst({ ...first, row: Number(row) })}
                  options={counted(stock.rows)}
                />
                <Select
                  name="first_column"
                  label={t('preferences.column')}
                  value={`${first.index}`}
                  onChange={(index) => setFirst({ ...first, index: Number(index) })}
                  options={counted(stock.columns)}
                />
                <Button variant="quiet" onPress={() => setFirst(TOP)}>
                  {t('preferences.at_top')}
                </Button>
              </div>
              <p className={css.quiet}>
                {t('preferences.stay_free', { count: first.row * stock.columns + first.index })}
              </p>
            </>
          )}
          <Checkbox
            name="continues"
            label={t('preferences.continues')}
            isSelected={sheet.continues}
            onChange={(continues) => setSheet({ ...sheet, continues })}
          />
        </div>
        {stock && <SheetDrawing stock={stock} first={first} onChoose={setFirst} />}
      </div>
      <SectionActs
        scope={scope}
        own={own}
        name="sheet"
        saving={saving}
        button={t('preferences.save_sheet')}
        isChanged={JSON.stringify(sheet) !== JSON.stringify(before ?? { continues: true })}
        onSave={() => saving.save.mutate({ sheet })}
      />
    </Card>
  )
}
