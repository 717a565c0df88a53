import type { MediaMismatch } from '@postroom/contract/device-messages'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import type { i18n } from 'i18next'
import { sizesText } from '../device/media-text.ts'

/** Why a job was not printed, from the device manager, the server or this page. */
export interface Failure {
  code: string
  description: string
  /** With the wrong media: what is loaded and what is needed. */
  sizes?: MediaMismatch | undefined
}

/** The reason in the user's language; for a code newer than this page, the description it came with. */
export function failureText({ code, description, sizes }: Failure, kind: PrinterKind, language: i18n): string {
  const { t } = language
  const keys = [`printing.refusal.${code}`, `deviceError.${code}`, `backendError.${code}`]
  const reason = t(keys, { kind: t(`printing.kind.${kind}`), defaultValue: description || code })
  if (!sizes) return reason
  const values = { there: sizesText(sizes.sizes, language), needed: sizesText([sizes.needed], language) }
  return `${reason} ${t(`printing.media_from.${sizes.from}`, values)}`
}
