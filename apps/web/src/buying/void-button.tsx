import type { Shipment } from '@postroom/contract/shipment'
import { personOrCompany } from '@postroom/domain/catalogue/addressed-name'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { VoidDialog } from './void-dialog.tsx'

/** Voids a shipment after a question for the reason. Its last day is in the button. */
export function VoidButton({ shipment, onVoided }: { shipment: Shipment; onVoided: () => void }) {
  const { t, i18n } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onPress={() => setOpen(true)}>
        {t('shipping.result.void_until', { day: writtenDay(shipment.void_until ?? '', i18n.language) })}
      </Button>
      <VoidDialog
        shipment={shipment}
        name={personOrCompany(shipment.to)}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onVoided={onVoided}
      />
    </>
  )
}

const writtenDay = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
