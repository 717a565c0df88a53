import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'
import { ReturnForm } from './return-form.tsx'
import { ReturnList } from './return-list.tsx'
import css from './returns.module.css'

/** Items that came back: which shipment, why, and what happens with it. @see spec §2 'rts' */
export function Component() {
  const { t } = useTranslation()
  return (
    <Page title={t('page.returns')} isWide>
      <div className={css.page}>
        <ReturnForm />
        <ReturnList />
      </div>
    </Page>
  )
}
