import type { AutomaticTopUp } from '@postroom/contract/automatic-top-up'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import css from '../administration.module.css'
import type { useAutomaticAct } from './automatic-queries.ts'

interface AutomaticActsProps {
  topUp: AutomaticTopUp
  act: ReturnType<typeof useAutomaticAct>
  onEdit: () => void
}

/** Turns automatic top-up on, changes it, replaces the card, or turns it off. */
export function AutomaticActs({ topUp: { state, terms, card, is_card_asked }, act, onEdit }: AutomaticActsProps) {
  const { t } = useTranslation()
  const [isEnding, setEnding] = useState(false)
  const isOff = state === 'off' && !is_card_asked
  return (
    <div className={css.acts}>
      <Button onPress={onEdit}>{t(isOff ? 'automatic.turn_on' : 'automatic.change')}</Button>
      {card && terms && (
        <Button
          variant="quiet"
          isPending={act.isPending}
          onPress={() => act.mutate({ act: 'save', terms, other_card: true })}
        >
          {t('automatic.other_card')}
        </Button>
      )}
      {!isOff && (
        <Button variant="quiet" onPress={() => setEnding(true)}>
          {t('automatic.turn_off')}
        </Button>
      )}
      <Dialog
        role="alertdialog"
        title={t('automatic.turn_off_title')}
        isOpen={isEnding}
        onClose={() => setEnding(false)}
        actions={
          <>
            <Button
              variant="primary"
              isPending={act.isPending}
              onPress={() => act.mutate({ act: 'end' }, { onSuccess: () => setEnding(false) })}
            >
              {t('automatic.turn_off')}
            </Button>
            <Button variant="quiet" onPress={() => setEnding(false)}>
              {t('common.cancel')}
            </Button>
          </>
        }
      >
        <p>{t('automatic.turn_off_text')}</p>
      </Dialog>
    </div>
  )
}
