import { exportAddresses } from '@postroom/contract/address-book'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'

/** Saves every address the user sees as a file that can be imported again. */
export function ExportButton() {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: () => call(exportAddresses, {}),
    onSuccess: (bytes) => saveFile(bytes, 'addresses.csv'),
  })
  return (
    <Button icon={Download} isPending={save.isPending} onPress={() => save.mutate()}>
      {t('addressbook.export')}
    </Button>
  )
}
