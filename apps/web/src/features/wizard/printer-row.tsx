import { packagingOf, type PrinterKind } from '@postroom/domain/catalogue/packaging'
import { useTranslation } from 'react-i18next'
import { useDevices } from '../../device/device-context.tsx'
import { loadedMedia } from '../../device/media-text.ts'
import { isDeclared } from '../../item-form/customs-form.ts'
import type { Facts } from '../../item-form/shipping-form.ts'
import { href } from '../../pages.ts'
import { chosenPrinter } from '../../printing/chosen-printer.ts'
import { LinkButton } from '../../ui/button.tsx'
import { AnswerRow } from './answer-row.tsx'

/** The printer of the label, with what it holds, and that of the customs form. The answers are kept while it is changed. */
export function PrinterRow({ facts }: { facts: Facts }) {
  const { t, i18n } = useTranslation()
  const { byKind } = useDevices()
  const kinds: PrinterKind[] = [packagingOf(facts.packaging).printer, ...(isDeclared(facts) ? (['form'] as const) : [])]
  const lineOf = (kind: PrinterKind) => {
    const { printer: found } = chosenPrinter(byKind[kind], kind)
    if (!found) return t('wizard.no_printer', { kind: t(`printing.kind.${kind}`) })
    const place = t('wizard.printer_at', { printer: found.name, place: byKind[kind].hub?.alias ?? '' })
    return [place, loadedMedia(found, i18n)].filter(Boolean).join(', ')
  }
  return (
    <AnswerRow
      name={t('wizard.answer.printer')}
      lines={[...new Set(kinds.map(lineOf))]}
      act={
        <LinkButton
          variant="link"
          href={href('printers')}
          label={t('common.about', { what: t('shipping.change'), text: t('wizard.answer.printer') })}
        >
          {t('shipping.change')}
        </LinkButton>
      }
    />
  )
}
