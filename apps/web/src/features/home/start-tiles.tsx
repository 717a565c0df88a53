import { PACKAGING, weightLimitOf, type Packaging } from '@postroom/domain/catalogue/packaging'
import { Link } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { FormatDrawing } from '../../formats/format-drawing.tsx'
import { writtenWeight } from '../../formats/written-weight.ts'
import { href } from '../../pages.ts'
import { useListedPages } from '../../session/use-listed-pages.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import css from './start-tiles.module.css'

/** The formats to start with. When the country changes, a parcel becomes its counterpart abroad. */
const STARTS: readonly Packaging[] = PACKAGING.filter((row: Packaging) => row.scope !== 'abroad')

/** Each format links to the shipping page with that format chosen. */
export function StartTiles() {
  const { t, i18n } = useTranslation()
  return (
    <Card title={t('home.what')} note={t('home.what_note')} action={<OtherWays />}>
      <ul className={css.tiles}>
        {STARTS.map((row) => (
          <li key={row.code}>
            <Link href={href('shipping', { packaging: row.code })} className={css.tile ?? ''}>
              <FormatDrawing packaging={row.code} />
              <span className={css.name}>{t(`packaging.${row.code}`)}</span>
              <span className={css.limit}>
                {t('shipping.up_to', { weight: writtenWeight(weightLimitOf(row, 'GB'), i18n.language) })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Pages that send in another way than one item at a time. */
const OTHERS = ['letters', 'many'] as const

function OtherWays() {
  const { t } = useTranslation()
  const listed = useListedPages().map(({ name }) => name)
  return (
    <span className={css.others}>
      {OTHERS.filter((name) => listed.includes(name)).map((name) => (
        <LinkButton key={name} variant="link" href={href(name)}>
          {t(`page.${name}`)}
        </LinkButton>
      ))}
    </span>
  )
}
