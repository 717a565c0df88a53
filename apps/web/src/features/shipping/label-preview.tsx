import type { Shipment } from '@postroom/contract/shipment'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './label-preview.module.css'

/**
 * The real label of what was just bought: the very document that is printed. It is a picture here, because the viewer of
 * the browser would take the focus from the form; the link opens it for reading.
 */
export function LabelPreview({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation()
  const label = shipment.docs[0]
  const file = useQuery({
    queryKey: ['label', shipment.id],
    queryFn: async ({ signal }) => {
      const { pathname, search } = new URL(label?.url ?? '', location.origin)
      // the page may be open under another name of the same server
      const answer = await fetch(pathname + search, { signal })
      if (!answer.ok) throw new Error(`The label answered with ${answer.status}`)
      return answer.blob()
    },
    enabled: label !== undefined,
    staleTime: Infinity,
    retry: false,
  })
  const address = useObjectUrl(file.data)
  if (!label || !address) return null
  return (
    <div className={css.preview}>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- no browser shows a PDF in a sandbox; it is our own file */}
      <iframe
        className={css.page}
        src={`${address}#toolbar=0&navpanes=0&view=Fit`}
        title={t('shipping.sketch')}
        inert
        style={{ aspectRatio: `${label.width_mm} / ${label.height_mm}` }}
      />
      <a href={address} target="_blank" rel="noreferrer">
        {t('shipping.open_label')}
      </a>
    </div>
  )
}

function useObjectUrl(file: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return undefined
    const made = URL.createObjectURL(file)
    // oxlint-disable-next-line react/set-state-in-effect -- the address belongs to the browser, and must be given back to it
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
