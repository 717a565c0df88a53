import type { DocumentType } from '@postroom/contract/document'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Spinner } from '../ui/progress.tsx'
import { useObjectUrl } from '../ui/use-object-url.ts'
import css from './label-preview.module.css'
import { pictureIn, type Picture } from './picture.ts'

/** Refetch interval while a document is not drawn yet. */
const REFETCH_MS = 3_000

export interface ShownDocument {
  type: DocumentType
  pages: number
}

export interface PageSource {
  /** Of the shipment. The same pictures are not loaded twice. */
  shipmentId: string
  /** What is sent to whom, for those who cannot see the picture. */
  subject: string
  /** Null while the document is not drawn yet. */
  read: (page: { type: DocumentType; page: number }, signal: AbortSignal) => Promise<Blob | null>
}

interface DocumentPageProps extends PageSource {
  type: DocumentType
  page: number
  /** How many times its real size it is shown; absent: as large as its place allows. */
  scale?: number
}

const pageQuery = ({ shipmentId, read, type, page }: DocumentPageProps) =>
  queryOptions({
    queryKey: ['document', shipmentId, type, page],
    queryFn: async ({ signal }) => {
      const file = await read({ type, page }, signal)
      return file && pictureIn(file)
    },
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.data === null ? REFETCH_MS : false),
    meta: { isQuiet: true },
  })

/** One page of a document as a picture, or why there is none yet. */
export function DocumentPage(props: DocumentPageProps) {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useQuery(pageQuery(props))
  if (isError)
    return (
      <Notice
        tone="warn"
        isLive
        action={
          <Button isPending={isFetching} onPress={() => void refetch()}>
            {t('common.try_again')}
          </Button>
        }
      >
        {t('printing.unreadable')}
      </Notice>
    )
  if (data) return <PagePicture {...props} picture={data} />
  return (
    <p className={css.waiting} aria-live="polite">
      <Spinner label={t('common.loading')} />
      {data === null && <span>{t('printing.drawing')}</span>}
    </p>
  )
}

function PagePicture({ picture, type, subject, scale }: DocumentPageProps & { picture: Picture }) {
  const { t } = useTranslation()
  const address = useObjectUrl(picture.file)
  if (address === undefined) return null
  const { width, height, width_mm, height_mm } = picture
  return (
    <>
      <img
        className={scale === undefined ? css.page : css.scaled}
        src={address}
        width={width * (scale ?? 1)}
        height={height * (scale ?? 1)}
        alt={t('preview.alt', { document: t(`printing.document.${type}`), subject })}
      />
      {scale === undefined && <p className={css.note}>{t('preview.size', { width: width_mm, height: height_mm })}</p>}
    </>
  )
}
