import { downloadEvidence } from '@postroom/contract/evidence'
import type { Shipment } from '@postroom/contract/shipment'
import { useMutation } from '@tanstack/react-query'
import { FileCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'

/** Saves the evidence about a bought shipment as a PDF, to contest a surcharge. */
export function SaveEvidence({ shipment: { id, meta_data } }: { shipment: Pick<Shipment, 'id' | 'meta_data'> }) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: () => call(downloadEvidence, { params: { id } }),
    onSuccess: (pdf) => saveFile(pdf, `evidence-${meta_data.tracking || id}.pdf`),
  })
  return (
    <Button icon={FileCheck} isPending={save.isPending} onPress={() => save.mutate()}>
      {t('history.save_evidence')}
    </Button>
  )
}
