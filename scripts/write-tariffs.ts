import fs from 'node:fs'
import path from 'node:path'
import { CHANNELS } from '@postroom/domain/tariffs/channels'
import { countryFigures, sourceNames, tariffRows } from './tariff-figures.ts'
import { countryTableText, listId, priceListsText, priceListText, type ListRows } from './tariff-texts.ts'

/** Every file generated from the figures in `folder`: its path from the root of the repository, and its text. */
export function tariffFiles(folder: string): Map<string, string> {
  const rows = tariffRows(folder)
  const names = sourceNames(folder)
  const lists = CHANNELS.flatMap((channel) => {
    const ofChannel = rows.filter((row) => row.channel === channel)
    const days = [...new Set(ofChannel.map(({ effective_from }) => effective_from))].toSorted()
    return days.map((day) => ofChannel.filter(({ effective_from }) => effective_from === day) as unknown as ListRows)
  })
  return new Map([
    ...lists.map(
      (list) => [`packages/domain/src/tariffs/lists/${listId(list)}.ts`, priceListText(list, names)] as const,
    ),
    ['packages/domain/src/tariffs/lists/price-lists.ts', priceListsText(lists)],
    ['packages/domain/src/catalogue/country-table.ts', countryTableText(countryFigures(folder))],
  ])
}

const root = path.dirname(import.meta.dirname)

/** The folder of the figures. */
export const FIGURES = path.join(root, 'packages/domain/figures')

if (import.meta.main) for (const [file, text] of tariffFiles(FIGURES)) fs.writeFileSync(path.join(root, file), text)
