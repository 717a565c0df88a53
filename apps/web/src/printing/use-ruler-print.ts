import type { MediaSize } from '@postroom/domain/media/media-size'
import { createRulerPage } from '@postroom/contract/ruler-page'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { useCallback, useState } from 'react'
import { call } from '../api/call.ts'
import { placeOf, useDevices } from '../device/device-context.tsx'
import { i18next } from '../i18n.ts'
import { keepJob } from './kept-jobs.ts'
import { failureOf, printDocuments } from './print-document.ts'
import type { JobProgress, DocumentProgress } from './print-progress.ts'

/** Prints ruler pages. They are free, and each is a new job. */
export function useRulerPrint() {
  const { settled } = useDevices()
  const [ruler, setRuler] = useState<DocumentProgress>()
  const forget = useCallback(() => setRuler(undefined), [])

  async function print(kind: PrinterKind, { width_mm, height_mm, endless }: MediaSize): Promise<void> {
    let place: string | undefined
    const report = (progress: JobProgress) => setRuler({ document: 'ruler', kind, place, ...progress })
    const job_id = `ruler:${crypto.randomUUID()}`
    report({ phase: 'PRINTING' })
    try {
      const page = await call(createRulerPage, { body: { width_mm, ...(!endless && { height_mm }) } })
      const devices = await settled(kind)
      place = placeOf(devices, kind)
      if (place !== undefined) keepJob(localStorage, 'sent', job_id)
      const args = { job_id, kind, title: i18next.t('printing.document.ruler'), documents: [page] }
      report(await printDocuments(devices.byKind[kind], args, report))
    } catch (cause) {
      report(failureOf(cause))
    }
  }
  return { ruler, print, forget }
}
