import { expect, test, vi } from 'vitest'
import { expectGolden } from '../testing/golden.ts'
import { renderPages } from '../testing/read-back.ts'
import { VARIANTS } from '../testing/variants.ts'

vi.setConfig({ testTimeout: 30_000 })

test.each(VARIANTS)('%s matches its golden images', async (name, draw) => {
  const { pdf, pages } = await draw()
  const drawn = await renderPages(pdf, 150)
  expect(drawn).toHaveLength(pages)
  for (const [at, page] of drawn.entries()) expectGolden(pages > 1 ? `${name}-page-${at + 1}` : name, page)
})
