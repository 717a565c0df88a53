import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './split-notice.module.css'
import type { useSplitAddress } from './use-split-address.ts'

/** Says that an address was split into its fields, and undoes it. */
export function SplitNotice(props: Pick<ReturnType<typeof useSplitAddress>, 'split'> & { onUndo: () => void }) {
  const { split, onUndo } = props
  const { t } = useTranslation()
  return (
    <div aria-live="polite">
      {split && (
        <div className={css.notice}>
          <Notice
            action={
              <Button variant="link" onPress={onUndo}>
                {t('shipping.undo')}
              </Button>
            }
          >
            {t(split.uncertain.length > 0 ? 'shipping.who.split_check' : 'shipping.who.split')}
          </Notice>
        </div>
      )}
    </div>
  )
}
