import type { Shipment } from '@postroom/contract/shipment'
import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import { toPence } from '@postroom/domain/money'
import { voidCreditedBy } from '@postroom/domain/purchase/void-terms'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VoidDialog } from '../../buying/void-dialog.tsx'
import { useToday } from '../../item-form/use-today.ts'
import { permissionQuery } from '../../session/module-guard.tsx'
import { Button } from '../../ui/button.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import { Part } from './part.tsx'
import { writtenDay } from './written-day.ts'

/** Until when the postage can be taken back and when the money returns, before the button that asks for it. */
export function TakeBackPart({ shipment }: { shipment: Shipment }) {
  const { t, i18n } = useTranslation()
  const today = useToday()
  const [isOpen, setOpen] = useState(false)
  const rights = useQuery(permissionQuery()).data?.permissions
  const { void_until, amount, to } = shipment
  if (void_until === undefined) return null
  const isLate = void_until < today
  return (
    <Part title={t('history.take_back')}>
      <p>
        {t(isLate ? 'history.too_late' : 'history.take_back_text', {
          day: writtenDay(void_until, i18n.language),
          credited: writtenDay(voidCreditedBy(today), i18n.language),
          amount: formatPence(toPence(amount), i18n.language),
        })}
      </p>
      {!isLate && rights?.includes('void') === false && <p>{t('history.no_right_to_void')}</p>}
      {!isLate && rights?.includes('void') && (
        <p>
          <Button icon={Undo2} onPress={() => setOpen(true)}>
            {t('void.open')}
          </Button>
        </p>
      )}
      <VoidDialog shipment={shipment} name={companyOrPerson(to)} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Part>
  )
}
