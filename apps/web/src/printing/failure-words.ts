import type { MediaMismatch } from '@postroom/contract/device-messages'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import type { i18n } from 'i18next'
import { sizeWords } from '../device/media-words.ts'

/** Why a job was not printed, as the device manager, the server or this page found out. */
export interface Failure {
  code: string
  description: string
  /** With a wrong paper: what is there and what is needed. */
  sizes?: MediaMismatch | undefined
}

/** The reason in the user's language; what the device manager or the server said when the code is newer than this page. */
export function failureWords({ code, description, sizes }: Failure, kind: PrinterKind, language: i18n): string {
  const { t } = language
  const keys = [`printing.refusal.${code}`, `deviceError.${code}`, `backendError.${code}`]
  const reason = t(keys, { kind: t(`printing.kind.${kind}`), defaultValue: description || code })
  if (!sizes) return reason
  const words = { there: sizeWords(sizes.sizes, language), needed: sizeWords([sizes.needed], language) }
  return `${reason} ${t(`printing.paper_from.${sizes.from}`, words)}`
}
