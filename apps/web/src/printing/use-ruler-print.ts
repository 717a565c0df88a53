import type { MediaSize } from '@postroom/domain/media/media-size'
import type { PageCode } from '@postroom/contract/page-code'
import { createRulerPage } from '@postroom/contract/ruler-page'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { useCallback, useState } from 'react'
import { call } from '../api/call.ts'
import { placeOf, useDevices } from '../device/device-context.tsx'
import { i18next } from '../i18n.ts'
import { keepJob } from './kept-jobs.ts'
import { failureOf, printDocuments } from './print-document.ts'
import { drawingFor } from './chosen-printer.ts'
import type { JobProgress, DocumentProgress } from './print-progress.ts'

/** A page that the printer reported as printed, with the codes that were drawn on it. */
interface PrintedRuler {
  jobId: string
  codes: readonly PageCode[]
}

/** Prints ruler pages. They are free, and each is a new job. */
export function useRulerPrint() {
  const { settled } = useDevices()
  const [ruler, setRuler] = useState<DocumentProgress>()
  const forget = useCallback(() => setRuler(undefined), [])

  /** Failures are reported as progress, not thrown. */
  async function print(
    kind: PrinterKind,
    { width_mm, height_mm, endless }: MediaSize,
  ): Promise<PrintedRuler | undefined> {
    let place: string | undefined
    const report = (progress: JobProgress) => setRuler({ document: 'ruler', kind, place, ...progress })
    const job_id = `ruler:${crypto.randomUUID()}`
    report({ phase: 'PRINTING' })
    try {
      const devices = await settled(kind)
      const dpi = drawingFor(devices.byKind[kind], kind, true) === 203 ? ({ dpi: 203 } as const) : {}
      const body = { width_mm, ...(!endless && { height_mm }), ...dpi }
      const { codes, ...page } = await call(createRulerPage, { body })
      place = placeOf(devices, kind)
      if (place !== undefined) keepJob(localStorage, 'sent', job_id)
      const args = { job_id, kind, title: i18next.t('printing.document.ruler'), documents: [page] }
      const end = await printDocuments(devices.byKind[kind], args, report)
      report(end)
      return end.phase === 'DONE' ? { jobId: job_id, codes } : undefined
    } catch (cause) {
      report(failureOf(cause))
      return undefined
    }
  }
  return { ruler, print, forget }
}
