import { expect, it } from 'vitest'
import { PAGE_NAMES, PAGES } from './pages.ts'

it.each(PAGE_NAMES)('the page %s is loaded with what it shows', async (name) => {
  const lazy = PAGES[name].lazy as () => Promise<object>
  expect(await lazy()).toHaveProperty('Component', expect.any(Function))
})
