import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Choice } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DocumentPage, type PageSource, type ShownDocument } from './document-page.tsx'
import css from './label-preview.module.css'

const SCALES = ['100', '200'] as const
type Scale = (typeof SCALES)[number]

/** Every page of a document at its real size or at twice that size. */
export function ZoomDialog(props: PageSource & { document: ShownDocument; isOpen: boolean; onClose: () => void }) {
  const { document, isOpen, onClose, ...source } = props
  const { t } = useTranslation()
  const [scale, setScale] = useState<Scale>('100')
  const name = t(`printing.document.${document.type}`)
  return (
    <Dialog title={name} isOpen={isOpen} onClose={onClose} isWide>
      <Choice
        label={t('preview.zoom')}
        name="zoom"
        look="chips"
        value={scale}
        onChange={setScale}
        options={SCALES.map((value) => ({ value, label: t(`preview.scale.${value}`) }))}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls with the keyboard */}
      <section className={css.scroll} aria-label={t('preview.pages', { document: name })} tabIndex={0}>
        {Array.from({ length: document.pages }, (_, index) => (
          <DocumentPage key={index} {...source} type={document.type} page={index + 1} scale={Number(scale) / 100} />
        ))}
      </section>
    </Dialog>
  )
}
