import { useTranslation } from 'react-i18next'
import { timeAgo } from '../formats/time-ago.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './draft-notice.module.css'
import type { DraftOffer } from './use-draft.ts'

/** Offers a draft of an earlier visit. The form below it can be used meanwhile. */
export function DraftNotice({ offer }: { offer: DraftOffer | undefined }) {
  const { t, i18n } = useTranslation()
  const draft = offer?.draft
  return (
    <div aria-live="polite" className={css.offer}>
      {draft && (
        <Notice
          title={t('draft.restore_question')}
          action={
            <div className={css.acts}>
              <Button variant="secondary" onPress={offer.restore}>
                {t('draft.restore')}
              </Button>
              <Button variant="link" onPress={offer.discard}>
                {t('draft.discard')}
              </Button>
            </div>
          }
        >
          <p>
            {t(draft.label === '' ? 'draft.without_addressee' : 'draft.to', {
              name: draft.label,
              age: timeAgo(new Date(draft.saved_at), offer.now, i18n.language),
            })}
          </p>
        </Notice>
      )}
    </div>
  )
}
