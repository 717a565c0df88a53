import { useTranslation } from 'react-i18next'
import { ResultCard } from '../../buying/result-card.tsx'
import { DraftNotice } from '../../drafts/draft-notice.tsx'
import css from '../../sending/form-page.module.css'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { ClassCard } from './class-card.tsx'
import { FormatCard } from './format-card.tsx'
import { LetterFacts } from './letter-facts.tsx'
import { LettersSummary } from './letters-summary.tsx'
import { PresetsMenu } from './presets.tsx'
import { RollCard } from './roll-card.tsx'
import { SheetCard } from './sheet-card.tsx'
import { useLetters } from './use-letters.ts'

/** Letters and large letters: one class, and labels without an addressee on a sheet or from a roll. */
export function Component() {
  const { t } = useTranslation()
  const letters = useLetters()
  return (
    <Page title={t('page.letters')} aside={<PresetsMenu form={letters.form} />}>
      <div className={css.columns}>
        <form className={css.form} noValidate onSubmit={(event) => event.preventDefault()}>
          <DraftNotice offer={letters.draft} />
          <ResultCard sending={letters.sending} />
          <FormatCard control={letters.form.control} />
          <ClassCard letters={letters} />
          {letters.isRoll ? <RollCard letters={letters} /> : <SheetCard letters={letters} />}
          <LetterFacts letters={letters} />
          {letters.isSenderUnknown && <Notice tone="warn">{t('letters.sender_unknown')}</Notice>}
        </form>
        <aside className={css.summary} aria-label={t('shipping.summary')}>
          <LettersSummary letters={letters} />
        </aside>
      </div>
    </Page>
  )
}
