import type { ListedDevice } from '@postroom/contract/device-list'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useUnpairDevice } from './office-queries.ts'

interface UnpairDialogProps {
  /** The device manager that is asked about; undefined: closed. */
  device: ListedDevice | undefined
  onClose: () => void
}

/** Asks before a device manager is unpaired: nobody prints with it until it is paired again. */
export function UnpairDialog({ device, onClose }: UnpairDialogProps) {
  const { t } = useTranslation()
  const unpair = useUnpairDevice(onClose)
  return (
    <Dialog
      title={t('device.unpair_title', { alias: device?.alias ?? '' })}
      role="alertdialog"
      isOpen={device !== undefined}
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" isPending={unpair.isPending} onPress={() => device && unpair.mutate(device)}>
            {t('device.unpair')}
          </Button>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
        </>
      }
    >
      {t('device.unpair_text')}
    </Dialog>
  )
}
